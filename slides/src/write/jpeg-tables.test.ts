import { expect, test } from 'vitest'
import { decodeJpeg, encodeJpeg } from '../codecs/jpeg.ts'
import { assembleJpeg } from '../codecs/jpeg-stream.ts'
import { tablesOf, withoutTables } from './jpeg-tables.ts'
import { cut, makePicture } from './test-support/picture.ts'

const jpeg = { quality: 90, subsampling: '4:2:0' } as const
const encode = (seed: number) => encodeJpeg(cut(makePicture(32, 32, 3, 'u8', seed), 0, 0, 32, 32), jpeg)

test('a JPEG without its tables is the same picture once they are put back', async () => {
  const whole = await encode(1)
  const tables = tablesOf(whole)
  const tile = withoutTables(Uint8Array.from(whole), tables)
  expect(tile.length).toBeLessThan(whole.length - 300)
  const expected = { width: 32, height: 32, samples: 3 }
  const joined = assembleJpeg({ tables, tile, photometric: 'ycbcr' })
  expect(await decodeJpeg(joined, expected)).toEqual(await decodeJpeg(whole, expected))
})

test('a JPEG with other tables stays whole', async () => {
  const tables = tablesOf(await encodeJpeg(cut(makePicture(32, 32), 0, 0, 32, 32), { ...jpeg, quality: 50 }))
  const whole = await encode(2)
  expect(withoutTables(Uint8Array.from(whole), tables)).toEqual(Uint8Array.from(whole))
  // Fewer tables than the shared ones are others too.
  const grey = await encodeJpeg(cut(makePicture(32, 32, 1), 0, 0, 32, 32), jpeg)
  expect(withoutTables(Uint8Array.from(grey), tablesOf(whole))).toEqual(Uint8Array.from(grey))
})
