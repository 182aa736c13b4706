import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { readPictureFormat } from './picture-format.ts'
import { stripPicture } from './strip-picture.ts'
import { chunk, samples } from './test-pictures.ts'

const secret = 'Patient 4711'

function stripped(bytes: Buffer): Buffer | undefined {
  const format = readPictureFormat(bytes)
  return format && stripPicture(format.mediaType, bytes)
}

const insert = (bytes: Buffer, at: number, ...parts: Buffer[]) =>
  Buffer.concat([bytes.subarray(0, at), ...parts, bytes.subarray(at)])

const segment = (marker: number, content: Buffer) => {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([head, content])
}

function webpChunk(type: string, content: Buffer): Buffer {
  const head = Buffer.from(`${type}\0\0\0\0`, 'latin1')
  head.writeUInt32LE(content.length, 4)
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)])
}

function webpWith(bytes: Buffer, flags: number, ...chunks: Buffer[]): Buffer {
  const made = Buffer.concat([bytes, ...chunks])
  made.writeUInt32LE(made.length - 8, 4)
  made.writeUInt8(made.readUInt8(20) | flags, 20)
  return made
}

/** After the header, which has 8 + 25 bytes. */
const inPng = (...chunks: Buffer[]) => insert(samples.png, 33, ...chunks)
const text = Buffer.from(`Comment\0\0${secret}`)
const bomb = deflateSync(Buffer.alloc(10_000_000))

describe('what is not seen of a picture is not kept', () => {
  test.each<[string, Buffer, Buffer]>([
    ['a text of a PNG', inPng(chunk('tEXt', text), chunk('iTXt', text)), samples.png],
    ['a compressed text that would fill the memory', inPng(chunk('zTXt', bomb)), samples.png],
    ['a colour profile of a PNG', inPng(chunk('iCCP', bomb)), samples.png],
    ['Exif and a chunk that nobody knows', inPng(chunk('eXIf', text), chunk('prVt', text)), samples.png],
    [
      'Exif, a profile and a comment of a JPEG',
      insert(samples.jpeg, 2, ...[0xe0, 0xe1, 0xe2, 0xee, 0xfe].map((marker) => segment(marker, text))),
      samples.jpeg,
    ],
    [
      'a comment between the pixels of a JPEG and its end',
      insert(samples.jpeg, samples.jpeg.length - 2, segment(0xfe, text)),
      samples.jpeg,
    ],
    [
      'Exif, XMP and a profile of a WebP',
      webpWith(
        samples.transparentWebp,
        0x2c,
        ...['EXIF', 'XMP ', 'ICCP', 'what'].map((type) => webpChunk(type, text)),
      ),
      samples.transparentWebp,
    ],
  ])('%s', (_what, bytes, plain) => {
    const bare = stripped(bytes)
    expect(bare?.includes(secret)).toBe(false)
    expect(bare?.equals(plain)).toBe(true)
  })

  test.each(Object.entries(samples))('a %s without such things stays as it is', (_name, bytes) => {
    expect(stripped(bytes)?.equals(bytes)).toBe(true)
  })
})

test('a damaged picture is none, and nothing fails', () => {
  for (const bytes of Object.values(samples)) {
    const mediaType = readPictureFormat(bytes)?.mediaType ?? 'image/png'
    for (let length = 12; length < bytes.length; length += 1)
      stripPicture(mediaType, bytes.subarray(0, length))
    for (let at = 8; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes)
      changed.writeUInt8(255, at)
      const bare = stripPicture(mediaType, changed)
      if (bare) expect(bare.length).toBeLessThanOrEqual(bytes.length)
    }
  }
  expect(stripPicture('image/png', samples.png.subarray(0, -4))).toBeUndefined()
  expect(stripPicture('image/jpeg', samples.jpeg.subarray(0, -4))).toBeUndefined()
})
