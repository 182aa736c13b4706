import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { decodeJpeg, encodeJpeg } from '../codecs/jpeg.ts'
import { loadSharp } from '../codecs/sharp.ts'
import { deflateBytes } from '../codecs/zlib.ts'
import type { PixelTile } from '../pixels.ts'
import { createPyramid } from './create-pyramid.ts'
import { tablesOf, withoutTables } from './jpeg-tables.ts'
import { cut, makePicture, type Picture } from './test-support/picture.ts'
import { openSlide, withSlide } from './test-support/read-back.ts'
import { readStoredTiles } from './test-support/read-tiles.ts'
import { useTemporaryFolder } from './test-support/temporary-folder.ts'
import { optionsOf, writePicture } from './test-support/write-picture.ts'

const path = useTemporaryFolder()
const picture = makePicture(100, 70)
const tile = cut(picture, 0, 0, 32, 32)

const begin = (name: string, options = {}, signal?: AbortSignal) =>
  createPyramid(path(name), optionsOf(picture, options), signal)

const leftovers = async () => (await readdir(path(''))).filter((name) => /scratch|partial/.test(name))

describe('arguments that make no sense', () => {
  test('reject with a sentence and leave the writer as it was', async () => {
    const writer = await begin('arguments')
    await writer.writeTile(0, 0, tile)
    const wrong = [
      [writer.writeTile(0, 0, tile), 'plane 0 level 0 tile 0,0: was written before'],
      [writer.writeTile(4, 0, tile), 'plane 0 level 0 tile 4,0: is outside of 4 × 3 tiles'],
      [writer.writeTile(0.5, 0, tile), 'plane 0 level 0 tile 0.5,0: is outside of 4 × 3 tiles'],
      [writer.writeTile(1, 0, tile, { c: 1 }), 'plane c 1: is not one of 1'],
      [
        writer.writeTile(3, 2, cut(picture, 96, 64, 5, 6)),
        'plane 0 level 0 tile 3,2: is 5 × 6 pixels, not 32 × 32 or cut to 4 × 6',
      ],
      [
        writer.writeTile(1, 0, cut(makePicture(32, 32, 1, 'u16'), 0, 0, 32, 32)),
        'plane 0 level 0 tile 1,0: has 1 samples of u16, not 3 of u8',
      ],
      [
        writer.writeTile(1, 0, { ...tile, data: new Uint8Array(3) }),
        'plane 0 level 0 tile 1,0: has 3 values, not 3072',
      ],
      [
        writer.writeEncodedTile(1, 1, 0, new Uint8Array(3)),
        'plane 0 level 1 tile 1,0: is computed from the level below; only levels under 1 are given',
      ],
    ] as const
    for (const [promise, message] of wrong) {
      await expect(promise).rejects.toMatchObject({ name: 'SlideError', code: 'out_of_range', message })
    }
    await writer.writeTile(3, 2, cut(picture, 96, 64, 4, 6))
    await writer.finish()
    await expect(writer.finish()).rejects.toThrow('pyramid: is finished already')
    await expect(writer.writeTile(1, 0, tile)).rejects.toThrow('pyramid: is finished already')
    await writer.abort()
    expect(existsSync(path('arguments'))).toBe(true)
  })

  test('nothing is created for options that make no sense', async () => {
    await expect(begin('options', { tileSize: 100 })).rejects.toThrow('tileSize is 100, not a multiple of 16')
    expect(await leftovers()).toEqual([])
  })
})

const progressive = async ({ data, width, height }: PixelTile): Promise<Uint8Array> => {
  const sharp = await loadSharp()
  const image = sharp(data, { raw: { width, height, channels: 3 } })
  return image.jpeg({ quality: 90, chromaSubsampling: '4:4:4', progressive: true }).toBuffer()
}

const withAdobe = (jpeg: Uint8Array, transform: number): Uint8Array => {
  const adobe = Buffer.from('ffee000e41646f626500640000000000', 'hex')
  adobe[15] = transform
  return Buffer.concat([jpeg.subarray(0, 2), adobe, jpeg.subarray(2)])
}

/** Their marker becomes that of a comment. */
const withoutHuffman = (jpeg: Uint8Array): Uint8Array =>
  Buffer.from(
    Buffer.from(jpeg)
      .toString('hex')
      .replaceAll(/ffc4(001f|00b5)/g, 'fffe$1'),
    'hex',
  )

describe('tiles that are encoded already', () => {
  const jpeg = { kind: 'jpeg', quality: 90, subsampling: '4:4:4' } as const

  test('are stored at any level, without the tables that the file has already', async () => {
    const writer = await begin('encoded', { givenLevels: 'all', compression: jpeg })
    const alike = await encodeJpeg(tile, jpeg)
    const other = await encodeJpeg(tile, { ...jpeg, quality: 50 })
    await writer.writeEncodedTile(1, 1, 0, alike)
    await writer.writeEncodedTile(2, 0, 0, other)
    await writer.writeTile(2, 1, tile)
    const { tiles, sharedTiles } = await writer.finish()
    expect({ tiles, sharedTiles }).toEqual({ tiles: 17, sharedTiles: 14 })
    const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
    const [, second, third] = await readStoredTiles(path('encoded'))
    expect(second?.[1]?.bytes).toBe(hex(withoutTables(Uint8Array.from(alike), tablesOf(alike))))
    expect(third?.[0]?.bytes).toBe(hex(other))
    await withSlide(path('encoded'), async (image) => {
      for (const [level, x, bytes] of [
        [1, 1, alike],
        [2, 0, other],
      ] as const) {
        const decoded = await decodeJpeg(bytes, { width: 32, height: 32, samples: 3 })
        const read = await image.rawTile(level, x, 0)
        const { width, height } = read
        const expected: Picture = { width: 32, height: 32, samples: 3, pixelType: 'u8', data: decoded.data }
        expect(read).toMatchObject({ ...cut(expected, 0, 0, width, height) })
      }
    })
  })

  test('are refused where they are not what the file says', async () => {
    const writer = await begin('refused', { givenLevels: 'all', compression: jpeg })
    const at = 'plane 0 level 0 tile 0,0: '
    for (const [bytes, message] of [
      [
        await encodeJpeg(cut(picture, 0, 0, 16, 32), jpeg),
        'has 16 × 32 × 3 of 8 bits where the file has 32 × 32',
      ],
      [await encodeJpeg(tile, { ...jpeg, subsampling: '4:2:0' }), 'does not store its colour as 4:4:4'],
      [Uint8Array.of(1, 2, 3), 'begins with 01 02 instead of ff d8'],
      [(await encodeJpeg(tile, jpeg)).slice(0, -2), 'does not end with an end marker'],
      [await progressive(tile), 'is progressive, lossless or arithmetic, not sequential'],
      [withAdobe(await encodeJpeg(tile, jpeg), 0), 'stores red, green and blue; the file has YCbCr'],
      [withoutHuffman(await encodeJpeg(tile, jpeg)), 'has no Huffman tables'],
      [new Uint8Array(0), 'has 0 bytes'],
    ] as const) {
      const refusal = writer.writeEncodedTile(0, 0, 0, bytes)
      await expect(refusal).rejects.toThrow(at)
      await expect(refusal).rejects.toThrow(message)
    }
    await writer.writeEncodedTile(0, 0, 0, withAdobe(await encodeJpeg(tile, jpeg), 1))
    await writer.abort()
    const zip = await begin('refused', { givenLevels: 'all' })
    await expect(zip.writeEncodedTile(0, 0, 0, Uint8Array.of(7, 7))).rejects.toThrow('is no zlib stream')
    await zip.writeEncodedTile(0, 0, 0, await deflateBytes(new Uint8Array(3072)))
    await zip.abort()
    const raw = await begin('refused', { givenLevels: 'all', compression: { kind: 'none' } })
    await expect(raw.writeEncodedTile(0, 0, 0, new Uint8Array(7))).rejects.toThrow('has 7 bytes, not 3072')
    await raw.abort()
  })
})

describe('a file that is not finished', () => {
  test('is at <path>.partial only, and no reader takes it for a whole one', async () => {
    const writer = await begin('half')
    await writer.writeTile(0, 0, tile)
    expect(existsSync(path('half'))).toBe(false)
    await expect(openSlide(path('half.partial'))).rejects.toMatchObject({
      name: 'SlideError',
      code: 'malformed',
      structure: 'TIFF header',
    })
    await writer.finish()
    expect(existsSync(path('half.partial'))).toBe(false)
    await (await openSlide(path('half'))).close()
  })

  test('is removed by abort', async () => {
    const writer = await begin('aborted')
    await writer.writeTile(0, 0, tile)
    await writer.abort()
    await writer.abort()
    expect(existsSync(path('aborted'))).toBe(false)
    expect(await leftovers()).toEqual([])
    await expect(writer.writeTile(1, 0, tile)).rejects.toThrow('pyramid: was aborted')
    await expect(writer.finish()).rejects.toThrow('pyramid: was aborted')
  })

  test('is removed by the signal, and whoever waits is told its reason', async () => {
    const controller = new AbortController()
    const writer = await begin('signal', {}, controller.signal)
    const writing = [0, 1, 2, 3].map((x) => writer.writeTile(x, 0, cut(picture, 32 * x, 0, 32, 32)))
    controller.abort(new Error('enough'))
    const results = await Promise.allSettled([...writing, writer.finish()])
    expect(results.at(-1)).toMatchObject({ status: 'rejected', reason: { message: 'enough' } })
    await writer.abort()
    expect(await leftovers()).toEqual([])
    expect(existsSync(path('signal'))).toBe(false)
    await expect(begin('signal', {}, controller.signal)).rejects.toThrow('enough')
  })

  test('that a killed writer left is replaced', async () => {
    await writeFile(path('killed.partial'), 'x'.repeat(1e6))
    const { bytes } = await (await begin('killed')).finish()
    expect((await readFile(path('killed'))).length).toBe(bytes)
  })

  test('of two writers at one path only the later one counts', async () => {
    const first = await begin('two')
    const second = await begin('two')
    await expect(first.finish()).rejects.toThrow('two: is being written by another writer too')
    await second.finish()
    await (await openSlide(path('two'))).close()
    expect(await leftovers()).toEqual([])
  })
})

test('a file that is there already stays unless it may be replaced', async () => {
  await writeFile(path('there'), 'precious')
  await expect(begin('there')).rejects.toThrow('there: exists already and is not replaced')
  const late = await begin('late')
  await writeFile(path('late'), 'precious')
  await expect(late.finish()).rejects.toThrow('late: exists already and is not replaced')
  expect(await readFile(path('late'), 'utf8')).toBe('precious')
  await (await begin('there', { overwrite: true })).finish()
  await (await openSlide(path('there'))).close()
  expect(await leftovers()).toEqual([])
})

test('a folder is never replaced, which is told before anything is written', async () => {
  await mkdir(path('folder'))
  await expect(begin('folder', { overwrite: true })).rejects.toMatchObject({
    code: 'unwritable',
    message: 'folder: is a folder',
  })
  expect(await leftovers()).toEqual([])
})

test('aborting after the end leaves the next writer of the same path alone', async () => {
  const first = await begin('next')
  await first.finish()
  // The next file may get the number that the system knew this one by.
  await rm(path('next'))
  const next = await begin('next')
  await first.abort()
  await next.finish()
  await (await openSlide(path('next'))).close()
})

test('the same tiles in the same order give the same file, byte by byte', async () => {
  const large = makePicture(240, 180)
  const files: Buffer[] = []
  for (const name of ['once', 'twice']) {
    await writePicture(path(name), large, { options: { compression: { kind: 'jpeg' } } })
    files.push(await readFile(path(name)))
  }
  expect(files[0]?.equals(files[1] as Buffer)).toBe(true)
})

test('a folder that does not exist is told in a sentence', async () => {
  await expect(begin('missing/a.tif')).rejects.toThrow(
    'a.tif: could not be written: its folder does not exist',
  )
})

test('a buffer may be used again once its tile was taken', async () => {
  const writer = await begin('reused', { compression: { kind: 'none' } })
  const reused = { ...tile, data: new Uint8Array(tile.data.length) }
  for (const [x, y] of [
    [0, 0],
    [1, 0],
    [2, 0],
    [0, 1],
    [1, 1],
    [2, 1],
  ] as const) {
    reused.data.set(cut(picture, 32 * x, 32 * y, 32, 32).data)
    await writer.writeTile(x, y, reused)
  }
  await writer.finish()
  await withSlide(path('reused'), async (image) => {
    expect((await image.rawTile(0, 1, 1)).data).toEqual(cut(picture, 32, 32, 32, 32).data)
    expect((await image.rawTile(0, 0, 0)).data).toEqual(tile.data)
  })
})
