import { readdirSync, readFileSync } from 'node:fs'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { memorySource } from '../source/memory-source.ts'
import { readSample, samplePath, samplesFolder } from '../test-support/test-samples.ts'
import { openTiff } from './open-tiff.ts'
import { openPage } from './page.ts'
import { countingSource, openMade } from './test-support/open-bytes.ts'
import { readRegion } from './test-support/read-region.ts'
import type { TiffPage } from './tiff.ts'

interface Reference {
  readonly file: string
  readonly page?: number
  readonly crops: readonly {
    png: string
    level: number
    x: number
    y: number
    width: number
    height: number
  }[]
}

it('a region is put together of the tiles that it touches', async () => {
  const pixels = Uint16Array.from({ length: 50 * 40 }, (_, index) => index)
  const page = await openMade({ width: 50, height: 40, bits: 16, pixels, tileWidth: 16 })
  const { data } = await readRegion(page, 10, 12, 30, 25)
  const expected = Array.from({ length: 30 * 25 }, (_, i) => (12 + Math.floor(i / 30)) * 50 + 10 + (i % 30))
  expect([...data]).toEqual(expected)
})

if (samplesFolder) {
  const openSample = async (...names: string[]) => {
    const source = countingSource(memorySource(new Uint8Array(await readSample(...names))))
    return { source, file: await openTiff(source) }
  }

  describe.each(['tiff', 'svs', 'ome', 'qptiff'])('the samples of %s', (folder) => {
    it.each(readdirSync(samplePath(folder)))('%s opens cheaply, and its tiles are read', async (name) => {
      const { source, file } = await openSample(folder, name)
      expect(source.counted.bytes).toBeLessThanOrEqual(64 * 1024)
      for (const directory of [
        ...file.directories.slice(0, 4),
        ...(await subDirectoriesOf(file.directories[0])),
      ]) {
        const refusal = refused[`${name} ${directory.label}`] ?? refused[name]
        if (refusal) {
          await expect(openPage(file, directory)).rejects.toMatchObject(refusal)
          continue
        }
        const page = await openPage(file, directory)
        const right = Math.ceil(page.width / page.tileWidth) - 1
        const bottom = Math.ceil(page.height / page.tileHeight) - 1
        for (const [x, y] of [
          [0, 0],
          [right, bottom],
        ] as const) {
          const tile = await page.rawTile(x, y)
          expect(tile.data.length).toBe(tile.width * tile.height * page.samples)
          const passesThrough = page.compression === 'JPEG' && page.tiled
          expect((await page.encodedTile(x, y)) !== null).toBe(passesThrough)
        }
      }
    })
  })

  const refused: Record<string, { code: string; reason: string }> = {
    'li_zero_gi.tif': { code: 'malformed', reason: 'has an image of 2 × 0 pixels' },
  }

  const subDirectoriesOf = async (directory?: {
    subDirectories(): Promise<readonly TiffPage['directory'][]>
  }) => (await directory?.subDirectories()) ?? []

  describe('what other programs read', () => {
    const references = JSON.parse(readFileSync(samplePath('reference', 'index.json'), 'utf8')) as Reference[]
    const crops = references.flatMap(({ file, page, crops: of }) =>
      of.map((crop) => ({ ...crop, file, page })),
    )
    const read = async (file: string, directory: number) => {
      const opened = await openSample(...file.split('/'))
      return openPage(opened.file, opened.file.directories[directory] as TiffPage['directory'])
    }
    const readPng = async (name: string) => {
      const png = sharp(samplePath('reference', name)).removeAlpha()
      return (await png.toColourspace('srgb').raw().toBuffer({ resolveWithObject: true })).data
    }

    it.each(crops.filter(({ level, page }) => page !== undefined || level === 0))(
      'is read: $png',
      async (crop) => {
        const page = await read(crop.file, crop.page ?? 0)
        const region = await readRegion(page, crop.x, crop.y, crop.width, crop.height)
        const allowed = { JPEG: 2, 'JPEG 2000': 1 }[page.compression] ?? 0
        expect(largestDifference(region.data, region.samples, await readPng(crop.png))).toBeLessThanOrEqual(
          allowed,
        )
      },
    )

    it('is read at a lower resolution too, once shifted as OpenSlide does', async () => {
      const page = await read('svs/tcga-cr-7395-01a-01-ts1.svs', 2)
      // Positions are whole pixels of full resolution there: 512 is 255.935 here, and it interpolates.
      const shift = 256 - 512 / 2.0005055500659967
      const { data, width, samples } = await readRegion(page, 255, 255, 257, 257)
      const at = (x: number, y: number, sample: number) => data[(y * width + x) * samples + sample] as number
      const shifted: number[] = []
      for (let y = 1; y < width; y++) {
        for (let x = 1; x < width; x++) {
          for (let sample = 0; sample < 3; sample++) {
            const here = at(x, y, sample) * (1 - shift) + at(x - 1, y, sample) * shift
            const above = at(x, y - 1, sample) * (1 - shift) + at(x - 1, y - 1, sample) * shift
            shifted.push(here * (1 - shift) + above * shift)
          }
        }
      }
      const png = await readPng('tcga-cr-7395-01a-01-ts1.svs.L1.256.256.256x256.png')
      // 1 for the codec, 0.5 for rounding.
      expect(largestDifference(shifted, 3, png)).toBeLessThanOrEqual(1.5)
    })
  })

  /** Grey stands there as RGB. */
  const largestDifference = (ours: ArrayLike<number>, samples: number, theirs: Uint8Array) => {
    let largest = ours.length * 3 === theirs.length * samples ? 0 : Number.POSITIVE_INFINITY
    for (let pixel = 0; pixel < theirs.length / 3; pixel++) {
      for (let channel = 0; channel < 3; channel++) {
        const own = ours[pixel * samples + Math.min(channel, samples - 1)] as number
        largest = Math.max(largest, Math.abs(own - (theirs[pixel * 3 + channel] as number)))
      }
    }
    return largest
  }
}
