import type { Pyramid } from '@cresyl/contract/slides/viewers'
import { type ViewedImage, viewedImage } from '../../../engine/viewer/viewed-image.ts'

/** A slide of 40,000 × 20,000 pixels, scanned at 40× with 0.25 µm a pixel unless said otherwise. */
export function testImage(change: Partial<Pyramid> = {}): ViewedImage {
  return viewedImage({
    image_id: '01977bd0-0000-7000-8000-000000000001',
    slide_id: null,
    width: 40_000,
    height: 20_000,
    mpp_x: 0.25,
    mpp_y: 0.25,
    objective: 40,
    pixel_type: 'u8',
    bit_depth: 8,
    samples: 3,
    size_z: 1,
    size_t: 1,
    has_icc: false,
    channels: [],
    levels: [],
    ...change,
  })
}

export const unscaled = { mpp_x: null, mpp_y: null, objective: null } as const
