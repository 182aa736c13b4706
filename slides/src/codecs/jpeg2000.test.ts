import sharp from 'sharp'
import { expect, test } from 'vitest'
import { SlideError } from '../errors.ts'
import { seededRandom } from '../test-support/seeded.ts'
import { readSample, samplesFolder } from '../test-support/test-samples.ts'
import { decodeJpeg2000 } from './jpeg2000.ts'
import { encodeJpeg2000, type Plane } from './test-support/encode-jpeg2000.ts'
import { largestDifference } from './test-support/largest-difference.ts'
import { readBlock } from './test-support/read-block.ts'
import { gradient, mutated } from './test-support/seeded-bytes.ts'

const asCoded = { colour: 'as-coded' } as const
const ycc = { colour: 'ycc' } as const

const plane = (width: number, height: number, seed: number): Plane => ({
  width,
  height,
  data: gradient(width, height, 1, seed),
})

const planes = (width: number, height: number): Plane[] => [1, 2, 3].map((seed) => plane(width, height, seed))

const interleaved = (all: readonly Plane[]): number[] =>
  Array.from(all[0]?.data ?? [], (_, i) => all.map(({ data }) => data[i] ?? 0)).flat()

const deepPlane = (width: number, height: number, bits: number, seed: number): Plane => {
  const random = seededRandom(seed)
  return { width, height, data: Uint16Array.from({ length: width * height }, () => random() * 2 ** bits) }
}

test.each([
  [8, 8],
  [37, 21],
  [256, 256],
])('%i × %i comes back as it was, grey and RGB', async (width, height) => {
  const [grey, ...others] = planes(width, height)
  if (!grey) throw new Error('no plane')
  const greyImage = await decodeJpeg2000(await encodeJpeg2000([grey]), { width, height, samples: 1 }, asCoded)
  expect(greyImage).toEqual({ width, height, samples: 1, data: grey.data })
  for (const colour of ['rgb', 'as-coded'] as const) {
    const encoded = await encodeJpeg2000([grey, ...others])
    const image = await decodeJpeg2000(encoded, { width, height, samples: 3 }, { colour })
    expect(image).toEqual({
      width,
      height,
      samples: 3,
      data: Uint8Array.from(interleaved([grey, ...others])),
    })
  }
})

test.each([9, 12, 16])('%i bits come back in 16-bit samples', async (bits) => {
  const all = [1, 2, 3].map((seed) => deepPlane(40, 30, bits, seed))
  const [grey] = all
  if (!grey) throw new Error('no plane')
  const size = { width: 40, height: 30 }
  const greyImage = await decodeJpeg2000(
    await encodeJpeg2000([grey], { bits }),
    { ...size, samples: 1 },
    asCoded,
  )
  expect(greyImage.data).toEqual(grey.data)
  const image = await decodeJpeg2000(await encodeJpeg2000(all, { bits }), { ...size, samples: 3 }, asCoded)
  expect(image.data).toEqual(Uint16Array.from(interleaved(all)))
})

test('a lossy one comes back nearly as it was', async () => {
  const grey = plane(128, 128, 1)
  const encoded = await encodeJpeg2000([grey], { lossy: true })
  const { data } = await decodeJpeg2000(encoded, { width: 128, height: 128, samples: 1 }, asCoded)
  expect(largestDifference(data, grey.data)).toBeLessThanOrEqual(2)
})

test.each([
  ['4:4:4', 1, 1],
  ['4:2:2', 2, 1],
  ['4:2:0', 2, 2],
])('YCbCr %s becomes RGB', async (_, stepX, stepY) => {
  // An odd size: the last chroma sample stands for one pixel.
  const [width, height] = [53, 37]
  const chromaWidth = Math.ceil(width / stepX)
  const chromaHeight = Math.ceil(height / stepY)
  const luma = plane(width, height, 1)
  const blue = plane(chromaWidth, chromaHeight, 2)
  const red = plane(chromaWidth, chromaHeight, 3)
  const encoded = await encodeJpeg2000([luma, blue, red], { subsampling: [stepX, stepY] })
  const { data } = await decodeJpeg2000(encoded, { width, height, samples: 3 }, ycc)
  const clamped = (value: number) => Math.max(0, Math.min(255, Math.round(value)))
  const rgb = Array.from({ length: width * height }, (_, i) => {
    const chroma = Math.floor(Math.floor(i / width) / stepY) * chromaWidth + Math.floor((i % width) / stepX)
    const y = luma.data[i] ?? 0
    const cb = (blue.data[chroma] ?? 0) - 128
    const cr = (red.data[chroma] ?? 0) - 128
    return [y + 1.402 * cr, y - 0.344136 * cb - 0.714136 * cr, y + 1.772 * cb].map(clamped)
  }).flat()
  expect(largestDifference(data, rgb)).toBeLessThanOrEqual(stepX === 1 ? 0 : 1)
})

const box = (type: string, content: Uint8Array): Buffer => {
  const header = Buffer.alloc(8)
  header.writeUInt32BE(8 + content.length, 0)
  header.write(type, 4, 'latin1')
  return Buffer.concat([header, content])
}
const signature = box('jP  ', Buffer.from('0d0a870a', 'hex'))
const sycc = box('jp2h', box('colr', Buffer.from('01000000000012', 'hex')))

test('a codestream in the boxes of JP2 is read as one without', async () => {
  const codestream = await encodeJpeg2000(planes(32, 32))
  const size = { width: 32, height: 32, samples: 3 }
  const plain = await decodeJpeg2000(codestream, size, asCoded)
  const boxed = Buffer.concat([signature, sycc, box('jp2c', codestream)])
  expect(await decodeJpeg2000(boxed, size, asCoded)).toEqual(plain)
  const endless = Buffer.concat([signature, box('jp2c', codestream)])
  endless.writeUInt32BE(0, signature.length)
  expect(await decodeJpeg2000(endless, size, asCoded)).toEqual(plain)
  // The file around it says what the colours are: boxes must not make it convert twice.
  expect(await decodeJpeg2000(boxed, size, ycc)).toEqual(await decodeJpeg2000(codestream, size, ycc))
})

test('a missing end marker does not matter', async () => {
  const codestream = await encodeJpeg2000(planes(32, 32))
  const size = { width: 32, height: 32, samples: 3 }
  const whole = await decodeJpeg2000(codestream, size, asCoded)
  expect(await decodeJpeg2000(codestream.subarray(0, -2), size, asCoded)).toEqual(whole)
})

test('a taller strip is cut where that is allowed', async () => {
  const codestream = await encodeJpeg2000([plane(32, 32, 1)])
  const expected = { width: 32, height: 20, samples: 1, allowTaller: true }
  const cut = await decodeJpeg2000(codestream, expected, asCoded)
  expect(cut).toEqual({ width: 32, height: 20, samples: 1, data: plane(32, 32, 1).data.subarray(0, 640) })
})

test('refuses what it can not decode rightly', async () => {
  const size = { width: 32, height: 32, samples: 3 }
  const three = await encodeJpeg2000(planes(32, 32))
  const changed = (at: number, value: number) => {
    const copy = Uint8Array.from(three)
    copy[at] = value
    return copy
  }
  const reject = (bytes: Uint8Array, samples = 3, options: Parameters<typeof decodeJpeg2000>[2] = asCoded) =>
    expect(decodeJpeg2000(bytes, { ...size, samples }, options)).rejects
  await reject(three, 1).toThrow('JPEG 2000: holds 32 × 32 × 3 where 32 × 32 × 1 is expected')
  await reject(changed(8, 1)).toThrow('holds 16777248 × 32 × 3')
  await reject(await encodeJpeg2000([...planes(32, 32), plane(32, 32, 4)]), 4).toThrow('has 4 components')
  await reject(changed(42, 135)).toThrow('signed')
  await reject(changed(42, 19)).toThrow('20 bits')
  await reject(changed(45, 9)).toThrow('different bits')
  await reject(changed(46, 4), 3, ycc).toThrow('subsampled by 1 × 1, 4 × 1, 1 × 1')
  const chroma = [plane(16, 32, 2), plane(16, 32, 3)]
  const subsampled = await encodeJpeg2000([plane(32, 32, 1), ...chroma], { subsampling: [2, 1] })
  await reject(subsampled, 3, { colour: 'rgb' }).toThrow('not YCbCr')
  const shifted = changed(11, 33)
  shifted[19] = 1
  await reject(shifted).toThrow('begins at 1, 0')
  await reject(Buffer.from('49492a00', 'hex')).toThrow('begins with 49492a00')
  await reject(Buffer.concat([signature, sycc])).toThrow('no codestream')
  const palette = box('jp2h', box('pclr', Buffer.alloc(4)))
  await reject(Buffer.concat([signature, palette, box('jp2c', three)])).toThrow('palette')
})

test('cut anywhere, is right or an error', async () => {
  const size = { width: 12, height: 10, samples: 3 }
  const codestream = Buffer.concat([signature, box('jp2c', await encodeJpeg2000(planes(12, 10)))])
  codestream.writeUInt32BE(0, signature.length)
  const whole = await decodeJpeg2000(codestream, size, asCoded)
  let errors = 0
  for (let length = 0; length < codestream.length; length++) {
    const result = await decodeJpeg2000(codestream.subarray(0, length), size, asCoded).catch(
      (e: unknown) => e,
    )
    if (result instanceof SlideError) errors++
    else expect(result).toEqual(whole)
  }
  expect(errors).toBeGreaterThanOrEqual(codestream.length - 2)
})

test('damaged, is of the expected size or an error, and the next block is right', async () => {
  const size = { width: 32, height: 32, samples: 3 }
  const codestream = await encodeJpeg2000(planes(32, 32))
  const whole = await decodeJpeg2000(codestream, size, asCoded)
  for (let seed = 0; seed < 300; seed++) {
    // Half of the changes go into the header, where they do more.
    const head = mutated(codestream.subarray(0, 140), seed)
    const damaged = seed % 2 ? mutated(codestream, seed) : Buffer.concat([head, codestream.subarray(140)])
    const result = await decodeJpeg2000(damaged, size, asCoded).catch((e: unknown) => e)
    if (result instanceof Error) expect(result).toBeInstanceOf(SlideError)
    else expect(result).toMatchObject({ ...size, data: { length: 3072 } })
    if (seed % 50 === 0) expect(await decodeJpeg2000(codestream, size, asCoded)).toEqual(whole)
  }
})

test('one that claims more memory than its size needs does not get it', async () => {
  // Precincts of one pixel at every resolution: structures for millions of them.
  const [width, height] = [1024, 1024]
  const codestream = Buffer.from(await encodeJpeg2000([plane(width, height, 1)]))
  const style = codestream.indexOf('ff52', 0, 'hex')
  const coding = Buffer.concat([codestream.subarray(style, style + 14), Buffer.from('00111111', 'hex')])
  coding[3] = 12 + 4
  coding[4] = 1
  const bomb = Buffer.concat([codestream.subarray(0, style), coding, codestream.subarray(style + 14)])
  const before = process.resourceUsage().maxRSS
  const result = decodeJpeg2000(bomb, { width, height, samples: 1 }, asCoded)
  await expect(result).rejects.toThrow('Not enough memory')
  expect(process.resourceUsage().maxRSS - before).toBeLessThan(400 * 1024)
})

test('does not begin once aborted', async () => {
  const signal = AbortSignal.abort(new Error('gone'))
  const size = { width: 8, height: 8, samples: 1 }
  await expect(decodeJpeg2000(new Uint8Array(9), size, asCoded, signal)).rejects.toThrow('gone')
})

if (samplesFolder) {
  test('a tile of an Aperio slide is what OpenSlide reads', async () => {
    const file = await readSample('svs', 'tcga-cr-7395-01a-01-ts1.svs')
    const name = 'tcga-cr-7395-01a-01-ts1.svs.L0.1024.1024.256x256.png'
    const reference = await sharp(await readSample('reference', name))
      .removeAlpha()
      .raw()
      .toBuffer()
    // The level is 4443 pixels wide.
    const { tile } = readBlock(file, 0, 4 * Math.ceil(4443 / 256) + 4)
    const { data } = await decodeJpeg2000(tile, { width: 256, height: 256, samples: 3 }, { colour: 'rgb' })
    expect(largestDifference(data, reference)).toBeLessThanOrEqual(1)
  })
}
