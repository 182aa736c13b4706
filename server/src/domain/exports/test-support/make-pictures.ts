import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPyramid, makeSlide, type PixelTile } from '@cresyl/slides'

export interface TestPictures {
  /** RGB of 500 × 400 pixels at 0.25 µm/px, stored without loss. */
  readonly colors: string
  /** Two channels of 16 bits. */
  readonly fluorescence: string
  /** Three focus planes at two times, each of one value: 10 × (z + 1) + 100 × t. */
  readonly stack: string
  remove(): Promise<void>
}

export async function makeTestPictures(): Promise<TestPictures> {
  const folder = await mkdtemp(join(tmpdir(), 'exports-'))
  const [colors, fluorescence, stack] = ['colors.tiff', 'fluorescence.ome.tiff', 'stack.ome.tiff'].map(
    (name) => join(folder, name),
  ) as [string, string, string]
  await makeColors(colors)
  await makeSlide(fluorescence, { stain: 'fluorescence', seed: 8, width: 400, height: 300 })
  await makeStack(stack)
  return { colors, fluorescence, stack, remove: () => rm(folder, { recursive: true }) }
}

async function makeColors(path: string): Promise<void> {
  const [width, height, side] = [500, 400, 256]
  const writer = await createPyramid(path, {
    width,
    height,
    pixelType: 'u8',
    samples: 3,
    container: 'bigtiff',
    compression: { kind: 'deflate' },
    mpp: { x: 0.25, y: 0.25 },
  })
  for (let y = 0; y * side < height; y += 1) {
    for (let x = 0; x * side < width; x += 1) {
      await writer.writeTile(
        x,
        y,
        waves(x * side, y * side, Math.min(side, width - x * side), Math.min(side, height - y * side)),
      )
    }
  }
  await writer.finish()
}

/** No two places alike, and nowhere plain. */
function waves(left: number, top: number, width: number, height: number): PixelTile {
  const data = new Uint8Array(width * height * 3)
  let at = 0
  for (let y = top; y < top + height; y += 1) {
    for (let x = left; x < left + width; x += 1) {
      for (let s = 0; s < 3; s += 1)
        data[at++] = 128 + 100 * Math.sin((x + s * 40) / 9) * Math.cos((y - s) / 13)
    }
  }
  return { width, height, samples: 3, pixelType: 'u8', data }
}

async function makeStack(path: string): Promise<void> {
  const size = { width: 64, height: 48 }
  const writer = await createPyramid(path, {
    ...size,
    pixelType: 'u8',
    samples: 1,
    container: 'ome-tiff',
    sizeZ: 3,
    sizeT: 2,
    compression: { kind: 'deflate' },
  })
  for (let z = 0; z < 3; z += 1) {
    for (let t = 0; t < 2; t += 1) {
      const data = new Uint8Array(size.width * size.height).fill(10 * (z + 1) + 100 * t)
      await writer.writeTile(0, 0, { ...size, samples: 1, pixelType: 'u8', data }, { z, t })
    }
  }
  await writer.finish()
}
