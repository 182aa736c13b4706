import { describe, expect, test } from 'vitest'
import { readPictureFormat } from './picture-format.ts'
import { pngOf, samples } from './test-pictures.ts'

describe('what a picture is', () => {
  test.each([
    ['png', 'image/png'],
    ['jpeg', 'image/jpeg'],
    ['lossyWebp', 'image/webp'],
    ['losslessWebp', 'image/webp'],
    ['transparentWebp', 'image/webp'],
  ] as const)('is read from the bytes of a %s', (sample, mediaType) => {
    expect(readPictureFormat(samples[sample])).toEqual({ mediaType, width: 7, height: 5 })
  })

  test('includes sizes that need all their bits', () => {
    expect(readPictureFormat(pngOf(4097, 1))).toMatchObject({ width: 4097, height: 1 })
  })
})

const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'

describe('no picture', () => {
  test.each<[string, Buffer]>([
    ['nothing', Buffer.alloc(0)],
    ['SVG', Buffer.from(svg)],
    ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['GIF', Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=', 'base64')],
    ['PDF', Buffer.from('%PDF-1.7\n%âãÏÓ')],
    ['the first bytes of a PNG and HTML', Buffer.concat([samples.png.subarray(0, 8), Buffer.from(svg)])],
    ['a PNG with a page behind it', Buffer.concat([samples.png, Buffer.from(svg)])],
    ['a JPEG with a page behind it', Buffer.concat([samples.jpeg, Buffer.from(svg)])],
    ['a WebP with a page behind it', Buffer.concat([samples.lossyWebp, Buffer.from(svg)])],
    ['a page before a PNG', Buffer.concat([Buffer.from(svg), samples.png])],
    ['a JPEG without a frame', Buffer.concat([samples.jpeg.subarray(0, 20), Buffer.from('ffd9', 'hex')])],
    ['a RIFF file of sound', Buffer.concat([Buffer.from('RIFF\u0024\0\0\0WAVEfmt '), Buffer.alloc(28)])],
    ['half a PNG', samples.png.subarray(0, samples.png.length / 2)],
    ['half a JPEG', samples.jpeg.subarray(0, samples.jpeg.length / 2)],
  ])('is %s', (_what, bytes) => {
    expect(readPictureFormat(bytes)).toBeUndefined()
  })

  test('is any beginning of one, and none of them fails', () => {
    for (const bytes of Object.values(samples)) {
      for (let length = 0; length < bytes.length; length += 1) {
        expect(readPictureFormat(bytes.subarray(0, length))).toBeUndefined()
      }
    }
  })
})
