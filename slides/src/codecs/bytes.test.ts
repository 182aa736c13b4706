import { Readable } from 'node:stream'
import zlib from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { SlideError } from '../errors.ts'
import { type ByteCompression, decodeBytes } from './bytes.ts'
import { encodeLzw } from './test-support/encode-lzw.ts'
import { encodePackbits } from './test-support/encode-packbits.ts'
import { gradient, mutated, randomBytes, runs } from './test-support/seeded-bytes.ts'
import { deflateBytes } from './zlib.ts'

const encoders: [string, ByteCompression, (bytes: Uint8Array) => Uint8Array | Promise<Uint8Array>][] = [
  ['none', 'none', (bytes) => bytes],
  ['LZW', 'lzw', (bytes) => encodeLzw(bytes)],
  ['old LZW', 'lzw', (bytes) => encodeLzw(bytes, { old: true })],
  ['Deflate', 'deflate', (bytes) => deflateBytes(bytes)],
  ['PackBits', 'packbits', encodePackbits],
  ['Zstd', 'zstd', (bytes) => zlib.zstdCompressSync(bytes)],
]

const contents: [string, Uint8Array][] = [
  ['nothing', new Uint8Array(0)],
  ['one byte', Uint8Array.of(7)],
  ['zeroes', new Uint8Array(100_000)],
  ['runs', runs(70_000)],
  ['noise', randomBytes(20_000)],
  ['a picture', gradient(128, 128, 3)],
]

for (const [name, compression, encode] of encoders) {
  describe(name, () => {
    test.each(contents)('brings back %s', async (_, bytes) => {
      const decoded = await decodeBytes(compression, await encode(bytes), bytes.length)
      expect(Buffer.compare(decoded, bytes)).toBe(0)
      expect(decoded.constructor).toBe(Uint8Array)
    })

    test('gives the first bytes where it holds more', async () => {
      const bytes = gradient(64, 64, 3)
      const encoded = await encode(bytes)
      for (const length of [0, 1, 63, 64, 65, 1000, bytes.length - 1]) {
        expect(await decodeBytes(compression, encoded, length)).toEqual(bytes.subarray(0, length))
      }
    })

    test('says how much is missing where it holds less', async () => {
      const error = await decodeBytes(compression, await encode(runs(500)), 501).catch((e: unknown) => e)
      expect(error).toBeInstanceOf(SlideError)
      expect(error).toMatchObject({ code: 'malformed', reason: 'holds 500 bytes where 501 are expected' })
    })

    test('cut anywhere, is right or an error', async () => {
      const bytes = gradient(12, 8, 3)
      const encoded = await encode(bytes)
      let errors = 0
      for (let length = 0; length < encoded.length; length++) {
        const result = await decodeBytes(compression, encoded.subarray(0, length), bytes.length).catch(
          (e: unknown) => e,
        )
        if (result instanceof Uint8Array) expect(result).toEqual(bytes)
        else expect(result).toBeInstanceOf(SlideError)
        if (result instanceof SlideError) errors++
      }
      expect(errors).toBeGreaterThan(encoded.length * 0.8)
    })

    test('damaged, is as long as expected or an error', async () => {
      const encoded = await encode(gradient(20, 20, 3))
      for (let seed = 0; seed < 200; seed++) {
        const result = await decodeBytes(compression, mutated(encoded, seed), 1200).catch((e: unknown) => e)
        if (result instanceof Uint8Array) expect(result.length).toBe(1200)
        else expect(result).toBeInstanceOf(SlideError)
      }
    })

    test('does not begin once aborted', async () => {
      const signal = AbortSignal.abort(new Error('gone'))
      await expect(decodeBytes(compression, randomBytes(10), 10, signal)).rejects.toThrow('gone')
    })
  })
}

test('the end code of LZW may be missing', async () => {
  const bytes = runs(5000)
  for (const old of [false, true]) {
    const encoded = encodeLzw(bytes, { old })
    expect(await decodeBytes('lzw', encoded.subarray(0, -2), bytes.length - 400)).toHaveLength(4600)
  }
  // 9-bit codes: clear, 65, 66, no end.
  const encoded = Uint8Array.of(0b10000000, 0b00010000, 0b01001000, 0b01000000)
  expect(await decodeBytes('lzw', encoded, 2)).toEqual(Uint8Array.of(65, 66))
})

test('LZW refuses a code that is not in its table', async () => {
  // Clear, then 300 at once.
  const encoded = Uint8Array.of(0b10000000, 0b01001011, 0b00000000)
  await expect(decodeBytes('lzw', encoded, 2)).rejects.toThrow('LZW: uses code 300 where 257 is the last')
})

test('LZW that never clears its full table is read with the table as it is', async () => {
  // One byte a code, so that the table fills after 3838 codes; all codes are literal, of growing width.
  const values = randomBytes(6000)
  const bits: string[] = [(256).toString(2)]
  let next = 257
  let width = 9
  for (const value of values) {
    bits.push(value.toString(2).padStart(width, '0'))
    if (next < 4096) next++
    if (next >= 2 ** width - 1 && width < 12) width++
  }
  const text = bits.join('')
  const encoded = Uint8Array.from({ length: Math.ceil(text.length / 8) }, (_, i) =>
    Number.parseInt(text.slice(i * 8, i * 8 + 8).padEnd(8, '0'), 2),
  )
  expect(await decodeBytes('lzw', encoded, values.length)).toEqual(values)
})

test('a wrong checksum of Deflate is an error, a missing one is not', async () => {
  const bytes = gradient(64, 64, 3)
  const encoded = await deflateBytes(bytes)
  expect(await decodeBytes('deflate', encoded.subarray(0, -4), bytes.length)).toEqual(bytes)
  const wrong = Uint8Array.from(encoded)
  wrong[wrong.length - 1] = (wrong.at(-1) ?? 0) ^ 1
  await expect(decodeBytes('deflate', wrong, bytes.length)).rejects.toThrow('Deflate: is damaged')
})

test('Deflate that is damaged after enough bytes is read', async () => {
  const encoded = Uint8Array.from(await deflateBytes(randomBytes(100_000), 0))
  encoded.fill(0xff, 80_000)
  expect(await decodeBytes('deflate', encoded, 50_000)).toEqual(randomBytes(100_000).subarray(0, 50_000))
})

test('bombs get no memory', async () => {
  const bombs: [ByteCompression, Uint8Array][] = [
    ['deflate', deflatedZeroes(256)],
    ['zstd', await zstdZeroes(256)],
  ]
  for (const [compression, bomb] of bombs) {
    const before = process.resourceUsage().maxRSS
    expect(await decodeBytes(compression, bomb, 1000)).toEqual(new Uint8Array(1000))
    // Of 256 MB.
    expect(process.resourceUsage().maxRSS - before).toBeLessThan(64 * 1024)
  }
})

const megabyte = new Uint8Array(1024 * 1024)

/** One of them is compressed, and repeated: a flush forgets what came before. */
function deflatedZeroes(megabytes: number): Uint8Array {
  const finishFlush = zlib.constants.Z_FULL_FLUSH
  const one = zlib.deflateRawSync(megabyte, { finishFlush })
  const [header, last] = [zlib.deflateSync('', { finishFlush }).subarray(0, 2), zlib.deflateRawSync('')]
  const adler = Buffer.alloc(4)
  return Buffer.concat([header, ...Array.from({ length: megabytes }, () => one), last, adler])
}

async function zstdZeroes(megabytes: number): Promise<Uint8Array> {
  const zeroes = Readable.from(Array.from({ length: megabytes }, () => megabyte))
  return Buffer.concat(await zeroes.pipe(zlib.createZstdCompress()).toArray())
}
