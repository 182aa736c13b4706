import { describe, expect, test } from 'vitest'
import { uploadLimits } from '../api/limits.ts'
import { messages } from '../api/messages.ts'
import {
  checkBatch,
  checkFile,
  chunkCountFor,
  chunkSizeFor,
  extensionOf,
  noteOnFile,
  recommendedConcurrency,
  suggestName,
  uploadProgress,
} from './uploads.ts'

const KB = 1024
const MB = 1024 * 1024
const GB = 1024 * 1024 * 1024

const tooLarge = 'File size exceeds maximum limit of 40GB'
const tooSmall = 'File size is below minimum limit of 1KB'
const nameTooLong = 'File name is too long (max 255 characters)'
const spaces = 'File name cannot contain spaces'
const extensionRequired = 'File must have an extension'
const tooManyDots = 'File name cannot have more than 2 dots characters'

const named = (name: string) => checkFile({ name, size: MB })
const sized = (size: number) => checkFile({ name: 'slide.tiff', size })

describe('size', () => {
  test.each([
    ['40 GB exactly', 40 * GB, []],
    ['one byte over 40 GB', 40 * GB + 1, [tooLarge]],
    ['infinite', Number.POSITIVE_INFINITY, [tooLarge]],
    ['1 KB exactly', KB, []],
    ['one byte under 1 KB', KB - 1, [tooSmall]],
    ['empty', 0, [tooSmall]],
    ['negative', -1, [tooSmall]],
    ['not a number', Number.NaN, [tooSmall]],
  ])('%s', (_case, size, errors) => {
    expect(sized(size)).toEqual(errors)
  })
})

describe('extension', () => {
  test.each(['tiff', 'tif', 'ome.tiff', 'ome.tif', 'qptiff', 'svs', 'czi', 'mar'])('%s is taken', (each) => {
    expect(named(`slide.${each}`)).toEqual([])
    expect(named(`slide.${each.toUpperCase()}`)).toEqual([])
  })

  test('mar is taken, but said to be kept only', () => {
    expect(noteOnFile('slide.MAR')).toMatch(
      /^This file will be stored, but probably can’t be viewed: the \.mar format/,
    )
    expect(['slide.svs', 'slide', 'mar', 'a.mar.svs'].map(noteOnFile)).toEqual([null, null, null, null])
  })

  test.each([
    ['slide.jpg', 'jpg'],
    ['slide.JPG', 'JPG'],
    ['slide.tiff2', 'tiff2'],
    ['slide.ome', 'ome'],
    ['slide.tiff.', 'tiff.'],
    ['slide..', '.'],
    ['slide..tiff', '.tiff'],
    // Everything after the first dot counts, so a dot in the name proper spoils it.
    ['case1.scan.tiff', 'scan.tiff'],
    ['slide.ome.svs', 'ome.svs'],
  ])('%s has the extension %s, which is not', (name, extension) => {
    expect(extensionOf(name)).toBe(extension)
    expect(named(name)).toEqual([`File extension '${extension}' is not allowed`])
  })

  test.each([
    ['no dot', 'slide'],
    ['a dot at the end', 'slide.'],
    ['nothing but a dot', '.'],
  ])('%s: an extension is missing, and nothing else is said', (_case, name) => {
    expect(extensionOf(name)).toBe('')
    expect(named(name)).toEqual([extensionRequired])
  })
})

describe('name', () => {
  test('is required, and nothing else is said about an empty one', () => {
    expect(named('')).toEqual(['File name is required'])
  })

  test('has at most 255 characters', () => {
    expect(named(`${'a'.repeat(250)}.tiff`)).toEqual([])
    expect(named(`${'a'.repeat(251)}.tiff`)).toEqual([nameTooLong])
  })

  test('has at most 2 dots', () => {
    expect(named('slide.ome.tiff')).toEqual([])
    expect(named('slide.1.ome.tiff')).toEqual(["File extension '1.ome.tiff' is not allowed", tooManyDots])
  })

  test('has no spaces; a space is not also an invalid character', () => {
    expect(named('my slide 1.tiff')).toEqual([spaces])
    expect(named(' .tiff')).toEqual([spaces])
  })

  test.each([...`!-_*'()`])('may contain %s', (character) => {
    expect(named(`a${character}b.tiff`)).toEqual([])
  })

  test('may contain every ASCII letter and digit', () => {
    expect(named('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.tiff')).toEqual([])
  })

  test('may contain nothing else that can be typed', () => {
    const printable = Array.from({ length: 95 }, (_, n) => String.fromCharCode(32 + n))
    const refused = printable.filter((character) => named(`a${character}b.tiff`).length > 0)
    expect(refused.join('')).toBe(' "#$%&+,./:;<=>?@[\\]^`{|}~')
  })

  test.each([
    ['a#b.tiff', '#'],
    ['a#b@c#.tiff', '# @'],
    ['Präparat.tiff', 'ä'],
    ['a🔬b🔬.tiff', '🔬'],
    ['a\tb\u00a0c.tiff', '\t \u00a0'],
    ['شريحة.tiff', 'ش ر ي ح ة'],
    ['a\0b.tiff', '\0'],
    ['../etc/passwd.tiff', '/'],
  ])('%j is told its invalid characters, each once, spaced', (name, listed) => {
    expect(named(name)).toContain(`File name contains invalid characters: ${listed}`)
  })
})

test('every error of a file is told', () => {
  const name = `${'a'.repeat(255)} #.b.c.jpg`
  expect(checkFile({ name, size: 1 })).toEqual([
    tooSmall,
    nameTooLong,
    spaces,
    'File name contains invalid characters: #',
    "File extension 'b.c.jpg' is not allowed",
    tooManyDots,
  ])
})

describe('a batch', () => {
  test('without errors', () => {
    expect(checkBatch([{ name: 'a.svs', size: KB }])).toEqual({
      valid: true,
      errors: [],
      total: 1,
      validCount: 1,
      errorCount: 0,
    })
  })

  test('of nothing is valid', () => {
    expect(checkBatch([])).toEqual({ valid: true, errors: [], total: 0, validCount: 0, errorCount: 0 })
  })

  test('names the file before each message and counts files, not messages', () => {
    const batch = checkBatch([
      { name: 'good.svs', size: MB },
      { name: 'b ad.jpg', size: 0 },
      { name: 'noextension', size: MB },
    ])
    expect(batch).toEqual({
      valid: false,
      errors: [
        `"b ad.jpg": ${tooSmall}`,
        `"b ad.jpg": ${spaces}`,
        `"b ad.jpg": File extension 'jpg' is not allowed`,
        `"noextension": ${extensionRequired}`,
      ],
      total: 3,
      validCount: 1,
      errorCount: 2,
    })
  })

  test('that failed stops the upload with its errors joined by a comma', () => {
    const { errors } = checkBatch([{ name: 'a b', size: MB }])
    expect(messages.upload.validationFailed(errors)).toBe(
      'Validation failed: "a b": File name cannot contain spaces, "a b": File must have an extension',
    )
  })
})

describe('a suggested name', () => {
  test.each([
    ['my slide 1.tiff', 'my_slide_1.tiff'],
    ['case.12.scan.svs', 'case_12_scan.svs'],
    ['case.12.ome.tiff', 'case_12.ome.tiff'],
    ['Präparat Nr. 7.CZI', 'Praparat_Nr_7.CZI'],
    ['ome.tiff', 'ome.tiff'],
    ['شريحة.svs', 'slide.svs'],
    ['.tif', 'slide.tif'],
    ['C:\\scans\\a.mar', 'C_scans_a.mar'],
    [`${'x'.repeat(300)}.qptiff`, `${'x'.repeat(248)}.qptiff`],
  ])('%j becomes %j', (name, suggestion) => {
    expect(suggestName(name)).toBe(suggestion)
  })

  test.each(['', 'slide', 'slide.', 'slide.jpg', 'tiff', '...', '\u202e', 'slide.tiff.exe'])(
    'there is none for %j',
    (name) => {
      expect(suggestName(name)).toBeNull()
    },
  )

  test('passes every check, whatever the name was', () => {
    const stems = [...oddStems(), ...randomStems(2000)]
    const failed = stems.flatMap((stem) =>
      uploadLimits.extensions
        .flatMap((extension) => [`${stem}.${extension}`, `${stem}.${extension.toUpperCase()}`])
        .map((name) => ({ name, suggestion: suggestName(name) }))
        .filter(({ suggestion }) => suggestion === null || named(suggestion).length > 0),
    )
    expect(failed).toEqual([])
  })

  test('is kept when it is checked again', () => {
    const suggestions = [...oddStems(), ...randomStems(500)].map(
      (stem) => suggestName(`${stem}.ome.tif`) ?? '',
    )
    expect(suggestions.map(suggestName)).toEqual(suggestions)
  })
})

describe('chunks', () => {
  test.each([
    [KB, 5 * MB],
    [100 * MB - 1, 5 * MB],
    [100 * MB, 10 * MB],
    [GB - 1, 10 * MB],
    [GB, 25 * MB],
    [5 * GB - 1, 25 * MB],
    [5 * GB, 50 * MB],
    [40 * GB, 50 * MB],
  ])('a file of %i bytes travels in chunks of %i', (size, chunkSize) => {
    expect(chunkSizeFor(size)).toBe(chunkSize)
  })

  test.each([
    [KB, 1],
    [5 * MB, 1],
    [5 * MB + 1, 2],
    [100 * MB - 1, 20],
    [100 * MB, 10],
    [GB - 1, 103],
    [GB, 41],
    [5 * GB - 1, 205],
    [5 * GB, 103],
    [40 * GB, 820],
  ])('a file of %i bytes has %i', (size, count) => {
    expect(chunkCountFor(size)).toBe(count)
  })

  test('are never more than the 10,000 parts, nor smaller than the 5 MiB, that S3 takes', () => {
    const sizes = [100 * MB - 1, GB - 1, 5 * GB - 1, uploadLimits.maxFileSize]
    expect(Math.max(...sizes.map(chunkCountFor))).toBeLessThanOrEqual(10_000)
    expect(Math.min(...sizes.map(chunkSizeFor))).toBeGreaterThanOrEqual(5 * MB)
  })

  test.each([
    [1, 2],
    [5, 2],
    [6, 3],
    [20, 3],
    [21, 4],
    [50, 4],
    [51, 5],
    [820, 5],
  ])('%i of them are best sent by %i workers', (chunks, workers) => {
    expect(recommendedConcurrency(chunks)).toBe(workers)
  })
})

describe('progress', () => {
  test.each([
    [0, 3, 0],
    [1, 3, 33],
    [2, 3, 67],
    [3, 3, 100],
    [1, 200, 1],
    [1, 201, 0],
    [199, 200, 100],
    [0, 0, 0],
  ])('%i of %i chunks is %i percent', (completed, total, percent) => {
    expect(uploadProgress(completed, total)).toBe(percent)
  })
})

function oddStems(): string[] {
  return [
    '',
    ' ',
    '.',
    '.....',
    'a.b.c.d',
    '___',
    '\0\u0001\u007f',
    '\u202eevil\u202c',
    'שקופית 12',
    '染色スライド',
    'ﬁle ½ ℡ ㎛',
    'e\u0301\u0327'.repeat(100),
    '🔬👩‍🔬',
    '\ud800',
    '\udc00\ud800',
    'İstanbul',
    'Kelvin K',
    "it's (a) *copy*!",
    'x'.repeat(300),
    'ß'.repeat(300),
    '㌀'.repeat(300),
    `${'a'.repeat(247)} b`,
    'a/b\\c:d',
    '-rf',
  ]
}

/** The same odd names at every run: a failure can be looked at again. */
function randomStems(count: number): string[] {
  let state = 20_261_101
  const next = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  const ranges = [0x20, 0x80, 0x100, 0x600, 0x3000, 0xe000, 0x10000, 0x1_1000, 0x1_f9ff]
  return Array.from({ length: count }, () =>
    Array.from({ length: next(40) }, () =>
      String.fromCodePoint(next(4) === 0 ? 0x2e : next(ranges[next(ranges.length)] ?? 0x80)),
    ).join(''),
  )
}
