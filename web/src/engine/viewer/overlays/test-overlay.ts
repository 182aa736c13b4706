import type { TileRange } from '@cresyl/contract/qc/qc-measures'
import { sourceSpace, withPixels } from '@cresyl/contract/slides/image-space'
import type { Pyramid } from '@cresyl/contract/slides/viewers'
import type { ClassMap, HeatMap, Mask } from './overlay.ts'

/** The image that overlays of tests lie on: 4000 × 2000 pixels of 0.5 µm. */
export const testImageSpace = sourceSpace({
  frame: 'scan',
  width: 4000,
  height: 2000,
  mpp: { x: 0.5, y: 0.5 },
})

/** Each pixel covers 100 × 100 of the image; tiles have 32 × 16 pixels at most. */
function lying(levels: readonly number[]) {
  const [width, height] = [40, 20]
  const pyramid: Pyramid = {
    image_id: 'overlay',
    slide_id: null,
    width,
    height,
    mpp_x: null,
    mpp_y: null,
    objective: null,
    pixel_type: 'u8',
    bit_depth: 8,
    samples: 1,
    size_z: 1,
    size_t: 1,
    has_icc: false,
    channels: [],
    levels: levels.map((downsample) => ({
      width: width / downsample,
      height: height / downsample,
      tile_width: 32,
      tile_height: 16,
      downsample,
    })),
  }
  return { pyramid, space: withPixels(testImageSpace, width, height) }
}

export const testHeatMap = (range: TileRange): HeatMap => ({ ...lying([1, 2]), kind: 'heatmap', range })
export const testMask = (): Mask => ({ ...lying([1, 2, 4]), kind: 'mask', tone: 'fault' })
export const testClassMap = (colours: ClassMap['colours']): ClassMap => ({
  ...lying([1, 2, 4]),
  kind: 'classes',
  colours,
})
