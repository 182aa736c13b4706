import { describe, expect, it } from 'vitest'
import { SlideError } from '../errors.ts'
import { memorySource } from '../source/memory-source.ts'
import { seeded } from '../test-support/seeded.ts'
import { openTiff } from './open-tiff.ts'
import { openPage } from './page.ts'
import { compressions } from './tags.ts'
import { makeTiff } from './test-support/make-tiff.ts'
import type { TestTiff } from './test-support/test-page.ts'
import { testPixels, testValues } from './test-support/test-pixels.ts'
import type { TiffDirectory, TiffFile } from './tiff.ts'

const { lzw, deflate, jpeg, zstd } = compressions
const pixels = testPixels('u8', 40 * 30 * 3)
const size = { width: 40, height: 30 }
const originals: Record<string, TestTiff> = {
  'planes, LZW and a turned SubIFD': {
    big: true,
    bigEndian: true,
    pages: [
      {
        ...size,
        samples: 3,
        planar: 2,
        pixels,
        compression: lzw,
        predictor: 2,
        tileWidth: 16,
        subPages: [{ width: 20, height: 15, bits: 4, pixels: testValues(300, 4), orientation: 6 }],
      },
    ],
  },
  'packed YCbCr': {
    pages: [
      {
        ...size,
        samples: 3,
        photometric: 6,
        ycbcrSubSampling: [2, 2],
        pixels,
        compression: deflate,
        rowsPerStrip: 8,
      },
    ],
  },
  'JPEG with tables': {
    pages: [
      { ...size, samples: 3, photometric: 6, pixels, compression: jpeg, sharedTables: true, tileWidth: 16 },
    ],
  },
  'one strip of floating-point numbers': {
    bigEndian: true,
    pages: [{ ...size, bits: 32, format: 'float', pixels: testPixels('f32', 1200) }],
  },
  'Zstd in tiles': {
    pages: [{ ...size, bits: 16, pixels: testPixels('u16', 1200), compression: zstd, tileWidth: 32 }],
  },
}

describe.each(Object.keys(originals))('a file of %s', (name) => {
  it('with bytes changed at random is read or refused with a reason', async () => {
    const original = await makeTiff(originals[name] as TestTiff)
    const random = seeded(7)
    let refused = 0
    for (let round = 0; round < 150; round++) {
      const bytes = original.slice()
      for (let changes = 1 + random.below(5); changes > 0; changes--) {
        // Half of them in the last bytes, where the directory and its values are.
        const back =
          random.below(2) === 0 ? random.below(Math.min(400, bytes.length)) : random.below(bytes.length)
        bytes[bytes.length - 1 - back] = [0, 1, 255, random.below(256)][random.below(4)] as number
      }
      const cut = random.below(10) === 0 ? bytes.slice(0, random.below(bytes.length)) : bytes
      for (const error of await errorsOf(cut)) {
        expect(error).toBeInstanceOf(SlideError)
        refused++
      }
    }
    expect(refused).toBeGreaterThan(20)
  })
})

/** What goes wrong when everything is opened and the first and the last tile are read. */
async function errorsOf(bytes: Uint8Array): Promise<unknown[]> {
  const errors: unknown[] = []
  const attempt = <T>(promise: Promise<T>) =>
    promise.catch((error: unknown) => {
      errors.push(error)
      return undefined
    })
  const file = await attempt(openTiff(memorySource(bytes)))
  for (const directory of file?.directories ?? []) {
    const below = (await attempt(directory.subDirectories())) ?? []
    for (const one of [directory, ...below]) await attempt(readCorners(file as TiffFile, one))
  }
  return errors
}

async function readCorners(file: TiffFile, directory: TiffDirectory): Promise<void> {
  const page = await openPage(file, directory)
  const right = Math.ceil(page.width / page.tileWidth) - 1
  const bottom = Math.ceil(page.height / page.tileHeight) - 1
  await page.rawTile(0, 0)
  await page.encodedTile(0, 0)
  await page.rawTile(right, bottom)
}
