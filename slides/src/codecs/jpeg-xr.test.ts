import { expect, test } from 'vitest'
import { SlideError } from '../errors.ts'
import { decodeJpegXr, jpegXrSize } from './jpeg-xr.ts'
import {
  blueFirst,
  jpegXrHeight as height,
  jpegXrFiles,
  jpegXrPixels,
  jpegXrWidth as width,
} from './test-support/jpeg-xr-files.ts'
import { mutated } from './test-support/seeded-bytes.ts'

const kinds = [
  ['u8', 1],
  ['u16', 1],
  ['f32', 1],
  ['u8', 3],
  ['u16', 3],
] as const

const fileOf = (pixelType: string, samples: number): Uint8Array =>
  new Map<string, Uint8Array>(Object.entries(jpegXrFiles)).get(`${pixelType} ${samples}`) ?? new Uint8Array(0)

test.each(kinds)('%s × %i comes back as it was', async (pixelType, samples) => {
  const file = fileOf(pixelType, samples)
  expect(jpegXrSize(file)).toEqual({ width, height })
  const decoded = await decodeJpegXr(file, { width, height, samples, pixelType })
  expect(decoded).toEqual(jpegXrPixels(pixelType, samples))
})

test('red comes first, whatever the file says is first in it', async () => {
  const expected = { width, height, samples: 3, pixelType: 'u8' } as const
  const decoded = await decodeJpegXr(blueFirst(jpegXrFiles['u8 3']), expected)
  expect(decoded).toEqual(jpegXrPixels('u8', 3))
})

test('says what it holds where something else is expected', async () => {
  const expected = { width, height, samples: 1, pixelType: 'u8' } as const
  const decode = (change: object) => decodeJpegXr(jpegXrFiles['u8 1'], { ...expected, ...change })
  await expect(decode({ width: 8 })).rejects.toThrow('JPEG XR: holds 9 × 5 × 1 where 8 × 5 × 1 is expected')
  await expect(decode({ samples: 3 })).rejects.toThrow('holds 9 × 5 × 1 where 9 × 5 × 3 is expected')
  await expect(decode({ pixelType: 'u16' })).rejects.toThrow('has samples of the type u8 where u16 is')
})

test('cut anywhere, is an error', async () => {
  const file = jpegXrFiles['u8 3']
  const expected = { width, height, samples: 3, pixelType: 'u8' } as const
  for (let length = 0; length < file.length; length++) {
    await expect(decodeJpegXr(file.subarray(0, length), expected)).rejects.toBeInstanceOf(SlideError)
  }
})

test('damaged, is of the expected size or an error, and the next block is right', async () => {
  const expected = { width, height, samples: 3, pixelType: 'u16' } as const
  for (let seed = 0; seed < 300; seed++) {
    const result = await decodeJpegXr(mutated(jpegXrFiles['u16 3'], seed), expected).catch((e: unknown) => e)
    if (result instanceof Error) expect(result).toBeInstanceOf(SlideError)
    else expect(result).toHaveLength(width * height * 3)
    if (seed % 50 === 0) {
      expect(await decodeJpegXr(jpegXrFiles['u16 3'], expected)).toEqual(jpegXrPixels('u16', 3))
    }
  }
})

test('a codestream that says it is huge gets no memory', async () => {
  const file = jpegXrFiles['u8 1'].slice()
  const at = Buffer.from(file).indexOf('WMPHOTO') + 12
  new DataView(file.buffer).setUint32(at, 0xfffe_fffe)
  const size = { width: 65_535, height: 65_535 }
  expect(jpegXrSize(file)).toEqual(size)
  await expect(decodeJpegXr(file, { ...size, samples: 1, pixelType: 'u8' })).rejects.toMatchObject({
    code: 'too_large',
  })
})

test('the module leaves the errors of the process to the process', async () => {
  const listeners = () => ['uncaughtException', 'unhandledRejection'].map((e) => process.listenerCount(e))
  const before = listeners()
  // A damaged one makes it load anew.
  await decodeJpegXr(mutated(jpegXrFiles['u8 1'], 3), { width, height, samples: 1, pixelType: 'u8' }).catch(
    () => {},
  )
  await decodeJpegXr(jpegXrFiles['u8 1'], { width, height, samples: 1, pixelType: 'u8' })
  expect(listeners()).toEqual(before)
})

test('does not begin once aborted', async () => {
  const signal = AbortSignal.abort(new Error('gone'))
  const expected = { width: 8, height: 8, samples: 3, pixelType: 'u8' } as const
  await expect(decodeJpegXr(new Uint8Array(9), expected, signal)).rejects.toThrow('gone')
})
