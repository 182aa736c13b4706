import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPyramid, openSlide, type PixelTile, type SlideImage } from '@cresyl/slides'
import type { Picture } from './picture.ts'

const tileSide = 256

/** Writes a picture as scanners do, with a pyramid of JPEG tiles, and hands over what is read of it. */
export async function asWritten<Result>(
  { width, height, rgb }: Picture,
  quality: number,
  work: (image: SlideImage) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'cresyl-validity-'))
  try {
    const path = join(folder, 'slide.tif')
    const writer = await createPyramid(path, {
      width,
      height,
      pixelType: 'u8',
      samples: 3,
      mpp: { x: 1, y: 1 },
      tileSize: tileSide,
      container: 'bigtiff',
      compression: { kind: 'jpeg', quality },
    })
    for (let top = 0; top < height; top += tileSide)
      for (let left = 0; left < width; left += tileSide)
        await writer.writeTile(left / tileSide, top / tileSide, cut(rgb, width, height, left, top))
    await writer.finish()
    const slide = await openSlide(path)
    try {
      return await work(slide.images[0] as SlideImage)
    } finally {
      await slide.close()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function cut(rgb: Uint8Array, width: number, height: number, left: number, top: number): PixelTile {
  const size = { width: Math.min(tileSide, width - left), height: Math.min(tileSide, height - top) }
  const data = new Uint8Array(size.width * size.height * 3)
  for (let row = 0; row < size.height; row += 1) {
    const start = ((top + row) * width + left) * 3
    data.set(rgb.subarray(start, start + size.width * 3), row * size.width * 3)
  }
  return { ...size, samples: 3, pixelType: 'u8', data }
}
