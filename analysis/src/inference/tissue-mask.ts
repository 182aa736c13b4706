import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Modality } from '@cresyl/contract/qc/qc-measures'
import type { Box } from '@cresyl/contract/slides/image-space'
import type { SlideImage } from '@cresyl/slides'
import { lookAtOverview } from '../overview/first-look.ts'
import { planOverview } from '../overview/plan-overview.ts'
import { readOverview } from '../overview/read-overview.ts'
import type { RunPlan } from './run-plan.ts'

/** Where tissue lies, as quality control sees it: about 8 µm a pixel, more of large slides. */
export interface TissueMask {
  readonly modality: Modality
  readonly width: number
  readonly height: number
  /** Not 0 where there is tissue. */
  readonly data: Uint8Array
  /** Pixels of full resolution that one of its pixels spans. */
  readonly stepX: number
  readonly stepY: number
}

export interface LookOptions {
  readonly z: number
  readonly t: number
  readonly signal?: AbortSignal | undefined
}

/**
 * So many of the overview, all channels together: beyond, its pixels get larger than 8 µm, and not the memory that
 * looking takes. 64,000 × 64,000 pixels of 0.25 µm in colour are still seen at 8 µm.
 */
const mostSamples = 12_000_000

export async function findTissueOf(image: SlideImage, { z, t, signal }: LookOptions): Promise<TissueMask> {
  const plan = planOverview(image, z, t, mostSamples)
  const raw = await readOverview(image, plan, { signal, onTile: () => {}, onMissing: () => {} })
  const { modality, tissue } = lookAtOverview(image, plan, raw)
  const { stepX, stepY } = plan.overview.grid
  return { modality, width: tissue.width, height: tissue.height, data: tissue.data, stepX, stepY }
}

/** The mask in pixels of the grid; outside the image there is no tissue. */
export function tissueIn(
  mask: TissueMask,
  plan: RunPlan,
  { x, y, width, height }: Box,
  memory: (length: number) => Uint8Array = (length) => new Uint8Array(length),
): Uint8Array {
  const tissue = memory(width * height).fill(0)
  const columns = new Int32Array(width)
  for (let i = 0; i < width; i += 1)
    columns[i] = indexOf(plan.x + (x + i + 0.5) * plan.stepX, mask.stepX, mask.width)
  for (let row = 0, before = -1; row < height; row += 1) {
    const line = indexOf(plan.y + (y + row + 0.5) * plan.stepY, mask.stepY, mask.height)
    if (line < 0) continue
    const start = row * width
    // Many rows lie in the same one of the mask.
    if (line === before) tissue.copyWithin(start, start - width, start)
    else
      for (let i = 0; i < width; i += 1) {
        const column = columns[i] as number
        if (column >= 0 && mask.data[line * mask.width + column]) tissue[start + i] = 1
      }
    before = line
  }
  return tissue
}

/** Whether any of a part of the grid is tissue. */
export function hasTissue(mask: TissueMask, plan: RunPlan, { x, y, width, height }: Box): boolean {
  const begin = (value: number, step: number) => Math.max(0, Math.floor(value / step))
  const end = (value: number, step: number, size: number) => Math.min(size, Math.ceil(value / step))
  const right = end(plan.x + (x + width) * plan.stepX, mask.stepX, mask.width)
  const bottom = end(plan.y + (y + height) * plan.stepY, mask.stepY, mask.height)
  const left = begin(plan.x + x * plan.stepX, mask.stepX)
  for (let line = begin(plan.y + y * plan.stepY, mask.stepY); line < bottom; line += 1)
    for (let column = left; column < right; column += 1)
      if (mask.data[line * mask.width + column]) return true
  return false
}

function indexOf(position: number, step: number, size: number): number {
  const index = Math.floor(position / step)
  return index < size ? index : -1
}

/** For other machines that work on the same run. */
export function packMask({ data, ...rest }: TissueMask): Uint8Array {
  const header = Buffer.from(`${JSON.stringify(rest)}\n`)
  return Buffer.concat([header, deflateRawSync(data)])
}

export function unpackMask(packed: Uint8Array): TissueMask {
  const bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.length)
  const end = bytes.indexOf('\n')
  const rest = JSON.parse(bytes.toString('utf8', 0, end)) as Omit<TissueMask, 'data'>
  return { ...rest, data: new Uint8Array(inflateRawSync(bytes.subarray(end + 1))) }
}
