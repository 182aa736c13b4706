import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSlide } from '../../slides/src/index.ts'
import { compressions, photometrics } from '../../slides/src/tiff/tags.ts'
import { aperioPages, writeSlideFile } from './slide-file.ts'
import { tileSide } from './slide-tiles.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'slide-file-'))
})
afterAll(() => rm(folder, { recursive: true }))

test('a made file opens as that of a scanner, and its tiles are the given ones in turn', async () => {
  const grey = { compression: compressions.none, photometric: photometrics.blackIsZero, samples: 1, bits: 8 }
  const tiles = [10, 20, 30].map((value) => new Uint8Array(tileSide * tileSide).fill(value))
  const path = join(folder, 'made.svs')
  const extents = await writeSlideFile(path, aperioPages(200_000), grey, tiles)
  expect(extents.map(({ length }) => length)).toEqual([65_536, 65_536, 65_536])

  const slide = await openSlide(path)
  const [image] = slide.images
  expect(slide.vendor).toBe('aperio')
  expect(slide.associated.map(({ kind }) => kind)).toEqual(['thumbnail', 'label', 'macro'])
  expect(image?.levels.map(({ width }) => width)).toEqual([200_000, 50_000, 12_500, 3125])
  const values: unknown[] = []
  for (const x of [0, 1, 2, 3]) values.push((await image?.rawTile(0, x, 0))?.data[0])
  values.push((await image?.rawTile(0, 781, 781))?.data.at(-1))
  // The last of 782 × 782 tiles is number 611,523.
  expect(values).toEqual([10, 20, 30, 10, [10, 20, 30][611_523 % 3]])
  await slide.close()
})
