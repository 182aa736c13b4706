import type { Plane } from './box-blur.ts'

/** Pixels between the points that are looked at, of a plane that changes little from one pixel to the next. */
const spacing = 4
/** Pixels that the points span, a side: three times three of them. */
export const openingSpan = 8 * spacing

/**
 * What of a plane is at least as wide and high as a square of 33 pixels: its opening by a grid of 9 × 9 points. Nuclei
 * are narrower and vanish; what they lie in stays. Pixels less than `openingSpan` from an edge of the plane mean
 * nothing: rows run into each other there.
 *
 * The least of nine is the least of three that are each the least of three. The grids of the lowest begin at a pixel
 * and those of the highest end at it, so that nothing is shifted.
 */
export function openByGrid(source: Plane, target: Plane, width: number): void {
  target.set(source)
  for (const unit of [1, width]) {
    takeLowest(target, spacing * unit)
    takeLowest(target, 3 * spacing * unit)
  }
  for (const unit of [width, 1]) {
    takeHighest(target, spacing * unit)
    takeHighest(target, 3 * spacing * unit)
  }
}

// Which of two is lower is told by the sign of their difference: grain would make every second branch a wrong guess.

function takeLowest(plane: Plane, step: number): void {
  const further = 2 * step
  for (let at = 0, end = plane.length - further; at < end; at += 1) {
    const first = plane[at] as number
    const toSecond = ((plane[at + step] as number) - first) | 0
    const lower = first + (toSecond & (toSecond >> 31))
    const toThird = ((plane[at + further] as number) - lower) | 0
    plane[at] = lower + (toThird & (toThird >> 31))
  }
}

function takeHighest(plane: Plane, step: number): void {
  const further = 2 * step
  for (let at = plane.length - 1; at >= further; at -= 1) {
    const first = plane[at] as number
    const toSecond = ((plane[at - step] as number) - first) | 0
    const higher = first + (toSecond & ~(toSecond >> 31))
    const toThird = ((plane[at - further] as number) - higher) | 0
    plane[at] = higher + (toThird & ~(toThird >> 31))
  }
}
