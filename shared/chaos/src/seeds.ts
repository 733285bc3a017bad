/** Seeds of the mix that `npm test` repeats: a seed under which `npm run chaos` found a broken promise joins them. */
export const SEEDS: readonly number[] = [20_261_121];
