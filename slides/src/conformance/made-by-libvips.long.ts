import { beforeAll, describe, expect, test } from 'vitest'
import { bytesOf, type PixelTile, type PixelType, pixelsOf } from '../pixels.ts'
import { useTemporaryFolder } from '../write/test-support/temporary-folder.ts'
import { mainImage, readLevels, readPage, withSlide } from './test-support/own-pixels.ts'
import { kindNames, makePicture, type PictureKind, pictureKinds, pictureOf } from './test-support/pictures.ts'
import { expectAlike } from './test-support/pixel-difference.ts'
import { hasVips, run } from './test-support/test-programs.ts'
import { readTiffByVips, spreadBits, writeVipsFile } from './test-support/vips-image.ts'

const path = useTemporaryFolder()

const save = (name: string, file: string, ...options: string[]) =>
  run('vips', 'tiffsave', path(`${name}.v`), path(file), ...options)

const codecs = ['none', 'packbits', 'lzw', 'deflate', 'zstd']

/** Ways to store a picture, and whether it then has smaller levels. */
const tile = ['--tile', '--tile-width', '64', '--tile-height', '48']
const storages: Readonly<Record<string, { options: readonly string[]; pyramid: boolean }>> = {
  strips: { options: [], pyramid: false },
  tiles: { options: [...tile, '--bigtiff'], pyramid: false },
  pyramid: { options: [...tile, '--pyramid', '--bigtiff'], pyramid: true },
  'pyramid in sub-directories': { options: [...tile, '--pyramid', '--subifd'], pyramid: true },
  'pyramid down to a pixel': { options: [...tile, '--pyramid', '--depth', 'onepixel'], pyramid: true },
}
const storageNames = Object.keys(storages)

interface Made {
  readonly kind: PictureKind
  readonly storage: string
  readonly codec: string
  readonly predictor: string
}

/** All codecs and predictors, in all storages for RGB; for other pictures the storages take turns. */
const made: readonly Made[] = kindNames.flatMap((kind, kindIndex) => {
  const common = kind === 'RGB u8'
  const floats = pictureKinds[kind][0] === 'f32' ? ['float'] : []
  return codecs.flatMap((codec, codecIndex) => {
    const predictors = ['none', 'packbits'].includes(codec) ? ['none'] : ['none', 'horizontal', ...floats]
    return predictors.flatMap((predictor, index) => {
      const turn = storageNames[(kindIndex + codecIndex + 2 * index) % storageNames.length] ?? ''
      return (common ? storageNames.slice(0, 4) : [turn]).map((storage) => ({
        kind,
        storage,
        codec,
        predictor,
      }))
    })
  })
})

/** libvips doesn't say of the smaller levels what kind their samples are, and takes them for unsigned. */
async function readAs(pixelType: PixelType, page: number): Promise<PixelTile> {
  const level = await readTiffByVips(path('levels.tif'), path('level.v'), { page })
  return { ...level, pixelType, data: pixelsOf(pixelType, bytesOf(level.data)) }
}

/** The levels of a pyramid as libvips makes and reads them; the codec changes nothing, as long as it is lossless. */
const expectedLevels = new Map<PictureKind, PixelTile[]>()

async function levelsOf(kind: PictureKind): Promise<PixelTile[]> {
  const known = expectedLevels.get(kind)
  if (known) return known
  await save(kind, 'levels.tif', ...tile, '--pyramid', '--depth', 'onepixel', '--compression', 'none')
  const levels: PixelTile[] = []
  do levels.push(await readAs(pictureKinds[kind][0], levels.length))
  while ((levels.at(-1)?.width ?? 1) > 1 && (levels.at(-1)?.height ?? 1) > 1)
  expectAlike(levels[0] as PixelTile, pictureOf(kind))
  expectedLevels.set(kind, levels)
  return levels
}

test('every kind of picture is made with every codec, and every codec in every storage', () => {
  const pairs = (a: keyof Made, b: keyof Made) => new Set(made.map((file) => `${file[a]} ${file[b]}`)).size
  expect(pairs('kind', 'codec')).toBe(kindNames.length * codecs.length)
  expect(pairs('codec', 'storage')).toBe(codecs.length * storageNames.length)
})

if (hasVips) {
  beforeAll(async () => {
    for (const kind of kindNames) await writeVipsFile(path(`${kind}.v`), pictureOf(kind))
    await writeVipsFile(path('smooth.v'), makePicture('u8', 3, { noise: false }))
    await writeVipsFile(path('smooth grey.v'), makePicture('u8', 1, { noise: false }))
  })

  describe.each(kindNames)('%s by vips tiffsave', (kind) => {
    const samples = pictureKinds[kind][1]
    test.each(made.filter((file) => file.kind === kind))(
      'in $storage, $codec, predictor $predictor, is read exactly',
      async ({ storage, codec, predictor }) => {
        const { options = [], pyramid = false } = storages[storage] ?? {}
        await save(kind, 'made.tif', ...options, '--compression', codec, '--predictor', predictor)
        expectAlike(await readPage(path('made.tif')), pictureOf(kind), 0, 'the first page')
        // Grey with alpha is given as grey.
        if (samples === 2) return
        const levels = await readLevels(path('made.tif'))
        expect(levels.length > 1).toBe(pyramid)
        const expected = pyramid ? await levelsOf(kind) : [pictureOf(kind)]
        for (const [index, level] of levels.entries()) {
          expectAlike(level, expected[index] as PixelTile, 0, `level ${index}`)
        }
      },
    )
  })

  test('levels, scale and sizes are those that were asked for', async () => {
    await save('RGB u8', 'asked.tif', ...tile, '--pyramid', '--depth', 'onepixel', '--compression', 'lzw')
    await withSlide(path('asked.tif'), async (slide) => {
      const { levels, mpp } = mainImage(slide)
      expect(mpp).toEqual({ x: 0.25, y: 0.25 })
      expect(levels.map(({ width, height }) => `${width} × ${height}`)).toEqual([
        ...['150 × 110', '75 × 55', '37 × 27', '18 × 13', '9 × 6', '4 × 3', '2 × 1'],
      ])
      expect(levels[1]).toMatchObject({ tileWidth: 64, tileHeight: 48, downsample: 2 })
    })
  })

  describe('lossy files by vips tiffsave', () => {
    const jpeg = (quality: number) => ['--compression', 'jpeg', '--Q', `${quality}`]
    const webp = (quality: number) => ['--compression', 'webp', '--Q', `${quality}`]
    const jpeg2000 = (quality: number) => ['--compression', 'jp2k', '--Q', `${quality}`]
    // Square: libvips 8.14 crashes when it writes other tiles of JPEG 2000.
    const square = ['--tile', '--tile-width', '64', '--tile-height', '64']
    test.each([
      { name: 'JPEG, quality 50', source: 'smooth', options: jpeg(50), tolerance: 2 },
      { name: 'JPEG, quality 95, without subsampling', source: 'smooth', options: jpeg(95), tolerance: 2 },
      { name: 'JPEG of noise', source: 'RGB u8', options: jpeg(75), tolerance: 2 },
      { name: 'JPEG of grey', source: 'smooth grey', options: jpeg(75), tolerance: 0 },
      { name: 'WebP', source: 'smooth', options: webp(60), tolerance: 0 },
      { name: 'WebP with alpha', source: 'RGBA u8', options: webp(60), tolerance: 0 },
      { name: 'lossless WebP', source: 'RGBA u8', options: [...webp(60), '--lossless'], tolerance: 0 },
      { name: 'JPEG 2000 of grey', source: 'smooth grey', options: jpeg2000(40), tolerance: 1 },
      {
        name: 'lossless JPEG 2000 of 16 bits',
        source: 'grey u16',
        options: [...jpeg2000(100), '--lossless'],
        tolerance: 0,
      },
    ])('$name is read as libvips reads it, level by level', async ({ source, options, tolerance }) => {
      await save(source, 'lossy.tif', ...square, '--pyramid', ...options)
      const levels = await readLevels(path('lossy.tif'))
      expect(levels.length).toBe(3)
      for (const [page, level] of levels.entries()) {
        const theirs = await readTiffByVips(path('lossy.tif'), path('lossy.v'), { page })
        expectAlike(level, theirs, tolerance, `level ${page}`)
      }
    })

    test('JPEG 2000 of colour is refused: libvips stores YCbCr where others store RGB', async () => {
      await save('smooth', 'lossy.tif', ...square, ...jpeg2000(40))
      await expect(readPage(path('lossy.tif'))).rejects.toMatchObject({
        code: 'unsupported',
        reason: expect.stringContaining('JPEG 2000 as compression 33004'),
      })
    })
  })

  describe('few bits by vips tiffsave', () => {
    const storage = { strips: [], tiles: tile } as const
    const files = [1, 2, 4].flatMap((bits) =>
      ['none', 'lzw', 'deflate', 'packbits'].map((codec) => ({ bits, codec })),
    )
    test.each(files)(
      '$bits bits of grey, $codec, are read as libvips reads them',
      async ({ bits, codec }) => {
        for (const options of Object.values(storage)) {
          const depth = ['--bitdepth', `${bits}`, '--compression', codec, '--predictor', 'none']
          await save('grey u8', 'bits.tif', ...options, ...depth)
          expectAlike(
            spreadBits(await readPage(path('bits.tif')), bits),
            await readTiffByVips(path('bits.tif'), path('bits.v')),
          )
        }
      },
    )

    test('one bit where 0 is white is read as libvips reads it', async () => {
      await save('grey u8', 'bits.tif', '--bitdepth', '1', '--miniswhite', '--compression', 'packbits')
      const theirs = await readTiffByVips(path('bits.tif'), path('bits.v'))
      expectAlike(spreadBits(await readPage(path('bits.tif')), 1), theirs)
    })
  })

  test('pages of one size are the planes of one image', async () => {
    await save('grey u16', 'pages.tif', '--page-height', '55', '--compression', 'zstd')
    await withSlide(path('pages.tif'), async (slide) => {
      const image = mainImage(slide)
      expect([image.width, image.height, image.sizeT]).toEqual([150, 55, 2])
    })
    for (const page of [0, 1]) {
      const theirs = await readTiffByVips(path('pages.tif'), path('pages.v'), { page })
      expectAlike((await readLevels(path('pages.tif'), { t: page }))[0] as PixelTile, theirs)
    }
  })
}
