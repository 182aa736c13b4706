import { describe, expect, it } from 'vitest'
import { limits } from '../limits.ts'
import { memorySource } from '../source/memory-source.ts'
import { looksLikeTiff, openTiff } from './open-tiff.ts'
import { fieldTypes, tags } from './tags.ts'
import { entryPosition, makeTiff } from './test-support/make-tiff.ts'
import { countingSource } from './test-support/open-bytes.ts'
import type { TestPage, TestTiff } from './test-support/test-page.ts'

const small: TestPage = { width: 2, height: 1, pixels: [1, 2] }
const open = async (file: TestTiff) => openTiff(memorySource(await makeTiff(file)))
const first = async (page: Partial<TestPage>, file: Partial<TestTiff> = {}) => {
  const [directory] = (await open({ ...file, pages: [{ ...small, ...page }] })).directories
  if (!directory) throw new Error('no directory')
  return directory
}

describe.each([
  ['classic, little endian', { big: false, bigEndian: false }],
  ['classic, big endian', { big: false, bigEndian: true }],
  ['BigTIFF, little endian', { big: true, bigEndian: false }],
  ['BigTIFF, big endian', { big: true, bigEndian: true }],
])('a file that is %s', (_, kind) => {
  it('has its directories in their order', async () => {
    const pages = [1, 2, 3].map((width) => ({ ...small, width, pixels: Array<number>(width).fill(0) }))
    const file = await open({ ...kind, pages })
    expect(file).toMatchObject(kind)
    expect(file.directories.map(({ label }) => label)).toEqual(['IFD 0', 'IFD 1', 'IFD 2'])
    const widths = file.directories.map((directory) => directory.number(tags.imageWidth))
    expect(await Promise.all(widths)).toEqual([1, 2, 3])
  })

  it.each([
    ['byte', [0, 1, 255]],
    ['sbyte', [-128, 0, 127]],
    ['short', [0, 65535, 7]],
    ['sshort', [-32768, 32767, 3]],
    ['long', [0, 4294967295, 1]],
    ['slong', [-2147483648, 2147483647, 1]],
    ['ifd', [8, 4294967295]],
    ['rational', [0.5, 1.25, 1000]],
    ['srational', [-0.5, 1.25, 1000]],
    ['float', [0.5, -1.25, 2 ** 100]],
    ['double', [0.1, -1e300]],
    ['long8', [0, 2 ** 53 - 1, 3]],
    ['slong8', [-(2 ** 53) + 1, 3]],
    ['ifd8', [2 ** 40]],
  ] as const)('reads numbers of type %s', async (type, values) => {
    const extraTags = [
      { tag: 40_000, type: fieldTypes[type], values },
      { tag: 40_001, type: fieldTypes[type], values: [values[0]] },
    ]
    const directory = await first({ extraTags }, kind)
    expect(await directory.numbers(40_000)).toEqual(values)
    expect(await directory.number(40_001)).toBe(values[0])
    expect(directory.count(40_000)).toBe(values.length)
    expect(await directory.numberAt(40_000, values.length - 1)).toBe(values.at(-1))
  })

  it('reads text and bytes', async () => {
    const bytes = Uint8Array.from({ length: 3000 }, (_, index) => index)
    const extraTags = [
      { tag: tags.imageDescription, type: fieldTypes.ascii, values: 'MPP = 0.5 µm' },
      { tag: tags.software, type: fieldTypes.ascii, values: Uint8Array.of(0x35, 0xb5, 0x6d, 0, 0x41) },
      { tag: tags.make, type: fieldTypes.ascii, values: 'ab' },
      { tag: tags.iccProfile, type: fieldTypes.undefined, values: bytes },
    ]
    const directory = await first({ extraTags }, kind)
    expect(await directory.text(tags.imageDescription)).toBe('MPP = 0.5 µm')
    expect(await directory.text(tags.software)).toBe('5µm')
    expect(await directory.text(tags.make)).toBe('ab')
    expect(await directory.bytes(tags.iccProfile)).toEqual(bytes)
  })

  it('says what is absent', async () => {
    const directory = await first({}, kind)
    expect(directory.has(tags.imageDescription)).toBe(false)
    expect(directory.has(tags.imageWidth)).toBe(true)
    expect(directory.count(tags.imageDescription)).toBe(0)
    expect(await directory.number(tags.imageDescription)).toBeUndefined()
    expect(await directory.numbers(tags.imageDescription)).toBeUndefined()
    expect(await directory.text(tags.imageDescription)).toBeUndefined()
    expect(await directory.bytes(tags.imageDescription)).toBeUndefined()
    expect(await directory.subDirectories()).toEqual([])
  })

  it('has sub-directories down to a depth of 2', async () => {
    const deepest = { ...small, height: 3, pixels: Array<number>(6).fill(0) }
    const subPages = [small, { ...small, height: 2, pixels: [0, 0, 0, 0], subPages: [deepest] }]
    const directory = await first({ subPages }, kind)
    const below = await directory.subDirectories()
    expect(below.map(({ label }) => label)).toEqual(['IFD 0 SubIFD 0', 'IFD 0 SubIFD 1'])
    expect(await below[1]?.number(tags.imageLength)).toBe(2)
    const [third] = (await below[1]?.subDirectories()) ?? []
    expect(third?.label).toBe('IFD 0 SubIFD 1 SubIFD 0')
    expect(await third?.number(tags.imageLength)).toBe(3)
    expect(await directory.subDirectories()).toBe(below)
  })
})

it('tells a TIFF by its first bytes', () => {
  const looks = (...bytes: number[]) => looksLikeTiff(Uint8Array.from(bytes))
  expect(looks(0x49, 0x49, 42, 0)).toBe(true)
  expect(looks(0x49, 0x49, 43, 0)).toBe(true)
  expect(looks(0x4d, 0x4d, 0, 42)).toBe(true)
  expect(looks(0x4d, 0x4d, 0, 43)).toBe(true)
  expect(looks(0x4d, 0x4d, 42, 0)).toBe(false)
  expect(looks(0x49, 0x49, 0, 42)).toBe(false)
  expect(looks(0x49, 0x4d, 42, 0)).toBe(false)
  expect(looks(0x49, 0x49, 42)).toBe(false)
  expect(looks()).toBe(false)
})

it('gives a value that was read once without reading again', async () => {
  const extraTags = [{ tag: tags.imageDescription, type: fieldTypes.ascii, values: 'x'.repeat(900) }]
  const pages = Array.from({ length: 100 }, () => ({ ...small, extraTags }))
  const source = countingSource(memorySource(await makeTiff({ pages })))
  const { directories } = await openTiff(source)
  await directories[0]?.text(tags.imageDescription)
  const { reads } = source.counted
  await directories[0]?.text(tags.imageDescription)
  expect(source.counted.reads).toBe(reads)
})

it('takes the first of two entries with the same tag', async () => {
  const entry = (value: number) => ({ tag: 40_000, type: fieldTypes.short, values: [value] })
  const directory = await first({ extraTags: [entry(1), entry(2)] })
  expect(await directory.number(40_000)).toBe(1)
})

it('rejects with the reason of an aborted signal', async () => {
  const bytes = await makeTiff({ pages: [small] })
  const signal = AbortSignal.abort(new Error('went away'))
  await expect(openTiff(memorySource(bytes), signal)).rejects.toThrow('went away')
})

describe('a file that is spoilt', () => {
  type Spoil = (view: DataView, bytes: Uint8Array) => Uint8Array | undefined
  const spoilt = async (file: TestTiff, spoil: Spoil) => {
    const bytes = await makeTiff(file)
    const changed = spoil(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), bytes)
    return openTiff(memorySource(changed ?? bytes))
  }
  const one = { pages: [small] }
  const two = { pages: [small, small] }
  const bigOne = { big: true, pages: [small] }
  const firstOf = (view: DataView) => view.getUint32(4, true)
  const nextOf = (view: DataView, at: number) => at + 2 + view.getUint16(at, true) * 12

  it.each<[string, TestTiff, Spoil, string, string]>([
    ['is empty', one, () => new Uint8Array(0), 'truncated', 'TIFF header: needs 8 bytes, the file has 0'],
    [
      'ends in its header',
      bigOne,
      (_, bytes) => bytes.slice(0, 12),
      'truncated',
      'TIFF header: needs 16 bytes, the file has 12',
    ],
    [
      'is something else',
      one,
      (view) => void view.setUint16(0, 0x4748),
      'unknown_format',
      'TIFF header: is missing: the file does not begin like a TIFF',
    ],
    [
      'has offsets of another size',
      bigOne,
      (view) => void view.setUint16(4, 4, true),
      'malformed',
      'TIFF header: says that offsets have 4 bytes; BigTIFF knows only 8',
    ],
    [
      'names no directory',
      one,
      (view) => void view.setUint32(4, 0, true),
      'malformed',
      'TIFF header: names no directory',
    ],
    [
      'has its directory in the header',
      one,
      (view) => void view.setUint32(4, 4, true),
      'malformed',
      'IFD 0: lies at 4, inside the header',
    ],
    [
      'has its directory beyond the end',
      one,
      (view) => void view.setUint32(4, 1_000_000, true),
      'truncated',
      'IFD 0: lies at 1000000 and goes beyond the end of the file',
    ],
    [
      'has its directory beyond every file',
      bigOne,
      (view) => void view.setBigUint64(8, 2n ** 64n - 1n, true),
      'truncated',
      'IFD 0: lies at 18446744073709552000 and goes beyond the end of the file',
    ],
    [
      'has a directory without entries',
      one,
      (view) => void view.setUint16(view.getUint32(4, true), 0, true),
      'malformed',
      'IFD 0: has no entries',
    ],
    [
      'has a directory with too many entries',
      bigOne,
      (view) => void view.setBigUint64(Number(view.getBigUint64(8, true)), 10n ** 12n, true),
      'too_large',
      'IFD 0: has 1000000000000 entries, more than the 4096 allowed',
    ],
    [
      'ends in its second directory',
      two,
      (view, bytes) => bytes.slice(0, view.getUint32(nextOf(view, view.getUint32(4, true)), true) + 20),
      'truncated',
      'IFD 1: lies at ',
    ],
  ])('because it %s', async (_, file, spoil, code, message) => {
    await expect(spoilt(file, spoil)).rejects.toMatchObject({
      code,
      message: expect.stringContaining(message),
    })
  })

  it('because it is cut off in the pixels of a further page', async () => {
    const bytes = await makeTiff({ pages: [small, { width: 200, height: 1, pixels: new Uint8Array(200) }] })
    const view = new DataView(bytes.buffer)
    const second = view.getUint32(nextOf(view, firstOf(view)), true)
    await expect(openTiff(memorySource(bytes.slice(0, second - 50)))).rejects.toMatchObject({
      code: 'truncated',
      message: expect.stringMatching(
        /^IFD 1: lies at \d+ and goes beyond the end of the file \(\d+ bytes\)$/,
      ),
    })
  })

  it.each<[string, TestTiff, Spoil, number, string]>([
    [
      'leads in a circle',
      two,
      (view) => {
        const second = view.getUint32(nextOf(view, firstOf(view)), true)
        view.setUint32(nextOf(view, second), firstOf(view), true)
        return undefined
      },
      2,
      'IFD 2: is IFD 0 again: the chain never ends; directories that may come after IFD 1 are left out',
    ],
    [
      'has a directory that is followed by itself',
      one,
      (view) => void view.setUint32(nextOf(view, firstOf(view)), firstOf(view), true),
      1,
      'IFD 1: is IFD 0 again: the chain never ends; directories that may come after IFD 0 are left out',
    ],
    [
      'names a directory beyond its end',
      one,
      (view) => void view.setUint32(nextOf(view, firstOf(view)), 65_535, true),
      1,
      'IFD 1: lies at 65535 and goes beyond the end of the file',
    ],
    [
      'names a directory inside its header',
      one,
      (view) => void view.setUint32(nextOf(view, firstOf(view)), 4, true),
      1,
      'IFD 1: lies at 4, inside the header; directories',
    ],
    [
      'names pixels for a directory',
      { pages: [{ ...small, pixels: [255, 255] }] },
      (view) => void view.setUint32(nextOf(view, firstOf(view)), 8, true),
      1,
      'IFD 1: has 65535 entries, more than the 4096 allowed; directories',
    ],
    [
      'lacks the pointer behind its last directory',
      one,
      (_view, bytes) => bytes.slice(0, -4),
      1,
      'IFD 0: ends with the file (144 bytes), which lacks the pointer to the next directory; directories',
    ],
  ])('is opened all the same and warned of where it %s', async (_, file, spoil, count, message) => {
    const { directories, warnings } = await spoilt(file, spoil)
    expect(directories.length).toBe(count)
    expect(warnings.all.map((warning) => warning.message)).toEqual([expect.stringContaining(message)])
  })

  it('because it has too many directories', async () => {
    const size = 8 + (limits.directories + 1) * 18
    const view = new DataView(new ArrayBuffer(size))
    view.setUint32(0, 0x49492a00)
    view.setUint32(4, 8, true)
    for (let at = 8; at < size; at += 18) {
      view.setUint16(at, 1, true)
      view.setUint32(at + 14, at + 18, true)
    }
    await expect(openTiff(memorySource(new Uint8Array(view.buffer)))).rejects.toMatchObject({
      code: 'too_large',
      message: 'IFD 20000: is one more than the 20000 directories that a file may have',
    })
  })

  const spoiltEntry = async (
    tag: number,
    spoil: (view: DataView, at: number) => void,
    file: TestTiff = one,
  ) => {
    const { directories } = await spoilt(file, (view, bytes) => {
      spoil(view, entryPosition(bytes, tag))
      return undefined
    })
    if (!directories[0]) throw new Error('no directory')
    return directories[0]
  }

  it('because a value has a type that does not exist', async () => {
    const directory = await spoiltEntry(tags.imageWidth, (view, at) => view.setUint16(at + 2, 99, true))
    await expect(directory.number(tags.imageWidth)).rejects.toMatchObject({
      code: 'malformed',
      message: 'IFD 0: ImageWidth has the field type 99, which does not exist',
    })
  })

  it('because a value goes beyond its end', async () => {
    const directory = await spoiltEntry(tags.imageWidth, (view, at) => view.setUint32(at + 4, 2 ** 31, true))
    await expect(directory.numbers(tags.imageWidth)).rejects.toMatchObject({
      code: 'truncated',
      message: expect.stringContaining(
        'IFD 0: ImageWidth has 8589934592 bytes at 2, which go beyond the end',
      ),
    })
  })

  it('because a value of 64 bits goes beyond every file', async () => {
    const spoil = (view: DataView, at: number) => view.setBigUint64(at + 4, 2n ** 64n - 1n, true)
    const directory = await spoiltEntry(tags.imageWidth, spoil, bigOne)
    await expect(directory.numbers(tags.imageWidth)).rejects.toMatchObject({ code: 'truncated' })
    await expect(directory.bytes(tags.imageWidth)).rejects.toMatchObject({ code: 'truncated' })
  })

  it('because a list is longer than what is read in one piece', async () => {
    const values = new Uint8Array(2 ** 20 + 1)
    const directory = await first({ extraTags: [{ tag: 40_000, type: fieldTypes.byte, values }] })
    await expect(directory.numbers(40_000)).rejects.toMatchObject({
      code: 'too_large',
      message: 'IFD 0: tag 40000 has 1048577 values, more than the 1048576 that are read',
    })
    expect(await directory.numberAt(40_000, 2 ** 20)).toBe(0)
  })

  it('because a sub-directory leads back to its parent', async () => {
    const file = { pages: [{ ...small, subPages: [small] }] }
    const directory = await spoiltEntry(
      tags.subIfds,
      (view, at) => view.setUint32(at + 8, view.getUint32(4, true), true),
      file,
    )
    await expect(directory.subDirectories()).rejects.toMatchObject({
      code: 'malformed',
      message: expect.stringContaining('IFD 0 SubIFD 0: leads back to a directory above it'),
    })
  })

  it('because sub-directories lie too deep', async () => {
    let page = small
    for (let depth = 0; depth < 3; depth++) page = { ...small, subPages: [page] }
    const [top] = (await open({ pages: [page] })).directories
    const [second] = (await top?.subDirectories()) ?? []
    const [third] = (await second?.subDirectories()) ?? []
    await expect(third?.subDirectories()).rejects.toMatchObject({
      code: 'too_large',
      message: 'IFD 0 SubIFD 0 SubIFD 0: has sub-directories, which lie more than 2 deep',
    })
  })
})

it('sub-directories count once, however many ask for them or leave before they are read', async () => {
  const directory = await first({ subPages: Array.from({ length: 10 }, () => small) })
  for (let attempt = 0; attempt < 2500; attempt += 1) {
    const controller = new AbortController()
    const left = directory.subDirectories(controller.signal).catch((error) => error)
    // Long enough that some of the ten have been read.
    for (let tick = 0; tick < 20; tick += 1) await null
    controller.abort(new Error('left'))
    expect(await left).toEqual(new Error('left'))
  }
  const all = await Promise.all(Array.from({ length: 2500 }, () => directory.subDirectories()))
  expect(new Set(all).size).toBe(1)
})
