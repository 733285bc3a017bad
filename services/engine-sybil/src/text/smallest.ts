const BUCKETS = 256;
const sizes = new Uint16Array(BUCKETS);

/** Moves the `count` smallest of a set of evenly spread 32-bit numbers to its front, in no order, in linear time; a view of them. */
export function smallestOf(numbers: Uint32Array, count: number): Uint32Array {
  const all = numbers.length;
  if (all <= count) return numbers;
  sizes.fill(0);
  for (let i = 0; i < all; i += 1) sizes[(numbers[i] ?? 0) >>> 24]! += 1;
  let [last, below] = [0, 0];
  while (below + (sizes[last] ?? 0) < count) below += sizes[last++] ?? 0;
  // of the bucket in which the count is reached only some are wanted
  const edge: number[] = [];
  let kept = 0;
  for (let i = 0; i < all; i += 1) {
    const number = numbers[i] ?? 0;
    const bucket = number >>> 24;
    if (bucket < last) numbers[kept++] = number;
    else if (bucket === last) edge.push(number);
  }
  edge.sort((a, b) => a - b);
  for (let i = 0; kept < count; i += 1) numbers[kept++] = edge[i] ?? 0;
  return numbers.subarray(0, count);
}
