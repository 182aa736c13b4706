import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newPixels, type PixelTile } from '../../pixels.ts'
import { createPyramid } from '../../write/create-pyramid.ts'
import type { PyramidOptions } from '../../write/pyramid-options.ts'

/** The value of a sample of the made slides, so that a test can say what it expects. */
export const madeSample = (x: number, y: number, sample: number, channel: number): number =>
  sample === 0 && channel === 0 ? x % 256 : sample === 1 || channel === 1 ? y % 256 : (x + y) % 256

/** Lossless slides in a folder of their own. */
export async function makeSlides() {
  const folder = await mkdtemp(join(tmpdir(), 'cresyl-slides-cli-'))
  const common = { compression: { kind: 'deflate' }, mpp: { x: 0.5, y: 0.5 }, objective: 20 } as const
  await Promise.all([
    write(join(folder, 'rgb.ome.tiff'), {
      ...common,
      width: 1300,
      height: 700,
      pixelType: 'u8',
      samples: 3,
      container: 'ome-tiff',
      provenance: { case: 'A1' },
    }),
    write(join(folder, 'two.ome.tiff'), {
      ...common,
      width: 600,
      height: 400,
      pixelType: 'u16',
      samples: 1,
      container: 'ome-tiff',
      bitDepth: 12,
      channels: [
        { name: 'DAPI', color: 0x0000ff },
        { name: 'FITC', color: 0x00ff00 },
      ],
    }),
  ])
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}

async function write(path: string, options: PyramidOptions): Promise<void> {
  const writer = await createPyramid(path, options)
  for (const c of (options.channels ?? [{}]).keys())
    for (let y = 0; y * 256 < options.height; y++)
      for (let x = 0; x * 256 < options.width; x++)
        await writer.writeTile(x, y, pixels(options, x, y, c), { c })
  await writer.finish()
}

function pixels(
  { width, height, pixelType, samples }: PyramidOptions,
  x: number,
  y: number,
  c: number,
): PixelTile {
  const size = { width: Math.min(256, width - x * 256), height: Math.min(256, height - y * 256) }
  const data = newPixels(pixelType, size.width * size.height * samples)
  for (let row = 0, i = 0; row < size.height; row++)
    for (let column = 0; column < size.width; column++)
      for (let sample = 0; sample < samples; sample++, i++)
        data[i] = madeSample(x * 256 + column, y * 256 + row, sample, c)
  return { ...size, samples, pixelType, data }
}
