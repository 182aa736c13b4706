import { ApiError } from '@cresyl/contract/api/errors'
import { exportLimits } from '@cresyl/contract/api/limits'
import {
  planRegion,
  type RegionFormat,
  type RegionPlan,
  type RegionRequest,
} from '@cresyl/contract/slides/exports'
import type { RegionSource } from './region-source.ts'

/** What will be made of a request; refuses what the image doesn't have. */
export function planExport({ image }: RegionSource, request: RegionRequest): RegionPlan {
  requirePlane('z', request.z, image.sizeZ, 'focus plane')
  requirePlane('t', request.t, image.sizeT, 'time')
  const { width, height, mppX, mppY } = image
  const plan = planRegion({ width, height, mpp_x: mppX, mpp_y: mppY }, request)
  if (plan === 'outside') {
    refuse('x', `The rectangle is outside the image, which has ${width} × ${height} pixels.`)
  }
  if (plan === 'no_scale') {
    refuse('mpp', 'The pixel size of this image is unknown. Leave out mpp to get it at full resolution.')
  }
  return plan
}

function requirePlane(field: 'z' | 't', asked: number, size: number, what: string): void {
  if (asked < size) return
  const there = size === 1 ? `one ${what}` : `${size} ${what}s`
  refuse(field, `This image has ${there}, counted from 0: there is no ${asked}.`)
}

/** Refuses what takes too long, or too much memory, to be made while someone waits. */
export function requireDirect(plan: RegionPlan, { format }: RegionRequest): Exclude<RegionFormat, 'tiff'> {
  const { pixels, side } = exportLimits.direct
  if (format === 'tiff') {
    refuse('format', `A TIFF is created in the background: ${askForJob}. JPEG and PNG are available at once.`)
  }
  if (isWithin(plan, pixels, side)) return format
  const most = `at once at most ${megapixels(pixels)}, and ${side} pixels a side, are available`
  refuse(
    'width',
    `${wouldBe(plan)}; ${most}. Choose a smaller region or a coarser µm/px, or export it in the background: ${askForJob}.`,
  )
}

/** Refuses what not even a job makes. */
export function requireMakeable(plan: RegionPlan, { format }: RegionRequest, channels: number): void {
  const { enlarged } = exportLimits
  if (plan.outputWidth > enlarged * plan.width + 1 || plan.outputHeight > enlarged * plan.height + 1) {
    refuse(
      'mpp',
      `${wouldBe(plan)}, more than ${enlarged} times the image's own resolution. Choose a coarser µm/px.`,
    )
  }
  if (format === 'tiff') {
    const { pixels } = exportLimits.tiff
    if (plan.outputWidth * plan.outputHeight * channels <= pixels) return
    const planes = channels === 1 ? '' : ` in each of ${channels} channels`
    refuse(
      'width',
      `${wouldBe(plan)}${planes}; at most ${megapixels(pixels)} are exported. Choose a smaller region or a coarser µm/px.`,
    )
  }
  const { pixels, side } = exportLimits.picture
  if (isWithin(plan, pixels, side)) return
  const most = `a ${format.toUpperCase()} holds at most ${megapixels(pixels)}, and ${side} pixels a side`
  refuse('format', `${wouldBe(plan)}; ${most}. Choose TIFF, a smaller region or a coarser µm/px.`)
}

const askForJob = 'ask for an export (POST /api/images/{id}/exports/)'

const isWithin = ({ outputWidth, outputHeight }: RegionPlan, pixels: number, side: number) =>
  outputWidth * outputHeight <= pixels && Math.max(outputWidth, outputHeight) <= side

const wouldBe = ({ outputWidth, outputHeight }: RegionPlan) =>
  `This would be ${outputWidth} × ${outputHeight} pixels (${megapixels(outputWidth * outputHeight)})`

function megapixels(pixels: number): string {
  const count = pixels / 1_000_000
  return `${(count < 10 ? Math.round(count * 10) / 10 : Math.round(count)).toLocaleString('en')} megapixels`
}

function refuse(field: string, detail: string): never {
  throw new ApiError('invalid_input', { detail, fields: { [field]: [detail] } })
}
