import { expect, test } from 'vitest'
import { type ChunkResult, decodeChunk, encodeChunk } from './chunk-file.ts'

const tile = { output: 'a', channel: 0, level: 0 }
const chunk: ChunkResult = {
  pixels: [
    { ...tile, x: 0, y: 0, bytes: Uint8Array.of(1, 2, 3) },
    { ...tile, x: 1, y: 0, bytes: Uint8Array.of(4) },
    { ...tile, channel: 1, x: 1, y: 0, bytes: Uint8Array.of(5, 6) },
  ],
  things: [{ output: 'b', level: 0, x: 3, y: 4, count: 7, bytes: Uint8Array.of(9, 9) }],
  tallies: { tissue: 12.5 },
  ...{ computed: 3, skipped: 1 },
}

test('a chunk comes back as it was', () => {
  const back = decodeChunk(encodeChunk(chunk))
  const plain = ({ bytes, ...rest }: { bytes: Uint8Array }) => ({ ...rest, bytes: [...bytes] })
  expect(back.pixels.map(plain)).toEqual(chunk.pixels.map(plain))
  expect(back.things.map(plain)).toEqual(chunk.things.map(plain))
  expect(back).toMatchObject({ tallies: { tissue: 12.5 }, computed: 3, skipped: 1 })
})
