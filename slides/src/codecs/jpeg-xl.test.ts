import { expect, test } from 'vitest'
import { SlideError } from '../errors.ts'
import { decodeJpegXl } from './jpeg-xl.ts'
import { jpegXlSize } from './jpeg-xl-stream.ts'
import { encodeJpegXl } from './test-support/encode-jpeg-xl.ts'
import { largestDifference } from './test-support/largest-difference.ts'
import { gradient, mutated } from './test-support/seeded-bytes.ts'
import { compileWasm, type EmscriptenOptions, instantiateWithin } from './wasm.ts'

const opaque = (rgba: Uint8Array) => rgba.map((value, i) => (i % 4 === 3 ? 255 : value))
const grey = (rgba: Uint8Array) => opaque(rgba.map((_, i) => rgba[i - (i % 4)] ?? 0))

test.each([
  [1, 1],
  [37, 21],
  [64, 48],
  [256, 256],
])('%i × %i without loss comes back as it was', async (width, height) => {
  const rgba = gradient(width, height, 4)
  const size = { width, height }
  const encoded = await encodeJpegXl(rgba, width, height)
  expect(jpegXlSize(encoded)).toEqual({ ...size, bits: 8, samples: 4 })
  const decoded = await decodeJpegXl(encoded, { ...size, samples: 4 })
  const rgb = await decodeJpegXl(await encodeJpegXl(opaque(rgba), width, height), { ...size, samples: 3 })
  const one = await decodeJpegXl(await encodeJpegXl(grey(rgba), width, height), { ...size, samples: 1 })
  expect(decoded).toEqual({ ...size, samples: 4, data: rgba })
  expect(rgb).toEqual({ ...size, samples: 3, data: rgba.filter((_, i) => i % 4 !== 3) })
  expect(one).toEqual({ ...size, samples: 1, data: rgba.filter((_, i) => i % 4 === 0) })
})

test('a lossy one comes back nearly as it was', async () => {
  const rgba = opaque(gradient(128, 128, 4))
  const { data } = await decodeJpegXl(await encodeJpegXl(rgba, 128, 128, 95), {
    width: 128,
    height: 128,
    samples: 4,
  })
  expect(largestDifference(data, rgba)).toBeLessThanOrEqual(16)
})

test('nothing is left out that says something', async () => {
  const size = { width: 20, height: 10 }
  const rgba = gradient(20, 10, 4)
  const transparent = await encodeJpegXl(rgba, 20, 10)
  await expect(decodeJpegXl(transparent, { ...size, samples: 3 })).rejects.toThrow(
    'JPEG XL: holds 20 × 10 × 4 where 20 × 10 × 3 is expected',
  )
  const colours = await encodeJpegXl(opaque(rgba), 20, 10)
  await expect(decodeJpegXl(colours, { ...size, samples: 1 })).rejects.toThrow('20 × 10 × 1 is expected')
})

test('says what it holds where something else is expected', async () => {
  const encoded = await encodeJpegXl(gradient(20, 10, 4), 20, 10)
  await expect(decodeJpegXl(encoded, { width: 10, height: 10, samples: 4 })).rejects.toThrow(
    'holds 20 × 10 × 4',
  )
  const cut = await decodeJpegXl(encoded, { width: 20, height: 4, samples: 4, allowTaller: true })
  expect(cut.data).toEqual(gradient(20, 10, 4).subarray(0, 320))
})

/** A codestream's first bits, the lowest first: written as the standard lists them, one group a field. */
function header(fields: string): Uint8Array {
  const bits = [...fields.replaceAll(' ', '')].map(Number)
  const bytes = Array.from({ length: Math.ceil(bits.length / 8) + 4 }, (_, i) =>
    bits.slice(i * 8, i * 8 + 8).reduce((byte, bit, place) => byte + bit * 2 ** place, 0),
  )
  return Uint8Array.of(0xff, 0x0a, ...bytes)
}
/** 16 high (a multiple of 8, minus one, in 5 bits), as wide as high. */
const square = '1 10000 100'
const plainDepth = '0 00'

test.each([
  ['everything at its default', `${square} 1`, { width: 16, height: 16, bits: 8, samples: 3 }],
  ['12 bits', `${square} 0 0 0 01 1 00 0 1`, { width: 16, height: 16, bits: 12, samples: 3 }],
  ['16 bits', `${square} 0 0 0 11 111100 1 00 0 1`, { width: 16, height: 16, bits: 16, samples: 3 }],
  ['grey', `${square} 0 0 ${plainDepth} 1 00 0 0 0 10`, { width: 16, height: 16, bits: 8, samples: 1 }],
  ['alpha', `${square} 0 0 ${plainDepth} 1 10 1 0 1`, { width: 16, height: 16, bits: 8, samples: 4 }],
  ['16 : 9', '1 10001 101 1', { width: 256, height: 144, bits: 8, samples: 3 }],
  ['odd sides', '0 00 001000000 000 00 010000000 1', { width: 3, height: 5, bits: 8, samples: 3 }],
])('the header tells %s', (_, fields, size) => {
  expect(jpegXlSize(header(fields))).toEqual(size)
})

test.each([
  ['turned', `${square} 0 1 101`, 'orientation 6'],
  ['an animation', `${square} 0 1 000 0 0 1`, 'animation'],
  ['a preview', `${square} 0 1 000 0 1`, 'preview'],
  ['floating-point samples', `${square} 0 0 1`, 'floating-point'],
  ['two extra channels', `${square} 0 0 ${plainDepth} 1 01 0000`, 'has 2 extra channels'],
  ['another channel than alpha', `${square} 0 0 ${plainDepth} 1 10 0 10`, 'type 1'],
])('refuses %s', (_, fields, reason) => {
  expect(() => jpegXlSize(header(fields))).toThrow(reason)
})

test('refuses more than 8 bits before decoding', async () => {
  const twelve = header(`${square} 0 0 0 01 1 00 0 1`)
  await expect(decodeJpegXl(twelve, { width: 16, height: 16, samples: 3 })).rejects.toThrow(
    'JPEG XL: has samples of 12 bits; only 8 are read',
  )
})

test('a codestream in the boxes of JXL is read as one without', async () => {
  const codestream = await encodeJpegXl(gradient(20, 10, 4), 20, 10)
  const size = { width: 20, height: 10, samples: 4 }
  const length = Buffer.alloc(4)
  length.writeUInt32BE(8 + codestream.length)
  const boxes = Buffer.from(
    '0000000c4a584c200d0a870a 00000014667479706a786c20000000006a786c20'.replace(' ', ''),
    'hex',
  )
  const boxed = Buffer.concat([boxes, length, Buffer.from('jxlc'), codestream])
  expect(await decodeJpegXl(boxed, size)).toEqual(await decodeJpegXl(codestream, size))
  await expect(decodeJpegXl(boxes, size)).rejects.toThrow('no codestream in its boxes')
})

test('cut anywhere, is an error', async () => {
  const encoded = await encodeJpegXl(gradient(12, 10, 4), 12, 10)
  for (let length = 0; length < encoded.length; length++) {
    const result = decodeJpegXl(encoded.subarray(0, length), { width: 12, height: 10, samples: 4 })
    await expect(result).rejects.toBeInstanceOf(SlideError)
  }
})

test('damaged, is of the expected size or an error, and the next block is right', async () => {
  const size = { width: 32, height: 32, samples: 4 }
  const encoded = await encodeJpegXl(gradient(32, 32, 4), 32, 32)
  const whole = await decodeJpegXl(encoded, size)
  for (let seed = 0; seed < 200; seed++) {
    const result = await decodeJpegXl(mutated(encoded, seed), size).catch((e: unknown) => e)
    if (result instanceof Error) expect(result).toBeInstanceOf(SlideError)
    else expect(result).toMatchObject({ ...size, data: { length: 4096 } })
    if (seed % 50 === 0) expect(await decodeJpegXl(encoded, size)).toEqual(whole)
  }
})

test('memory stays within its bound', async () => {
  const { default: create }: { default: (options: EmscriptenOptions) => Promise<JxlDecoder> } = await import(
    '@jsquash/jxl/codec/dec/jxl_dec.js'
  )
  const wasm = await compileWasm('@jsquash/jxl/codec/dec/jxl_dec.wasm')
  const encoded = await encodeJpegXl(new Uint8Array(640 * 640 * 4), 640, 640)
  const decodeWithin = async (bytes: number) => {
    const options = { instantiateWasm: instantiateWithin(wasm, { bytes }), printErr: () => undefined }
    const module = await create(options)
    try {
      return module.decode(encoded)
    } catch {
      return null
    }
  }
  expect(await decodeWithin(2 ** 31)).not.toBeNull()
  expect(await decodeWithin(20 * 2 ** 20)).toBeNull()
})

interface JxlDecoder {
  decode(bytes: Uint8Array): unknown
}

test('does not begin once aborted', async () => {
  const signal = AbortSignal.abort(new Error('gone'))
  const size = { width: 8, height: 8, samples: 3 }
  await expect(decodeJpegXl(new Uint8Array(9), size, signal)).rejects.toThrow('gone')
})
