import { expect, test } from 'vitest'
import { type ChunkResult, decodeChunk, encodeChunk, openChunk } from './chunk-file.ts'

const tile = { output: 'a', channel: 0, level: 0 }
const chunk: ChunkResult = {
  pixels: [
    { ...tile, x: 0, y: 0, bytes: Uint8Array.of(1, 2, 3) },
    { ...tile, x: 1, y: 0, bytes: Uint8Array.of(4) },
    { ...tile, channel: 1, x: 1, y: 0, bytes: Uint8Array.of(5, 6) },
  ],
  things: [{ output: 'b', level: 0, x: 3, y: 4, count: 7, bytes: Uint8Array.of(9, 9) }],
  tallies: { tissue: 12.5 },
  computed: 3,
  skipped: 1,
}

test('a chunk comes back as it was', () => {
  const back = decodeChunk(encodeChunk(chunk))
  const plain = ({ bytes, ...rest }: { bytes: Uint8Array }) => ({ ...rest, bytes: [...bytes] })
  expect(back?.pixels.map(plain)).toEqual(chunk.pixels.map(plain))
  expect(back?.things.map(plain)).toEqual(chunk.things.map(plain))
  expect(back).toMatchObject({ tallies: { tissue: 12.5 }, computed: 3, skipped: 1 })
})

test.each([1, 2000])('single tiles of a chunk of %i are found without reading the others', async (copies) => {
  // So many that the header is longer than what is read at first.
  const pixels = Array.from({ length: copies }, (_, level) =>
    chunk.pixels.map((each) => ({ ...each, level })),
  ).flat()
  const bytes = encodeChunk({ ...chunk, pixels })
  const index = await openChunk(async (offset, length) => bytes.subarray(offset, offset + length))
  const place = { output: 'a', channel: 1, level: copies - 1, x: 1, y: 0 }
  const { offset = 0, length = 0 } = index.find(place) ?? {}
  expect([...bytes.subarray(offset, offset + length)]).toEqual([5, 6])
  expect(index.find({ ...place, x: 7 })).toBeUndefined()
})

test('a chunk that came back damaged is none', () => {
  const damaged = Buffer.from(encodeChunk(chunk))
  damaged.writeUInt8(damaged.readUInt8(40) ^ 1, 40)
  expect(decodeChunk(damaged)).toBeUndefined()
  expect(decodeChunk(Buffer.from('not a chunk'))).toBeUndefined()
})
