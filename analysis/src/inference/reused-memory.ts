import type { PixelData } from '@cresyl/slides'

/**
 * Gives the same memory each time, or more of it where that is not enough; it holds what was left in it. Large arrays
 * that are made anew for each tile pile up until they are collected, and collecting them takes longer than filling them.
 */
export function reused<Kind extends PixelData>(allocate: (length: number) => Kind): (length: number) => Kind {
  let kept = allocate(0)
  return (length) => {
    if (kept.length < length) kept = allocate(length)
    return kept.subarray(0, length) as Kind
  }
}
