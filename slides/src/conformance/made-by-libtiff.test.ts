import { writeFile } from 'node:fs/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { encodeCcitt } from '../codecs/test-support/encode-ccitt.ts'
import { bytesPerSample, type PixelTile } from '../pixels.ts'
import { compressions, extraSampleKinds, fieldTypes, photometrics, tags } from '../tiff/tags.ts'
import { makeOldJpeg } from '../tiff/test-support/make-old-jpeg.ts'
import { makeTiff } from '../tiff/test-support/make-tiff.ts'
import type { TestPage } from '../tiff/test-support/test-page.ts'
import { useTemporaryFolder } from '../write/test-support/temporary-folder.ts'
import { mainImage, readLevel, readPage, withSlide } from './test-support/own-pixels.ts'
import { kindNames, makePicture, type PictureKind, pictureKinds, pictureOf } from './test-support/pictures.ts'
import { expectAlike } from './test-support/pixel-difference.ts'
import { hasLibtiff, hasVips, outputOf, run } from './test-support/test-programs.ts'
import { readTiffByVips, spreadBits } from './test-support/vips-image.ts'

const path = useTemporaryFolder()

const sourceOf = (name: string) => path(`${name}.tif`)

const formats = { u: 'uint', i: 'int', f: 'float' } as const
const alpha = { tag: tags.extraSamples, type: fieldTypes.short, values: [extraSampleKinds.alpha] }

/** The picture as an uncompressed TIFF for libtiff's tools to work on. */
async function writeSource(name: string, { data, pixelType, ...picture }: PixelTile): Promise<void> {
  const page: TestPage = {
    ...picture,
    pixels: data,
    bits: 8 * bytesPerSample(pixelType),
    format: formats[pixelType[0] as keyof typeof formats],
    rowsPerStrip: picture.height,
    extraTags: picture.samples % 2 === 0 ? [alpha] : [],
  }
  await writeFile(sourceOf(name), await makeTiff({ pages: [page] }))
}

/** By tiffcp's names: the part after the colon is the predictor. */
const codecs = ['none', 'packbits', 'lzw', 'zip', 'zstd', 'lzma']
const predicted = ['lzw:2', 'zip:2', 'zstd:2', 'lzma:2']
const floatCodecs = ['lzw:3', 'zip:3', 'zstd:3', 'lzma:3']

/** All of them where samples may lie apart; elsewhere they take turns, as none knows what the bytes mean that it packs. */
function codecsOf(kind: PictureKind, turn: number): string[] {
  const floats = pictureKinds[kind][0] === 'f32' ? floatCodecs : []
  if (layoutsOf(kind).length > 2) return [...codecs, ...predicted]
  return [
    ...codecs.filter((_, index) => (index + turn) % 2 === 0),
    ...[predicted, floats].flatMap((all) => all.filter((_, index) => (index + turn) % 3 === 0)),
  ]
}

const strips = ['-s', '-r', '7']
const tiles = ['-t', '-w', '32', '-l', '48']

/** How tiffcp lays out samples; it takes them apart only where they have 8 bits. */
function layoutsOf(kind: PictureKind): string[][] {
  const [pixelType, samples] = pictureKinds[kind]
  const together = [strips, tiles].map((layout) => ['-p', 'contig', ...layout])
  const apart = [strips, tiles].map((layout) => ['-p', 'separate', ...layout])
  return pixelType === 'u8' && samples > 1 ? [...together, ...apart] : together
}

/**
 * Byte orders, fill orders and sizes of offsets, each with each. Predictor 3 is left in this machine's byte order: what
 * libtiff 4.5 writes in the other one it can't read itself.
 */
const variantOf = (bits: number, codec: string) => [
  bits & 1 && !codec.endsWith(':3') ? '-B' : '-L',
  ...(bits & 2 ? ['-f', 'lsb2msb'] : ['-f', 'msb2lsb']),
  ...(bits & 4 ? ['-8'] : []),
]

/**
 * Pictures and codecs, in strips and tiles by turns, and where samples may lie apart, apart in the other of both; the
 * variants take turns as well, so that every layout meets all of them.
 */
const copies = kindNames.flatMap((kind, kindIndex) => {
  return codecsOf(kind, kindIndex).map((codec, codecIndex) => {
    const layouts = layoutsOf(kind)
    const ways = layouts.map((layout, index) => [
      ...layout,
      ...variantOf((2 * kindIndex + codecIndex + 5 * index) % 8, codec),
    ])
    const turn = (kindIndex + codecIndex) % 2
    return { kind, codec, ways: ways.filter((_, index) => index === turn || index === 3 - turn) }
  })
})

test('every byte order, fill order and size of offsets meets strips and tiles, together and apart', () => {
  const met = new Set(copies.flatMap(({ ways }) => ways.map((way) => way.join(' '))))
  expect(met.size).toBe(2 * 2 * 8)
})

if (hasVips && hasLibtiff) {
  beforeAll(async () => {
    for (const kind of kindNames) await writeSource(kind, pictureOf(kind))
    await writeSource('smooth', makePicture('u8', 3, { noise: false }))
    await writeSource('smooth grey', makePicture('u8', 1, { noise: false }))
  })

  test.each(kindNames)(
    '%s by tiffcp is read exactly in strips or tiles, samples together and apart, in any order of bytes and bits',
    async (kind) => {
      const picture = pictureOf(kind)
      const failures: string[] = []
      for (const { codec, ways } of copies.filter((copy) => copy.kind === kind)) {
        for (const way of ways) {
          const compare = async () => {
            await run('tiffcp', '-c', codec, ...way, sourceOf(kind), path('copy.tif'))
            expectAlike(await readPage(path('copy.tif')), picture)
          }
          await compare().catch((error) => failures.push(`-c ${codec} ${way.join(' ')}: ${error}`))
        }
      }
      expect(failures).toEqual([])
    },
  )

  describe('samples that are converted or packed, by tiffcp', () => {
    const size = { width: 61, height: 40 }
    const count = size.width * size.height
    const whole = ['none', 'packbits', 'lzw', 'lzw:2', 'zip:2']
    test.each([
      ['f16', 16, 'float', [...whole, 'zip:3']],
      ['f64', 64, 'float', [...whole, 'lzw:3', 'zip:3']],
      ['u64', 64, 'uint', whole],
      ['i64', 64, 'int', whole],
      ['10 bits', 10, 'uint', ['none', 'packbits', 'lzw', 'zip']],
      ['12 bits', 12, 'uint', ['none', 'packbits', 'lzw', 'zip']],
      ['24 bits', 24, 'uint', ['none', 'packbits', 'lzw', 'zip']],
    ] as const)('(%s) are read exactly, in either order of bytes', async (_, bits, format, codings) => {
      const lowest = format === 'uint' ? 0 : -50
      const pixels = Array.from({ length: count }, (_value, i) => ((i * i) % 601) + (i % 61) + lowest)
      await writeFile(path('source.tif'), await makeTiff({ pages: [{ ...size, bits, format, pixels }] }))
      const failures: string[] = []
      for (const codec of codings) {
        for (const way of [strips, ...(bits % 16 === 0 ? [tiles] : [])]) {
          for (const order of codec.endsWith(':3') ? ['-L'] : ['-L', '-B']) {
            await run('tiffcp', '-c', codec, order, ...way, path('source.tif'), path('copy.tif'))
            const { data } = await readPage(path('copy.tif'))
            if (`${data}` !== `${pixels}`) failures.push(`${codec} ${order} ${way}`)
          }
        }
      }
      expect(failures).toEqual([])
    })
  })

  describe('JPEG and WebP by tiffcp', () => {
    const rows = ['-s', '-r', '16']

    /** libvips doesn't read tiles of one sample each: libtiff decodes them for it. */
    async function readLossy(byLibtiff: boolean): Promise<PixelTile> {
      if (!byLibtiff) return readTiffByVips(path('lossy.tif'), path('lossy.v'))
      await run('tiffcp', '-c', 'none', '-s', '-p', 'contig', path('lossy.tif'), path('decoded.tif'))
      return readTiffByVips(path('decoded.tif'), path('lossy.v'))
    }

    test.each([
      { codec: 'jpeg:90', source: 'smooth', way: rows },
      { codec: 'jpeg:90', source: 'smooth', way: tiles },
      { codec: 'jpeg:30', source: 'smooth', way: [...tiles, '-B', '-8'] },
      { codec: 'jpeg:r:90', source: 'smooth', way: rows },
      { codec: 'jpeg:r:30', source: 'smooth', way: tiles },
      { codec: 'jpeg:r:90', source: 'smooth', way: [...tiles, '-p', 'separate'] },
      { codec: 'jpeg:r:90', source: 'smooth', way: [...rows, '-p', 'separate', '-f', 'lsb2msb'] },
      { codec: 'jpeg:90', source: 'smooth grey', way: rows },
      { codec: 'jpeg:90', source: 'smooth grey', way: [...tiles, '-B'] },
      { codec: 'jpeg:75', source: 'RGB u8', way: tiles },
      { codec: 'jpeg:r:90', source: 'RGBA u8', way: rows },
      { codec: 'jpeg:90', source: 'grey and alpha u8', way: rows },
      { codec: 'webp', source: 'smooth', way: tiles },
      { codec: 'webp', source: 'RGBA u8', way: strips },
    ])('$codec of $source, $way, is read as libvips reads it', async ({ codec, source, way }) => {
      await run('tiffcp', '-c', codec, ...way, sourceOf(source), path('lossy.tif'))
      const theirs = await readLossy(way.includes('-t') && way.includes('separate'))
      expectAlike(await readPage(path('lossy.tif')), theirs, codec === 'webp' ? 0 : 2)
    })
  })

  describe('orientation', () => {
    // Tiles are turned by the same code: one that mirrors and one that swaps rows and columns tell.
    const orientations = [
      ...[1, 2, 3, 4, 5, 6, 7, 8].map((orientation) => ({ orientation, layout: strips })),
      ...[2, 8].map((orientation) => ({ orientation, layout: tiles })),
    ]
    test.each(orientations)('$orientation in $layout is applied as libvips applies it', async (turned) => {
      const file = path('turned.tif')
      await run('tiffcp', '-c', 'lzw:2', ...turned.layout, sourceOf('RGB u8'), file)
      await run('tiffset', '-s', '274', `${turned.orientation}`, file)
      const theirs = await readTiffByVips(file, path('turned.v'), { autorotate: true })
      const ours = await withSlide(file, (slide) => readLevel(mainImage(slide)))
      expectAlike(ours, theirs)
    })
  })

  describe('colours that libtiff converts', () => {
    /** As RGB, by libtiff's own conversion; what it adds as alpha is opaque everywhere. */
    async function readByLibtiff(file: string): Promise<PixelTile> {
      await outputOf('tiff2rgba', '-c', 'none', '-n', file, path('rgba.tif'))
      return readTiffByVips(path('rgba.tif'), path('rgba.v'))
    }

    test.each(['none', 'lzw:2'])('a palette made by tiffmedian, %s, is looked up', async (codec) => {
      const file = path('palette.tif')
      await run('tiffmedian', '-c', codec, '-r', '9', sourceOf('RGB u8'), file)
      expectAlike(await readPage(file), await readByLibtiff(file))
      expectAlike(await readPage(file), await readTiffByVips(file, path('palette.v')))
    })

    test.each(['none', 'zip'])('CMYK, %s, becomes RGB', async (codec) => {
      const { width, height, data } = makePicture('u8', 4)
      const page = { width, height, samples: 4, photometric: photometrics.cmyk, pixels: data, tileWidth: 32 }
      await writeFile(path('inks.tif'), await makeTiff({ pages: [page] }))
      await run('tiffcp', '-c', codec, '-s', path('inks.tif'), path('strips.tif'))
      for (const file of [path('inks.tif'), path('strips.tif')]) {
        expectAlike(await readPage(file), await readByLibtiff(file))
      }
    })

    test('one bit of grey, dithered, becomes black and white', async () => {
      const file = path('dithered.tif')
      await run('tiffdither', '-c', 'lzw', sourceOf('grey u8'), file)
      expectAlike(spreadBits(await readPage(file), 1), await readTiffByVips(file, path('dithered.v')))
    })
  })

  describe('fax by tiffcp', () => {
    const layouts = [
      [...strips, '-L'],
      [...tiles, '-B'],
      [...strips, '-f', 'lsb2msb'],
      [...tiles, '-8'],
    ]
    const ways = ['g3', 'g3:1d', 'g3:2d', 'g3:fill', 'g3:2d:fill', 'g4'].flatMap((codec, index) =>
      [0, 1].map((turn) => ({ codec, way: layouts[(index + 3 * turn) % 4] ?? [] })),
    )
    beforeAll(() => run('tiffdither', '-c', 'none', sourceOf('grey u8'), path('bilevel.tif')))

    test.each(ways)('$codec, $way, is read exactly', async ({ codec, way }) => {
      await run('tiffcp', '-c', codec, ...way, path('bilevel.tif'), path('fax.tif'))
      expectAlike(await readPage(path('fax.tif')), await readPage(path('bilevel.tif')))
    })

    test('its run lengths are those that tiffcp reads in each of its codings', async () => {
      const [width, height] = [3000, 70]
      const pixels = Uint8Array.from({ length: width * height }, (_, index) =>
        Math.floor(index / width) > (index % width) % 71 ? 1 : (index >> 11) & 1,
      )
      for (const [compression, coding] of [
        [compressions.ccittRle, 'rle'],
        [compressions.ccittGroup3, 'group3'],
        [compressions.ccittGroup4, 'group4'],
      ] as const) {
        const page: TestPage = {
          width,
          height,
          pixels,
          bits: 1,
          compression,
          rowsPerStrip: 32,
          encode: async (block) => encodeCcitt(block.values(), block.width, block.height, { coding }),
          photometric: photometrics.whiteIsZero,
        }
        await writeFile(path('fax.tif'), await makeTiff({ pages: [page] }))
        await run('tiffcp', '-c', 'none', path('fax.tif'), path('plain.tif'))
        const ours = await readPage(path('fax.tif'))
        expectAlike(ours, await readPage(path('plain.tif')), 0, coding)
        expect(ours.data).toEqual(pixels.map((value) => 1 - value))
      }
    })
  })

  describe('old-style JPEG', () => {
    const { width, height, data } = makePicture('u8', 3, { noise: false })
    const layouts = [
      { kind: 'one-jpeg' },
      { kind: 'tables' },
      { kind: 'tables', rowsPerStrip: 32 },
      // Of several tiles it reads none right.
      { kind: 'tables', tileWidth: 256 },
    ] as const
    test.each(layouts)('$kind $rowsPerStrip $tileWidth is read as tiff2rgba reads it', async (layout) => {
      const range = {
        tag: tags.referenceBlackWhite,
        type: fieldTypes.long,
        values: [0, 255, 128, 255, 128, 255],
      }
      const page = { ...layout, samples: 3, width, height, pixels: data, extraTags: [range] } as const
      await writeFile(path('old.tif'), await makeOldJpeg(page))
      await outputOf('tiff2rgba', '-c', 'zip', '-n', path('old.tif'), path('rgba.tif'))
      const theirs = await readTiffByVips(path('rgba.tif'), path('rgba.v'))
      // libtiff repeats Cb and Cr where decoders of JPEG interpolate.
      expectAlike(await readPage(path('old.tif')), theirs, 12)
    })
  })

  describe('several pages in one file', () => {
    test('are read as one image each where they differ', async () => {
      const file = path('pages.tif')
      const kinds: PictureKind[] = ['RGB u8', 'grey u16', 'grey f32']
      await run('tiffcp', '-c', 'zip', ...kinds.map(sourceOf), file)
      for (const [page, kind] of kinds.entries())
        expectAlike(await readPage(file, page), pictureOf(kind), 0, kind)
      await withSlide(file, async ({ images }) => {
        expect(images.map(({ pixelType, samples }) => [pixelType, samples])).toEqual([
          ['u8', 3],
          ['u16', 1],
          ['f32', 1],
        ])
      })
    })
  })

  // A run that ends with its row is left out by libtiff.
  test.each([
    ['NeXT', compressions.next, 2, [0, 0x1b, 0xe4, 0x50, 0x40, 0, 1, 0, 1, 0x27, 0x04, 0x42, 0x83, 0x3f]],
    [
      'ThunderScan',
      compressions.thunderScan,
      4,
      [0xc5, 0x03, 0x5b, 0x94, 0xbd, 0xca, 0x05, 0xc7, 0x03, 0xc4],
    ],
  ] as const)('%s is read as tiffcp reads it', async (_, compression, bits, rows) => {
    const height = compression === compressions.next ? 3 : 2
    const page = {
      width: 10,
      height,
      bits,
      compression,
      pixels: [],
      encode: async () => Uint8Array.from(rows),
    }
    await writeFile(path('rows.tif'), await makeTiff({ pages: [page] }))
    await run('tiffcp', '-c', 'none', path('rows.tif'), path('plain.tif'))
    expectAlike(await readPage(path('rows.tif')), await readPage(path('plain.tif')))
  })

  describe('LERC by tiffcp', () => {
    const kinds: PictureKind[] = ['grey u8', 'RGB u8', 'RGBA u8', 'grey u16', 'grey f32']
    test.each(kinds)('%s is read as tiffcp reads it, compressed once more or not', async (kind) => {
      for (const [layer, way] of [
        ['s0', strips],
        ['s0', tiles],
        ['s1', tiles],
        ['s2', strips],
        ['s0', [...strips, '-B']],
        ['s1', [...tiles, '-f', 'lsb2msb']],
      ] as const) {
        // libtiff compresses swapped bytes, and takes some that are floating-point numbers for none.
        if (kind === 'grey f32' && way.includes('-B')) continue
        await run('tiffcp', '-c', `lerc:${layer}`, ...way, sourceOf(kind), path('lerc.tif'))
        await run('tiffcp', '-L', '-c', 'none', path('lerc.tif'), path('plain.tif'))
        expectAlike(await readPage(path('lerc.tif')), await readPage(path('plain.tif')), 0, `${layer} ${way}`)
      }
    })

    test.each([
      ['i8', 8, 'int'],
      ['i16', 16, 'int'],
      ['u32', 32, 'uint'],
      ['i32', 32, 'int'],
      ['f64', 64, 'float'],
    ] as const)('%s is read exactly', async (_, bits, format) => {
      const size = { width: 61, height: 40 }
      const lowest = format === 'uint' ? 0 : -50
      const pixels = Array.from({ length: 61 * 40 }, (_value, i) => ((i * i) % 101) + lowest)
      await writeFile(path('source.tif'), await makeTiff({ pages: [{ ...size, bits, format, pixels }] }))
      for (const way of [strips, tiles]) {
        await run('tiffcp', '-c', 'lerc', ...way, path('source.tif'), path('lerc.tif'))
        expect([...(await readPage(path('lerc.tif'))).data]).toEqual(pixels)
      }
    })
  })
}
