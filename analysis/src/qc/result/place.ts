import { type QcPlace, qcPlaces } from '@cresyl/contract/qc/qc-jobs'
import { countMarked } from '../../tissue/count-marked.ts'

/** Share of what is bad that must lie in one ninth of the image, or in three along a side, to name it. */
const mostInOne = 0.5
const mostAlongSide = 0.65
/** How many times denser than elsewhere: all is in the middle where all tissue is. */
const denser = 1.3

const sides = [
  ['top', [0, 1, 2]],
  ['bottom', [6, 7, 8]],
  ['left', [0, 3, 6]],
  ['right', [2, 5, 8]],
] as const satisfies readonly [QcPlace, readonly number[]][]

/** Where most of what is bad lies; null where it is everywhere alike, or nowhere. Both are amounts of each ninth of the image. */
export function placeOf(bad: readonly number[], all: readonly number[]): QcPlace | null {
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  const badInAll = sum(bad)
  const allInAll = sum(all)
  if (badInAll === 0 || allInAll === 0) return null
  const stands = (parts: readonly number[], least: number) => {
    const share = sum(parts.map((part) => bad[part] ?? 0)) / badInAll
    const expected = sum(parts.map((part) => all[part] ?? 0)) / allInAll
    return share >= least && share >= denser * expected ? share : 0
  }
  const ninths = qcPlaces.map((place, part) => ({ place, share: stands([part], mostInOne) }))
  const along = sides.map(([place, parts]) => ({ place, share: stands(parts, mostAlongSide) }))
  for (const candidates of [ninths, along]) {
    const best = candidates.reduce((one, other) => (other.share > one.share ? other : one))
    if (best.share > 0) return best.place
  }
  return null
}

/** How many values of a grid over the image are not 0, in each ninth of it. */
export function countNinths(width: number, height: number, values: Uint8Array): number[] {
  const counts = new Array<number>(9).fill(0)
  const [second, third] = [firstOf(1, width), firstOf(2, width)]
  for (let y = 0; y < height; y += 1) {
    const row = y * width
    const ninth = 3 * Math.floor((3 * (y + 0.5)) / height)
    const add = (part: number, from: number, to: number) => {
      counts[ninth + part] = (counts[ninth + part] as number) + countMarked(values, row + from, row + to)
    }
    add(0, 0, second)
    add(1, second, third)
    add(2, third, width)
  }
  return counts
}

/** The first column whose middle lies in a third of the image. */
function firstOf(third: number, width: number): number {
  let x = 0
  while (x < width && Math.floor((3 * (x + 0.5)) / width) < third) x += 1
  return x
}
