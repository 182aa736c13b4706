import { id } from '@cresyl/contract/fields'
import { figureOf, listSign, rounded } from './viewport-text.ts'

/** What of a run lies over a slide: a mask, a heat map or detections. */
export interface LinkedResult {
  readonly runId: string
  /** Of the output. */
  readonly key: string
  readonly opacity: number
}

/** "<run>*nuclei*0.6". */
export function resultText({ runId, key, opacity }: LinkedResult): string {
  return [runId, key, rounded(opacity, 2)].join(listSign)
}

/** Null where it is none. */
export function readResult(text: string): LinkedResult | null {
  const [runId = '', key = '', part = '', ...rest] = text.split(listSign)
  const opacity = figureOf(part)
  if (!id.safeParse(runId).success || !/^[a-z][a-z0-9_]{0,39}$/.test(key) || rest.length > 0) return null
  return opacity === null || opacity < 0 || opacity > 1 ? null : { runId, key, opacity }
}
