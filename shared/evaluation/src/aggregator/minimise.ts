/** A function's value and slope at a point. */
export interface Slope {
  value: number;
  gradient: number[];
}

const ROUNDS = 3000;
const MOVED = 1e-7;
const DESCENT = 1e-4;

const dot = (a: readonly number[], b: readonly number[]): number => a.reduce((sum, value, index) => sum + value * b[index]!, 0);

/**
 * The point of least value from `start` on that stays at or above `floor`: projected gradient steps of Barzilai and Borwein's length (1988),
 * halved until they descend. The same function gives the same point; a convex one its minimum.
 */
export function minimise(objective: (point: readonly number[]) => Slope, start: readonly number[], floor: readonly number[]): number[] {
  let point = start.map((value, index) => Math.max(floor[index]!, value));
  let at = objective(point);
  let step = 1 / (1 + Math.sqrt(dot(at.gradient, at.gradient)));
  for (let round = 0; round < ROUNDS; round++) {
    const try_ = (length: number) => {
      const next = point.map((value, index) => Math.max(floor[index]!, value - length * at.gradient[index]!));
      return { next, moved: next.map((value, index) => value - point[index]!), slope: objective(next) };
    };
    let tried = try_(step);
    while (tried.slope.value > at.value - (DESCENT / step) * dot(tried.moved, tried.moved) && step > 1e-12) {
      step /= 2;
      tried = try_(step);
    }
    const { next, moved, slope } = tried;
    if (slope.value > at.value || Math.max(...moved.map(Math.abs)) < MOVED) return point;
    const bent = dot(
      moved,
      slope.gradient.map((value, index) => value - at.gradient[index]!),
    );
    step = bent > 0 ? Math.min(1e3, dot(moved, moved) / bent) : 2 * step;
    [point, at] = [next, slope];
  }
  return point;
}
