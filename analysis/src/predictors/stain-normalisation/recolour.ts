/** Gives `count` pixels of `from`, the first of which is at a sample, other colours in `to`. */
export type Recolour = (from: Uint8Array, at: number, to: Uint8Array, toAt: number, count: number) => void

export const keepColours: Recolour = (from, at, to, toAt, count) =>
  to.set(from.subarray(at, at + 3 * count), toAt)
