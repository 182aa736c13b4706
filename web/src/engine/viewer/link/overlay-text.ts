import { id } from '@cresyl/contract/api/fields'
import { type QcMeasureKey, qcMeasureKeys } from '@cresyl/contract/qc/qc-measures'
import { colourMapNames } from '../overlays/colour-maps.ts'
import type { OverlayLook } from '../overlays/overlay.ts'
import { figureOf, listSign, rounded } from './viewport-text.ts'

/** What a check found of one measure, as it lies over a slide. */
export interface LinkedOverlay {
  readonly checkId: string
  readonly key: QcMeasureKey
  /** Null for measures of the whole image. */
  readonly channel: number | null
  readonly look: OverlayLook
}

/** "<check>*focus**heat*0.6*0.35": the channel and the limit are empty where there is none. */
export function overlayText({ checkId, key, channel, look }: LinkedOverlay): string {
  const limit = look.limit === null ? '' : Number(look.limit.toPrecision(6))
  return [checkId, key, channel ?? '', look.colours, rounded(look.opacity, 2), limit].join(listSign)
}

/** Null where it is none. */
export function readOverlay(text: string): LinkedOverlay | null {
  const [checkId = '', key, channel = '', colours, opacity = '', limit = '', ...rest] = text.split(listSign)
  const known = qcMeasureKeys.find((each) => each === key)
  const map = colourMapNames.find((each) => each === colours)
  const [part, bound] = [figureOf(opacity), limit === '' ? null : figureOf(limit)]
  if (!id.safeParse(checkId).success || !known || !map || rest.length > 0) return null
  if (!/^\d{0,4}$/.test(channel) || part === null || part < 0 || part > 1) return null
  if (limit !== '' && bound === null) return null
  return {
    checkId,
    key: known,
    channel: channel === '' ? null : Number(channel),
    look: { colours: map, opacity: part, limit: bound },
  }
}
