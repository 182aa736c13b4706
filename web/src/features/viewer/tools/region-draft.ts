import { exportLimits } from '@cresyl/contract/api/limits'
import { applyAffine, invert, stepLengths } from '@cresyl/contract/slides/affine'
import {
  planRegion,
  type RegionFormat,
  type RegionPlan,
  type RegionRequest,
} from '@cresyl/contract/slides/exports'
import type { Box } from '@cresyl/contract/slides/image-space'
import type { Plane, ViewedImage } from '../../../engine/viewer/viewed-image.ts'
import { parseNumber } from '../../../ui/text/parse-number.ts'
import { estimatedBytes } from './estimated-bytes.ts'
import type { PlaceUnit } from './go-to.ts'

/** What is typed in the dialog. */
export interface RegionDraft {
  readonly unit: PlaceUnit
  readonly x: string
  readonly y: string
  readonly width: string
  readonly height: string
  /** µm per pixel; '' for full resolution. */
  readonly mpp: string
  readonly format: RegionFormat
  readonly icc: boolean
}

export type RegionProblem = 'number' | 'outside' | 'mpp' | 'finer' | 'picture' | 'tiff'

export interface PlannedRegion {
  readonly request: RegionRequest
  readonly plan: RegionPlan
  readonly bytes: number
  /** Whether it comes while one waits; otherwise a job makes it. */
  readonly isDirect: boolean
}

/** What would be made of what is typed, or what is wrong with it. */
export function planDraft(
  draft: RegionDraft,
  image: ViewedImage,
  plane: Plane,
): PlannedRegion | { problem: RegionProblem } {
  const box = boxOf(draft, image)
  if (box === null) return { problem: 'number' }
  const cut = cutTo(box, image)
  if (cut === null) return { problem: 'outside' }
  const mpp = draft.mpp === '' ? undefined : parseNumber(draft.mpp)
  if (mpp === null || (mpp !== undefined && (mpp <= 0 || mpp > 1000))) return { problem: 'mpp' }
  if (mpp !== undefined && mpp < finest(image) * 0.999) return { problem: 'finer' }
  const { format, icc } = draft
  const request: RegionRequest = { ...cut, ...(mpp !== undefined && { mpp }), format, icc, ...plane }
  const plan = planRegion(image.pyramid, request)
  if (plan === 'outside') return { problem: 'outside' }
  if (plan === 'no_scale') return { problem: 'mpp' }
  const problem = tooLarge(plan, format, image)
  if (problem !== null) return { problem }
  return {
    request,
    plan,
    bytes: estimatedBytes(plan, format, image.pyramid),
    isDirect: format !== 'tiff' && isWithin(plan, exportLimits.direct),
  }
}

/** µm per pixel at full resolution: the finer of both directions. 0 where unknown. */
export function finest({ pyramid: { mpp_x: x, mpp_y: y } }: ViewedImage): number {
  return x === null || y === null ? 0 : Math.min(x, y)
}

function tooLarge(plan: RegionPlan, format: RegionFormat, { pyramid }: ViewedImage): RegionProblem | null {
  if (format !== 'tiff') return isWithin(plan, exportLimits.picture) ? null : 'picture'
  const channels = Math.max(1, pyramid.channels.length)
  return plan.outputWidth * plan.outputHeight * channels <= exportLimits.tiff.pixels ? null : 'tiff'
}

const isWithin = ({ outputWidth, outputHeight }: RegionPlan, limit: { pixels: number; side: number }) =>
  outputWidth * outputHeight <= limit.pixels && Math.max(outputWidth, outputHeight) <= limit.side

/** In whole pixels of full resolution; null where something is no number. */
function boxOf({ unit, ...typed }: RegionDraft, { space }: ViewedImage): Box | null {
  const [x, y, width, height] = [typed.x, typed.y, typed.width, typed.height].map(parseNumber)
  if (x == null || y == null || width == null || height == null || width <= 0 || height <= 0) return null
  if (unit === 'px') return { x, y, width, height }
  const step = stepLengths(space.placement)
  const corner = applyAffine(invert(space.placement), { x, y })
  return { ...corner, width: width / step.x, height: height / step.y }
}

/** The whole pixels of a box that lie in the image; null where none do. */
export function cutTo(box: Box, { space }: ViewedImage): Box | null {
  const left = Math.max(0, Math.round(box.x))
  const top = Math.max(0, Math.round(box.y))
  const width = Math.min(space.width, Math.round(box.x + box.width)) - left
  const height = Math.min(space.height, Math.round(box.y + box.height)) - top
  return width > 0 && height > 0 ? { x: left, y: top, width, height } : null
}

/** A box as it is typed. */
export function typedBox(
  box: Box,
  unit: PlaceUnit,
  { space }: ViewedImage,
): Pick<RegionDraft, 'x' | 'y' | 'width' | 'height'> {
  const step = unit === 'px' ? { x: 1, y: 1 } : stepLengths(space.placement)
  const corner = unit === 'px' ? box : applyAffine(space.placement, box)
  return {
    x: rounded(corner.x, unit),
    y: rounded(corner.y, unit),
    width: rounded(box.width * step.x, unit),
    height: rounded(box.height * step.y, unit),
  }
}

/** Fine enough for any pixel to be told from the next. */
const rounded = (value: number, unit: PlaceUnit) =>
  String(unit === 'px' ? Math.round(value) : Math.round(value * 1000) / 1000)
