/** The deepest fall from a high, when it is worth a mark. */
export function deepestFall(points: readonly (readonly [number, number])[]): { from: number; to: number; depth: number } | undefined {
  let top = points[0];
  let deepest: { from: number; to: number; depth: number } | undefined;
  for (const point of points) {
    if (!top || point[1] >= top[1]) top = point;
    const depth = 1 - point[1] / top[1];
    if (depth > (deepest?.depth ?? 0.05)) deepest = { from: top[0], to: point[0], depth };
  }
  return deepest;
}
