import type { Box } from '@cresyl/contract/slides/image-space'
import { newPixels, type PixelData, type PixelMemory, type SlideImage, sampleRegion } from '@cresyl/slides'
import { toRgb, toSingle } from '../overview/pixels.ts'
import type { InputTile } from './predictor.ts'
import { reused } from './reused-memory.ts'
import type { RunPlan } from './run-plan.ts'
import { type TissueMask, tissueIn } from './tissue-mask.ts'

/** Where tiles come from: an image, and what is known of it. */
export interface TileSource {
  readonly image: SlideImage
  readonly plan: RunPlan
  readonly mask: TissueMask
}

/** What one tile after another is read into. */
export interface TileMemory {
  /** For each plane. */
  readonly planes: readonly PixelMemory[]
  readonly tissue: (length: number) => Uint8Array
}

export function createTileMemory({ image, plan }: Pick<TileSource, 'image' | 'plan'>): TileMemory {
  const planes = plan.planes.map((): PixelMemory => {
    const take = reused((length) => newPixels(image.pixelType, length))
    return (_, length) => take(length)
  })
  return { planes, tissue: reused((length) => new Uint8Array(length)) }
}

/**
 * Reads a part of the grid with its halo, from the best level, in the form that predictors take.
 * @param memory holds the tile until the next one is read; it has its own where left out.
 */
export async function readInputTile(
  { image, plan, mask }: TileSource,
  box: Box,
  halo: number,
  signal?: AbortSignal,
  memory?: TileMemory,
): Promise<InputTile> {
  const outer = {
    x: box.x - halo,
    y: box.y - halo,
    width: box.width + 2 * halo,
    height: box.height + 2 * halo,
  }
  const { width, height } = outer
  const region = {
    x: plan.x + outer.x * plan.stepX,
    y: plan.y + outer.y * plan.stepY,
    width: width * plan.stepX,
    height: height * plan.stepY,
    outputWidth: width,
    outputHeight: height,
  }
  const isColour = mask.modality === 'brightfield'
  const planes: PixelData[] = []
  for (const [index, plane] of plan.planes.entries()) {
    const tile = await sampleRegion(image, { ...region, plane, memory: memory?.planes[index] }, signal)
    planes.push(isColour ? toRgb(tile, image) : toSingle(tile))
  }
  if (isColour) whiten(planes, { image, plan }, outer)
  const tissue = tissueIn(mask, plan, outer, memory?.tissue)
  return { width, height, halo, planes, samples: isColour ? 3 : 1, tissue }
}

/** Beyond the image there is white: a grey image, whose own background is black, has black there. */
function whiten(
  planes: readonly PixelData[],
  { image, plan }: Pick<TileSource, 'image' | 'plan'>,
  box: Box,
): void {
  if (image.samples === 3 && image.pixelType === 'u8') return
  const isOutside = (place: number, start: number, step: number, size: number) => {
    const centre = start + (place + 0.5) * step
    return centre < 0 || centre >= size
  }
  for (let row = 0; row < box.height; row += 1) {
    const isRowOutside = isOutside(box.y + row, plan.y, plan.stepY, image.height)
    for (let column = 0; column < box.width; column += 1) {
      if (!isRowOutside && !isOutside(box.x + column, plan.x, plan.stepX, image.width)) continue
      const at = 3 * (row * box.width + column)
      for (const plane of planes) plane.fill(255, at, at + 3)
    }
  }
}

/** The largest value that pixels of an image can have; 1 for floating-point ones. */
export const largestValue = ({ pixelType, bitDepth }: Pick<SlideImage, 'pixelType' | 'bitDepth'>): number =>
  pixelType === 'f32' ? 1 : 2 ** bitDepth - 1
