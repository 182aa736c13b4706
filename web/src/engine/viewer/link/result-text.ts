import { id } from '@cresyl/contract/api/fields'
import { figureOf, listSign, rounded } from './viewport-text.ts'

/** What of a run lies over a slide: a mask, a heat map or detections. */
export interface LinkedResult {
  readonly runId: string
  /** Of the output. */
  readonly key: string
  readonly opacity: number
}

/** More than can be told apart; an address has no room for any number. */
const most = 12
const partsOfOne = 3

/** "<run>*nuclei*0.6", and the next that lies below it. */
export function resultsText(results: readonly LinkedResult[]): string {
  return results
    .slice(0, most)
    .flatMap(({ runId, key, opacity }) => [runId, key, rounded(opacity, 2)])
    .join(listSign)
}

/** Null where one of them is none. */
export function readResults(text: string): LinkedResult[] | null {
  const parts = text.split(listSign)
  const count = parts.length / partsOfOne
  if (!Number.isInteger(count) || count > most) return null
  const read = Array.from({ length: count }, (_, index) =>
    readResult(parts.slice(partsOfOne * index, partsOfOne * (index + 1))),
  )
  const results = read.filter((each) => each !== null)
  return results.length === count ? results : null
}

function readResult([runId = '', key = '', part = '']: readonly string[]): LinkedResult | null {
  const opacity = figureOf(part)
  if (!id.safeParse(runId).success || !/^[a-z][a-z0-9_]{0,39}$/.test(key)) return null
  return opacity === null || opacity < 0 || opacity > 1 ? null : { runId, key, opacity }
}
