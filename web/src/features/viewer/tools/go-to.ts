import { applyAffine, invert, type Point } from '@cresyl/contract/slides/affine'
import type { ImageSpace } from '@cresyl/contract/slides/image-space'
import { mostDigitalZoom, resolutionFor } from '../../../engine/viewer/objective.ts'
import type { ViewedImage } from '../../../engine/viewer/viewed-image.ts'
import { parseNumber } from '../../../ui/text/parse-number.ts'

export type PlaceUnit = 'µm' | 'px'

export interface GoToDraft {
  readonly unit: PlaceUnit
  readonly x: string
  readonly y: string
  /** Empty: as it is. */
  readonly magnification: string
}

export interface GoToTarget {
  readonly center: Point
  readonly resolution?: number
}

export type GoToFault = 'number' | 'outside' | 'magnification'
export type GoToAnswer =
  | { readonly target: GoToTarget }
  | {
      readonly faults: { readonly x?: GoToFault; readonly y?: GoToFault; readonly magnification?: GoToFault }
    }

/** Where what was typed leads, in pixels of full resolution, or what is wrong with it. */
export function goToTarget(draft: GoToDraft, image: ViewedImage): GoToAnswer {
  const x = parseNumber(draft.x)
  const y = parseNumber(draft.y)
  const zoom = zoomOf(draft.magnification, image)
  if (x === null || y === null || zoom === null) {
    return {
      faults: {
        ...(x === null && { x: 'number' as const }),
        ...(y === null && { y: 'number' as const }),
        ...(zoom === null && { magnification: 'magnification' as const }),
      },
    }
  }
  const center = toPixels(image.space, draft.unit, { x, y })
  const faults = {
    ...(isBeyond(center.x, image.space.width) && { x: 'outside' as const }),
    ...(isBeyond(center.y, image.space.height) && { y: 'outside' as const }),
  }
  return Object.keys(faults).length > 0 ? { faults } : { target: { center, ...zoom } }
}

const isBeyond = (place: number, length: number) => place < 0 || place > length

function zoomOf(typed: string, image: ViewedImage): { resolution?: number } | null {
  if (typed.trim() === '') return {}
  const magnification = parseNumber(typed.replace(/[×x]\s*$/i, ''))
  if (magnification === null || magnification <= 0 || magnification > mostMagnification(image)) return null
  return { resolution: resolutionFor(image, magnification) ?? 1 / magnification }
}

/** Without a scale, how many pixels of the screen one of the image is wide. */
export function mostMagnification(image: ViewedImage): number {
  const full = resolutionFor(image, 1) ?? 1
  return full * mostDigitalZoom
}

export function toPixels({ placement }: ImageSpace, unit: PlaceUnit, place: Point): Point {
  return unit === 'px' ? place : applyAffine(invert(placement), place)
}

export function fromPixels({ placement }: ImageSpace, unit: PlaceUnit, place: Point): Point {
  return unit === 'px' ? place : applyAffine(placement, place)
}
