import { expect, test } from 'vitest'
import { SlideError } from '../errors.ts'
import { assembleJpeg, jpegSize } from './jpeg-stream.ts'
import { mutated } from './test-support/seeded-bytes.ts'

const bytes = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text.replaceAll(' ', ''), 'hex'))
const hex = (data: Uint8Array): string => Buffer.from(data).toString('hex')

const adobeRgb = 'ffee000e 41646f6265 0064 0000 0000 00'
const adobeYcc = 'ffee000e 41646f6265 0064 0000 0000 01'
const jfif = 'ffe00010 4a46494600 0101 00 0001 0001 00 00'
const quantisation = 'ffdb0004 0001'
const huffman = 'ffc40005 000102'
/** 16 × 8, three components. */
const frame = 'ffc00011 08 0008 0010 03 011100 021100 031100'
const scan = 'ffda000c 03 0100 0200 0300 003f00 abcd ff00 12 ffd9'
const tables = bytes(`ffd8 ${quantisation} ${huffman} ffd9`)

const expectJpeg = (jpeg: Uint8Array, text: string) => expect(hex(jpeg)).toBe(text.replaceAll(' ', ''))

test('tables and tile become one JPEG that says what its samples are', () => {
  const tile = bytes(`ffd8 ${frame} ${scan}`)
  expectJpeg(
    assembleJpeg({ tables, tile, photometric: 'rgb' }),
    `ffd8 ${adobeRgb} ${quantisation} ${huffman} ${frame} ${scan}`,
  )
  expectJpeg(
    assembleJpeg({ tables, tile, photometric: 'ycbcr' }),
    `ffd8 ${adobeYcc} ${quantisation} ${huffman} ${frame} ${scan}`,
  )
  expectJpeg(
    assembleJpeg({ tables, tile, photometric: 'grey' }),
    `ffd8 ${quantisation} ${huffman} ${frame} ${scan}`,
  )
})

test('tables may be missing, empty, without an end or without Huffman codes', () => {
  const tile = bytes(`ffd8 ${huffman} ${frame} ${scan}`)
  const whole = `ffd8 ${adobeYcc} ${huffman} ${frame} ${scan}`
  expectJpeg(assembleJpeg({ tile, photometric: 'ycbcr' }), whole)
  expectJpeg(assembleJpeg({ tile, tables: new Uint8Array(0), photometric: 'ycbcr' }), whole)
  expectJpeg(assembleJpeg({ tile, tables: bytes('ffd8ffd9'), photometric: 'ycbcr' }), whole)
  expectJpeg(
    assembleJpeg({ tile, tables: bytes(`ffd8 ${quantisation}`), photometric: 'ycbcr' }),
    `ffd8 ${adobeYcc} ${quantisation} ${huffman} ${frame} ${scan}`,
  )
})

test('an APP14 that is there already stays the only one; one that contradicts the file is replaced', () => {
  const tile = bytes(`ffd8 ${adobeYcc} ${frame} ${scan}`)
  const assembled = (photometric: 'rgb' | 'ycbcr' | 'grey') => assembleJpeg({ tables, tile, photometric })
  const kept = `ffd8 ${quantisation} ${huffman} ${adobeYcc} ${frame} ${scan}`
  expectJpeg(assembled('ycbcr'), kept)
  expectJpeg(assembled('grey'), kept)
  expectJpeg(assembled('rgb'), `ffd8 ${adobeRgb} ${quantisation} ${huffman} ${frame} ${scan}`)
  const withAdobe = bytes(`ffd8 ${adobeRgb} ${quantisation} ffd9`)
  const plain = bytes(`ffd8 ${frame} ${scan}`)
  expectJpeg(
    assembleJpeg({ tables: withAdobe, tile: plain, photometric: 'rgb' }),
    `ffd8 ${adobeRgb} ${quantisation} ${frame} ${scan}`,
  )
  expectJpeg(
    assembleJpeg({ tables: withAdobe, tile: plain, photometric: 'ycbcr' }),
    `ffd8 ${adobeYcc} ${quantisation} ${frame} ${scan}`,
  )
  // An APP14 of someone else doesn't count.
  const other = bytes(`ffd8 ffee0006 58585858 ${frame} ${scan}`)
  expectJpeg(
    assembleJpeg({ tile: other, photometric: 'rgb' }),
    `ffd8 ${adobeRgb} ffee0006 58585858 ${frame} ${scan}`,
  )
})

test('JFIF, which means YCbCr to decoders, goes from RGB and stays elsewhere', () => {
  const tile = bytes(`ffd8 ff${jfif} ${frame} ${scan}`)
  const jfifTables = bytes(`ffd8 ${jfif} ${quantisation} ffd9`)
  expectJpeg(
    assembleJpeg({ tables: jfifTables, tile, photometric: 'rgb' }),
    `ffd8 ${adobeRgb} ${quantisation} ${frame} ${scan}`,
  )
  expectJpeg(assembleJpeg({ tile, photometric: 'ycbcr' }), `ffd8 ${adobeYcc} ff${jfif} ${frame} ${scan}`)
})

test('the frame tells the size', () => {
  expect(jpegSize(bytes(`ffd8 ${quantisation} ffff${frame.slice(2)} ${scan}`))).toMatchObject({
    width: 16,
    height: 8,
    components: 3,
    precision: 8,
    progressive: false,
    lossless: false,
    oneScan: true,
  })
  const progressive = frame.replace('ffc0', 'ffc2').replace('08 0008', '0c 0009')
  expect(jpegSize(bytes(`ffd8 ${progressive} ffda0008 01 0100 003f00`))).toMatchObject({
    height: 9,
    precision: 12,
    progressive: true,
    oneScan: false,
  })
  expect(jpegSize(bytes(`ffd8 ${frame.replace('ffc0', 'ffc3')} ${scan}`))).toMatchObject({ lossless: true })
})

test.each([
  ['', 'begins with (nothing) (nothing) instead of ff d8'],
  ['4949 2a00', 'begins with 49 49 instead of ff d8'],
  ['ffd8', 'has no frame header in its 2 bytes'],
  ['ffd8 00', 'ends at byte 3 in its header'],
  ['ffd8 ffff', 'ends at byte 4 in its header'],
  ['ffd8 ffdb0001', 'has a segment of 1 bytes at byte 2 of 6'],
  ['ffd8 ffdbffff 00', 'has a segment of 65535 bytes at byte 2 of 7'],
  [`ffd8 ${scan}`, 'has no frame header in its 23 bytes'],
  [`ffd8 ${frame}`, 'has no scan in its 21 bytes'],
  [`ffd8 ${frame.replace('0010', '0000')} ${scan}`, 'has a frame of 0 × 8 × 3'],
  [`ffd8 ${frame.replace(' 03 ', ' 04 ')} ${scan}`, 'has a frame of 16 × 8 × 4 in 15 bytes'],
])('refuses %s', (text, reason) => {
  expect(() => jpegSize(bytes(text))).toThrow(reason)
})

test('refuses an image in place of tables', () => {
  const tile = bytes(`ffd8 ${frame} ${scan}`)
  expect(() => assembleJpeg({ tables: tile, tile, photometric: 'rgb' })).toThrow('has a scan in its tables')
})

test('cut or damaged, ends with a value or a SlideError', () => {
  const whole = bytes(`ffd8 ${jfif} ${quantisation} ${huffman} ${frame} ${scan}`)
  const attempts = [
    ...Array.from({ length: whole.length }, (_, length) => whole.subarray(0, length)),
    ...Array.from({ length: 1000 }, (_, seed) => mutated(whole, seed)),
  ]
  for (const tile of attempts) {
    for (const attempt of [() => jpegSize(tile), () => assembleJpeg({ tables, tile, photometric: 'rgb' })]) {
      try {
        attempt()
      } catch (error) {
        expect(error).toBeInstanceOf(SlideError)
      }
    }
  }
})
