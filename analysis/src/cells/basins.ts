import type { Plane } from './box-blur.ts'

/** Hills of a plane: each pixel belongs to the summit that going up steepest leads to. */
export interface Basins {
  readonly count: number
  /** Which hill each pixel belongs to, from 1; 0 for none. */
  readonly labels: Int32Array
  /** Pixels of the summits, by hill from 1. */
  readonly summits: Int32Array
}

/**
 * Divides the pixels of a mask among the summits of `heights`. Of equal heights the pixel that comes first by rows
 * counts as the higher one, so each pixel has one way to go, and which depends on its neighbours alone. The outermost
 * pixels of the plane belong to none. `labels` is written over.
 */
export function findBasins(
  heights: Plane,
  mask: Uint8Array,
  labels: Int32Array,
  width: number,
  height: number,
): Basins {
  labels.fill(0)
  // First the way up as minus the pixel it leads to (pixel 0 is at the edge), then the number of its summit.
  for (let y = 1; y < height - 1; y += 1)
    for (let at = y * width + 1, end = at + width - 2; at < end; at += 1)
      if (mask[at]) labels[at] = -wayUp(heights, mask, at, width)
  let count = 0
  let summits = new Int32Array(1024)
  for (let at = width; at < labels.length - width; at += 1) {
    if (labels[at] !== -at) continue
    count += 1
    if (count === summits.length) summits = grown(summits)
    summits[count] = at
    labels[at] = count
  }
  for (let at = width; at < labels.length - width; at += 1) if ((labels[at] as number) < 0) follow(labels, at)
  return { count, labels, summits }
}

/** The highest of a pixel of the mask and its eight neighbours in it. */
function wayUp(heights: Plane, mask: Uint8Array, at: number, width: number): number {
  let best = at
  let most = heights[at] as number
  const above = at - width
  const below = at + width
  // Those before the pixel win at equal heights, those after it must be higher; among themselves the first wins.
  for (let other = above - 1; other <= above + 1; other += 1) {
    const value = heights[other] as number
    if (mask[other] && (value > most || (value === most && best === at))) {
      best = other
      most = value
    }
  }
  const left = heights[at - 1] as number
  if (mask[at - 1] && (left > most || (left === most && best === at))) {
    best = at - 1
    most = left
  }
  const right = heights[at + 1] as number
  if (mask[at + 1] && right > most) {
    best = at + 1
    most = right
  }
  for (let other = below - 1; other <= below + 1; other += 1) {
    const value = heights[other] as number
    if (mask[other] && value > most) {
      best = other
      most = value
    }
  }
  return best
}

/** Goes up to the summit and leaves its number all along the way. */
function follow(labels: Int32Array, from: number): void {
  let at = from
  while ((labels[at] as number) < 0) at = -(labels[at] as number)
  const label = labels[at] as number
  for (let next = from; (labels[next] as number) < 0; ) {
    const further = -(labels[next] as number)
    labels[next] = label
    next = further
  }
}

function grown(array: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(array.length * 2)
  larger.set(array)
  return larger
}
