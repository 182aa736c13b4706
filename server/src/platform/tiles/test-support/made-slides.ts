import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPyramid, makeSlide, type PixelTile } from '@cresyl/slides'
import { shareCompiled } from '../../test-compiled.ts'
import type { ImageLocation } from '../image-location.ts'

export interface MadeSlides {
  readonly folder: string
  readonly brightfield: string
  readonly fluorescence: string
  remove(): Promise<void>
}

/** Two small slides in a folder of their own. */
export async function makeTestSlides(): Promise<MadeSlides> {
  const folder = await mkdtemp(join(tmpdir(), 'tiles-'))
  await shareCompiled(folder)
  const brightfield = join(folder, 'he.tiff')
  const fluorescence = join(folder, 'fluorescence.ome.tiff')
  await makeSlide(brightfield, { stain: 'he', seed: 7, width: 700, height: 520 })
  await makeSlide(fluorescence, { stain: 'fluorescence', seed: 8, width: 600, height: 520 })
  return { folder, brightfield, fluorescence, remove: () => rm(folder, { recursive: true }) }
}

/** A slide of one plain tile after the other, of one value each. */
export async function makePlainSlide(
  path: string,
  width: number,
  height: number,
  value: number,
  icc?: Uint8Array,
): Promise<void> {
  const writer = await createPyramid(path, {
    width,
    height,
    pixelType: 'u8',
    samples: 3,
    container: 'bigtiff',
    compression: { kind: 'deflate' },
    icc,
  })
  for (let y = 0; y * 256 < height; y += 1) {
    for (let x = 0; x * 256 < width; x += 1) {
      const size = { width: Math.min(256, width - x * 256), height: Math.min(256, height - y * 256) }
      const data = new Uint8Array(size.width * size.height * 3).fill(value)
      const tile: PixelTile = { ...size, samples: 3, pixelType: 'u8', data }
      await writer.writeTile(x, y, tile)
    }
  }
  await writer.finish()
}

export const locate = (path: string, changes: Partial<ImageLocation> = {}): ImageLocation => ({
  imageId: path,
  fileId: path,
  source: { kind: 'file', path },
  part: 'image 0',
  ...changes,
})
