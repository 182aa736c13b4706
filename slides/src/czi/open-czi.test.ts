import { zstdCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { decodeJpeg, encodeJpeg } from '../codecs/jpeg.ts'
import { encodeLzw } from '../codecs/test-support/encode-lzw.ts'
import {
  blueFirst,
  jpegXrFiles,
  jpegXrHeight,
  jpegXrPixels,
  jpegXrWidth,
} from '../codecs/test-support/jpeg-xr-files.ts'
import { largestDifference } from '../codecs/test-support/largest-difference.ts'
import { gradient } from '../codecs/test-support/seeded-bytes.ts'
import type { SlideImage } from '../slide.ts'
import { memorySource } from '../source/memory-source.ts'
import { looksLikeCzi, openCzi } from './open-czi.ts'
import type { MadeBlock, MadeCzi } from './test-support/make-czi.ts'
import { makeCzi } from './test-support/make-czi.ts'

const open = ({ bytes }: MadeCzi) => openCzi(memorySource(bytes))

/** A block of one grey value. */
const flat = (
  value: number,
  place: Pick<MadeBlock, 'x' | 'y' | 'width' | 'height'>,
  rest: Partial<MadeBlock> = {},
): MadeBlock => {
  const { storedWidth = place.width, storedHeight = place.height } = rest
  return { ...place, ...rest, data: new Uint8Array(storedWidth * storedHeight).fill(value) }
}

async function firstImage(blocks: readonly MadeBlock[], xml?: string): Promise<SlideImage> {
  const { images } = await open(makeCzi(blocks, xml === undefined ? {} : { xml }))
  const [image] = images
  if (!image) throw new Error('no image')
  return image
}

async function pixels(image: SlideImage, level = 0, plane = {}): Promise<number[][]> {
  const { width, data } = await image.rawTile(level, 0, 0, plane)
  return Array.from({ length: data.length / width }, (_, y) => [...data.subarray(y * width, (y + 1) * width)])
}

test('a CZI is known by its first bytes', () => {
  expect(looksLikeCzi(makeCzi([flat(1, { x: 0, y: 0, width: 1, height: 1 })]).bytes.subarray(0, 16))).toBe(
    true,
  )
  expect(looksLikeCzi(new TextEncoder().encode('ZISRAWFILED'))).toBe(false)
  expect(looksLikeCzi(new Uint8Array(3))).toBe(false)
})

test('overlapping blocks are painted by ascending M, whatever their order in the file', async () => {
  const image = await firstImage([
    flat(3, { x: 2, y: 0, width: 2, height: 2 }, { dimensions: { M: 2 } }),
    flat(1, { x: 0, y: 0, width: 3, height: 2 }, { dimensions: { M: 0 } }),
    flat(2, { x: 1, y: 1, width: 3, height: 2 }, { dimensions: { M: 1 } }),
  ])
  expect(image).toMatchObject({ width: 4, height: 3, samples: 1, pixelType: 'u8', bitDepth: 8 })
  expect(await pixels(image)).toEqual([
    [1, 1, 3, 3],
    [1, 2, 3, 3],
    [0, 2, 2, 2],
  ])
})

test('the origin may lie anywhere', async () => {
  for (const [x, y] of [
    [-100_000, -7],
    [118_583, 88_865],
    [-2_147_483_648, 2_147_483_000],
  ] as const) {
    const image = await firstImage([
      flat(1, { x, y, width: 2, height: 1 }),
      flat(2, { x: x + 2, y: y + 1, width: 1, height: 1 }),
    ])
    expect(await pixels(image)).toEqual([
      [1, 1, 0],
      [0, 0, 2],
    ])
  }
})

test('each scene is an image, the largest first, with the name of the XML', async () => {
  const xml = `<ImageDocument><Metadata><Information><Image><Dimensions><S><Scenes>
    <Scene Index="0" Name="ScanRegion0"/><Scene Index="1" Name="ScanRegion1"/>
    </Scenes></S></Dimensions></Image></Information></Metadata></ImageDocument>`
  const made = makeCzi(
    [
      flat(1, { x: 0, y: 0, width: 2, height: 1 }, { dimensions: { S: 0 } }),
      flat(2, { x: 1000, y: 500, width: 3, height: 1 }, { dimensions: { S: 1 } }),
      flat(9, { x: 0, y: 0, width: 1003, height: 501 }, { storedWidth: 63, storedHeight: 31 }),
    ],
    { xml },
  )
  const { images } = await open(made)
  expect(images.map(({ name, width, height, levels }) => [name, width, height, levels.length])).toEqual([
    ['ScanRegion1', 3, 1, 1],
    ['ScanRegion0', 2, 1, 1],
  ])
  expect(await Promise.all(images.map((image) => pixels(image)))).toEqual([[[2, 2, 2]], [[1, 1]]])
})

test('scenes that lie near each other can be seen together, with the levels that all of them have', async () => {
  const scene = (S: number, x: number, factor: number) =>
    flat(
      10 * (S + 1) + factor,
      { x, y: 0, width: 8, height: 8 },
      { dimensions: { S }, storedWidth: 8 / factor, storedHeight: 8 / factor },
    )
  const blocks = [scene(0, 0, 1), scene(1, 10, 1), scene(0, 0, 2), scene(1, 10, 2), scene(1, 10, 4)]
  const { images } = await open(makeCzi(blocks))
  expect(images.map(({ name, width, levels }) => [name, width, levels.length])).toEqual([
    ['All scenes', 18, 2],
    [undefined, 8, 2],
    [undefined, 8, 3],
  ])
  const [all] = images
  if (!all) throw new Error('no image')
  expect((await pixels(all))[0]).toEqual([...Array(8).fill(11), 0, 0, ...Array(8).fill(21)])
  expect((await pixels(all, 1))[0]).toEqual([...Array(4).fill(12), 0, ...Array(4).fill(22)])
  // A level that belongs to no scene shows all of them.
  const spanning = flat(9, { x: 0, y: 0, width: 18, height: 8 }, { storedWidth: 5, storedHeight: 2 })
  const [wide] = (await open(makeCzi([...blocks, spanning]))).images
  expect(wide?.levels.map(({ downsample }) => downsample)).toEqual([1, 2, 4])
})

test('channels of several pixel types are an image each', async () => {
  const grey = flat(5, { x: 0, y: 0, width: 2, height: 1 }, { dimensions: { C: 0 } })
  const data = new Uint8Array([1, 2, 3, 4, 5, 6])
  const colour = { x: 0, y: 0, width: 2, height: 1, dimensions: { C: 1 }, pixelType: 3, data }
  const { images } = await open(makeCzi([grey, colour]))
  expect(images.map(({ name, samples, channels }) => [name, samples, channels.length])).toEqual([
    ['Gray8', 1, 1],
    ['Bgr24', 3, 1],
  ])
  expect([...((await images[1]?.rawTile(0, 0, 0))?.data ?? [])]).toEqual([3, 2, 1, 6, 5, 4])
})

test('several channels in colour are the samples that they are made of', async () => {
  const colour = (C: number) => ({
    x: 0,
    y: 0,
    width: 2,
    height: 1,
    dimensions: { C },
    pixelType: 3,
    data: new Uint8Array([1, 2, 3, 4, 5, 6]).map((value) => value + 10 * C),
  })
  const image = await firstImage([colour(0), colour(1)])
  expect(image).toMatchObject({ samples: 1, pixelType: 'u8' })
  expect(image.channels.map(({ name, color }) => [name, color])).toEqual([
    ['Channel 0 red', 0xff0000],
    ['Channel 0 green', 0x00ff00],
    ['Channel 0 blue', 0x0000ff],
    ['Channel 1 red', 0xff0000],
    ['Channel 1 green', 0x00ff00],
    ['Channel 1 blue', 0x0000ff],
  ])
  expect(await pixels(image)).toEqual([[3, 6]])
  expect(await pixels(image, 0, { c: 2 })).toEqual([[1, 4]])
  expect(await pixels(image, 0, { c: 4 })).toEqual([[12, 15]])
  await expect(image.rawTile(0, 0, 0, { c: 6 })).rejects.toMatchObject({ code: 'out_of_range' })
})

test('each combination of phases, views and the like is an image, and what has none belongs to all', async () => {
  const point = (value: number, x: number, dimensions: Record<string, number>) =>
    flat(value, { x, y: 0, width: 1, height: 1 }, { dimensions })
  const slide = await open(
    makeCzi([
      ...[3, 2, 4].map((H) => point(H, 0, { V: 7, H })),
      point(9, 1, {}),
      flat(5, { x: 0, y: 0, width: 2, height: 1 }, { storedWidth: 1, dimensions: { H: 3 } }),
    ]),
  )
  expect(slide.images.map(({ name, levels }) => [name, levels.length])).toEqual([
    ['Phase 1', 1],
    ['Phase 2', 2],
    ['Phase 3', 1],
  ])
  expect(await Promise.all(slide.images.map((image) => pixels(image)))).toEqual([
    [[2, 9]],
    [[3, 9]],
    [[4, 9]],
  ])
  expect(slide.warnings).toEqual([])

  const views = [0, 1].flatMap((S) =>
    [5, 1].flatMap((V) => [0, 1].map((H) => point(100 * S + 10 * V + H, 2 * S, { S, V, H }))),
  )
  const both = await open(makeCzi(views))
  expect(both.images.map(({ name }) => name).filter((name) => name?.startsWith('All scenes'))).toEqual([
    'All scenes, View 1, phase 1',
    'All scenes, View 1, phase 2',
    'All scenes, View 2, phase 1',
    'All scenes, View 2, phase 2',
  ])
  expect(both.images).toHaveLength(12)
  expect(await pixels(both.images[10] as SlideImage)).toEqual([[51]])
  expect(await pixels(both.images[11] as SlideImage)).toEqual([[151]])
})

test('of more phases than can be offered the first are, and the slide says so', async () => {
  const blocks = Array.from({ length: 70 }, (_, H) =>
    flat(H, { x: 0, y: 0, width: 1, height: 1 }, { dimensions: { H } }),
  )
  const slide = await open(makeCzi(blocks))
  expect(slide.images).toHaveLength(64)
  expect(slide.warnings?.map(({ message }) => message)).toEqual([
    'CZI: has 70 images along the dimensions H, of which the first 64 are shown',
  ])
})

test('planes are found by channel, depth and time, and one that is missing is empty', async () => {
  const blocks = [0, 1].flatMap((T) =>
    [4, 5, 7].flatMap((Z) =>
      [0, 2].map((C) =>
        flat(100 * T + 10 * Z + C, { x: 0, y: 0, width: 1, height: 1 }, { dimensions: { C, Z, T } }),
      ),
    ),
  )
  const image = await firstImage(blocks.slice(0, -1))
  expect(image).toMatchObject({ sizeZ: 3, sizeT: 2, channels: [{}, {}] })
  expect(await pixels(image)).toEqual([[40]])
  expect(await pixels(image, 0, { c: 1, z: 2 })).toEqual([[72]])
  expect(await pixels(image, 0, { z: 1, t: 1 })).toEqual([[150]])
  expect(await pixels(image, 0, { c: 1, z: 2, t: 1 })).toEqual([[0]])
  await expect(image.rawTile(0, 0, 0, { c: 2 })).rejects.toMatchObject({
    code: 'out_of_range',
    message: 'plane c 2, z 0, t 0: is not among 2 channels, 3 depths and 2 times',
  })
  await expect(image.rawTile(0, 0, 0, { z: 0.5 })).rejects.toMatchObject({ code: 'out_of_range' })
})

test('the pyramid comes from the larger blocks of a level, odd ones at its edge belong to it', async () => {
  const image = await firstImage([
    flat(1, { x: 0, y: 0, width: 803, height: 600 }),
    flat(2, { x: 0, y: 0, width: 800, height: 600 }, { storedWidth: 400, storedHeight: 300 }),
    // Seems to be downsampled by 3.
    flat(3, { x: 800, y: 0, width: 3, height: 2 }, { storedWidth: 1, storedHeight: 1 }),
    flat(4, { x: 0, y: 0, width: 803, height: 600 }, { storedWidth: 101, storedHeight: 75 }),
  ])
  expect(image.levels.map(({ width, height, downsample }) => [width, height, downsample])).toEqual([
    [803, 600, 1],
    [401, 300, 2],
    [101, 75, 8],
  ])
  const half = await image.rawTile(1, 0, 0)
  expect([half.data[399], half.data[400], half.data[401 + 400]]).toEqual([2, 3, 0])
  expect((await image.rawTile(2, 0, 0)).data[101 * 75 - 1]).toBe(4)
})

test('tiles are a grid over the blocks, cut at the edges', async () => {
  const width = 1100
  const height = 600
  const data = Uint8Array.from({ length: width * height }, (_, index) => (index * 7919) >>> 8)
  const image = await firstImage([{ x: 5, y: 5, width, height, data }])
  expect(image.levels[0]).toEqual({
    width,
    height,
    tileWidth: 512,
    tileHeight: 512,
    downsample: 1,
    compression: 'none',
  })
  const tile = await image.rawTile(0, 2, 1)
  expect([tile.width, tile.height]).toEqual([76, 88])
  const row = (y: number) => data.subarray((512 + y) * width + 1024, (512 + y) * width + 1100)
  expect(tile.data).toEqual(Uint8Array.from(Array.from({ length: 88 }, (_, y) => [...row(y)]).flat()))
  for (const [x, y] of [
    [3, 0],
    [0, 2],
    [-1, 0],
    [0.5, 0],
  ] as const) {
    await expect(image.rawTile(0, x, y)).rejects.toMatchObject({ code: 'out_of_range' })
    await expect(image.encodedTile(0, x, y)).rejects.toMatchObject({ code: 'out_of_range' })
  }
  await expect(image.rawTile(1, 0, 0)).rejects.toMatchObject({ code: 'out_of_range' })
  expect(await image.encodedTile(0, 0, 0)).toBeNull()
  expect(await image.iccProfile()).toBeNull()
})

const place = { x: 0, y: 0, width: 2, height: 1 }
const bytesOf = (data: { buffer: ArrayBufferLike }) => new Uint8Array(data.buffer.slice(0))

test('every pixel type, colours red first', async () => {
  for (const [pixelType, data, type, samples, expected] of [
    [0, new Uint8Array([1, 255]), 'u8', 1, [1, 255]],
    [1, new Uint16Array([1, 65_535]), 'u16', 1, [1, 65_535]],
    [2, new Float32Array([-0.5, 1e20]), 'f32', 1, [-0.5, Math.fround(1e20)]],
    [3, new Uint8Array([1, 2, 3, 4, 5, 6]), 'u8', 3, [3, 2, 1, 6, 5, 4]],
    [4, new Uint16Array([1, 2, 300, 4, 5, 600]), 'u16', 3, [300, 2, 1, 600, 5, 4]],
    [8, new Float32Array([1, 2, 3.5, 4, 5, 6]), 'f32', 3, [3.5, 2, 1, 6, 5, 4]],
    [9, new Uint8Array([1, 2, 3, 250, 4, 5, 6, 251]), 'u8', 4, [3, 2, 1, 250, 6, 5, 4, 251]],
    [12, new Uint32Array([1, 4_000_000_000]), 'u32', 1, [1, 4_000_000_000]],
  ] as const) {
    // Metadata of every length moves the pixels off their alignment.
    for (const metadata of ['', 'x', 'xx', 'xxx']) {
      const image = await firstImage([{ ...place, pixelType, metadata, data: bytesOf(data) }])
      expect(image).toMatchObject({ pixelType: type, samples, channels: [{}] })
      const tile = await image.rawTile(0, 0, 0)
      expect(tile).toMatchObject({ width: 2, height: 1, samples, pixelType: type })
      expect([...tile.data]).toEqual(expected)
    }
  }
})

test('the bytes of the source stay as they are', async () => {
  const made = makeCzi([{ ...place, pixelType: 3, data: new Uint8Array([1, 2, 3, 4, 5, 6]) }])
  const before = made.bytes.slice()
  const { images } = await open(made)
  await images[0]?.rawTile(0, 0, 0)
  expect(made.bytes).toEqual(before)
})

test('zstd in both forms, with and without bytes stored apart', async () => {
  const packed = zstdCompressSync(Buffer.from([0x34, 0x78, 0x12, 0x56]))
  const plain = zstdCompressSync(Buffer.from([0x34, 0x12, 0x78, 0x56]))
  for (const [compression, data] of [
    [5, plain],
    [6, Buffer.concat([Buffer.from([1]), plain])],
    [6, Buffer.concat([Buffer.from([3, 1, 0]), plain])],
    [6, Buffer.concat([Buffer.from([3, 1, 1]), packed])],
  ] as const) {
    const image = await firstImage([{ ...place, pixelType: 1, compression, data }])
    expect(await pixels(image)).toEqual([[0x1234, 0x5678]])
  }
})

test('JPEG XR, blue first or red first, and blocks that are called so and lie there uncompressed', async () => {
  const size = { x: 0, y: 0, width: jpegXrWidth, height: jpegXrHeight, compression: 4 }
  for (const [pixelType, file, type, samples] of [
    [0, jpegXrFiles['u8 1'], 'u8', 1],
    [1, jpegXrFiles['u16 1'], 'u16', 1],
    [2, jpegXrFiles['f32 1'], 'f32', 1],
    [3, jpegXrFiles['u8 3'], 'u8', 3],
    [3, blueFirst(jpegXrFiles['u8 3']), 'u8', 3],
    [4, jpegXrFiles['u16 3'], 'u16', 3],
  ] as const) {
    const image = await firstImage([{ ...size, pixelType, data: file }])
    expect(image.levels[0]?.compression).toBe('JPEG XR')
    expect((await image.rawTile(0, 0, 0)).data).toEqual(jpegXrPixels(type, samples))
  }
  const plain = await firstImage([
    { ...place, compression: 4, pixelType: 1, data: new Uint8Array([1, 2, 3, 4]) },
  ])
  expect(await pixels(plain)).toEqual([[0x201, 0x403]])
})

test('images that cannot be read are left out where there are others', async () => {
  const odd = { ...place, compression: 3, pixelType: 1, dimensions: { C: 1 }, data: new Uint8Array(4) }
  const { images, warnings } = await open(makeCzi([flat(7, place, { dimensions: { C: 0 } }), odd]))
  expect(images.map(({ name }) => name)).toEqual(['Gray8'])
  expect(warnings?.map(({ message }) => message)).toEqual([
    expect.stringMatching(/^CZI image: is compressed with method 3, /),
  ])
})

test('LZW as TIFF has it, colours red first', async () => {
  const data = encodeLzw(Uint8Array.from([1, 2, 3, 4, 5, 6]))
  const image = await firstImage([{ ...place, pixelType: 3, compression: 2, data }])
  expect([...(await image.rawTile(0, 0, 0)).data]).toEqual([3, 2, 1, 6, 5, 4])
})

test('JPEG in grey and colour, as its decoder gives it', async () => {
  const [width, height] = [32, 16]
  for (const samples of [1, 3]) {
    const stored = gradient(width, height, samples)
    const tile = { width, height, samples, pixelType: 'u8', data: stored } as const
    const data = await encodeJpeg(tile, { quality: 95, subsampling: '4:4:4' })
    const pixelType = samples === 3 ? 3 : 0
    const image = await firstImage([{ x: 0, y: 0, width, height, pixelType, compression: 1, data }])
    expect(image.levels[0]?.compression).toBe('JPEG')
    expect(largestDifference((await image.rawTile(0, 0, 0)).data as Uint8Array, stored)).toBeLessThan(16)
  }
})

test('a stored JPEG that lies exactly on a tile is passed through', async () => {
  const jpegOf = (width: number, height: number) =>
    encodeJpeg(
      { width, height, samples: 3, pixelType: 'u8', data: gradient(width, height, 3) },
      { quality: 80, subsampling: '4:2:0' },
    )
  const [whole, edge] = [await jpegOf(512, 512), await jpegOf(100, 512)]
  const jpeg = { y: 0, height: 512, pixelType: 3, compression: 1 }
  const blocks = [
    { ...jpeg, x: 7, width: 512, data: whole, dimensions: { M: 0 } },
    { ...jpeg, x: 519, width: 100, data: edge, dimensions: { M: 1 } },
  ]
  const image = await firstImage(blocks)
  for (const [x, expected] of [whole, edge].entries()) {
    const encoded = await image.encodedTile(0, x, 0)
    expect(Buffer.compare(encoded?.bytes ?? new Uint8Array(0), expected)).toBe(0)
    const raw = await image.rawTile(0, x, 0)
    const size = { width: raw.width, height: raw.height, samples: 3 }
    expect(
      Buffer.compare(raw.data as Uint8Array, (await decodeJpeg(expected, size)).data as Uint8Array),
    ).toBe(0)
  }
  // Not where something lies on it, or where it lies beside the tile.
  const data = new Uint8Array(12)
  const speck = { x: 8, y: 8, width: 2, height: 2, pixelType: 3, dimensions: { M: 2 }, data }
  expect(await (await firstImage([...blocks, speck])).encodedTile(0, 0, 0)).toBeNull()
  expect(await (await firstImage([...blocks, { ...speck, x: 6 }])).encodedTile(0, 1, 0)).toBeNull()
})

test('a block is decoded once for all its tiles, whoever asks at the same time', async () => {
  const [width, height] = [1300, 700]
  const data = zstdCompressSync(Buffer.alloc(width * height, 3))
  const { bytes } = makeCzi([{ x: 0, y: 0, width, height, compression: 5, data }])
  const source = memorySource(bytes)
  let reads = 0
  const counted = {
    ...source,
    read: (offset: number, length: number, signal?: AbortSignal) => {
      if (length === data.length) reads += 1
      return source.read(offset, length, signal)
    },
  }
  const [image] = (await openCzi(counted)).images
  expect(image?.levels[0]?.stored).toEqual({ width, height })
  const tiles = [0, 1, 2].flatMap((x) => [0, 1].map((y) => image?.rawTile(0, x, y)))
  for (const tile of await Promise.all(tiles)) expect(tile?.data.every((value) => value === 3)).toBe(true)
  expect(reads).toBe(1)
})

test('what could not be decoded is refused when the file is opened', async () => {
  for (const [compression, pixelType, reason] of [
    [3, 0, /^is compressed with method 3, which is not read; save it again/],
    [105, 0, /^is compressed with the camera’s own method 105, which is not read/],
    [1000, 0, /^is compressed with the microscope’s own method 1000, which is not read/],
    [1, 1, /^has pixels of the type Gray16 compressed with JPEG, which are not read; save/],
    [4, 9, /^has pixels of the type Bgra32 compressed with JPEG XR, which are not read; save/],
  ] as const) {
    const made = makeCzi([{ ...place, compression, pixelType, data: new Uint8Array(10) }])
    await expect(open(made)).rejects.toMatchObject({
      code: 'unsupported',
      structure: 'CZI image',
      reason: expect.stringMatching(reason),
    })
  }
})

const timeStamps = (times: readonly number[]): Uint8Array => {
  const data = Buffer.alloc(8 + 8 * times.length)
  data.writeInt32LE(data.length, 0)
  data.writeInt32LE(times.length, 4)
  for (const [index, time] of times.entries()) data.writeDoubleLE(time, 8 + 8 * index)
  return data
}

test('label, preview and thumbnail are associated images', async () => {
  const tile = { width: 24, height: 16, samples: 3, pixelType: 'u8', data: gradient(24, 16, 3) } as const
  const jpeg = await encodeJpeg(tile, { quality: 90, subsampling: '4:4:4' })
  const nested = (value: number) => makeCzi([flat(value, { x: 0, y: 0, width: value, height: 2 })]).bytes
  const attachments = [
    { name: 'Thumbnail', type: 'JPG', data: jpeg },
    { name: 'Label', type: 'CZI', data: nested(5) },
    { name: 'SlidePreview', type: 'CZI', data: nested(6) },
    { name: 'TimeStamps', type: 'CZTIMS', data: timeStamps([]) },
  ]
  const slide = await open(makeCzi([flat(1, place)], { attachments }))
  expect(slide.metadata.properties.Attachments).toBe(
    'Thumbnail (JPG), Label (CZI), SlidePreview (CZI), TimeStamps (CZTIMS)',
  )
  const sizes = slide.associated.map(({ kind, image: { width, height } }) => [kind, width, height])
  expect(sizes).toEqual([
    ['label', 5, 2],
    ['macro', 6, 2],
    ['thumbnail', 24, 16],
  ])
  const [label, , thumbnail] = slide.associated
  expect(label && (await pixels(label.image))).toEqual([Array(5).fill(5), Array(5).fill(5)])
  expect(Buffer.compare((await thumbnail?.image.encodedTile(0, 0, 0))?.bytes ?? jpeg.subarray(1), jpeg)).toBe(
    0,
  )
  const raw = await thumbnail?.image.rawTile(0, 0, 0)
  expect(largestDifference(raw?.data as Uint8Array, tile.data)).toBeLessThan(20)
  await expect(thumbnail?.image.rawTile(0, 1, 0)).rejects.toMatchObject({ code: 'out_of_range' })
  await slide.close()
})

test('attachments that are damaged are left out with a warning', async () => {
  const attachments = [
    { name: 'Thumbnail', type: 'JPG' },
    { name: 'Label', type: 'CZI', data: new Uint8Array(600) },
    // One with one of its own in it, which is not looked into.
    {
      name: 'SlidePreview',
      type: 'CZI',
      data: makeCzi([flat(3, place)], { attachments: [{ name: 'Label', type: 'CZI' }] }).bytes,
    },
  ]
  const { associated, warnings } = await open(makeCzi([flat(1, place)], { attachments }))
  expect(associated.map(({ kind }) => kind)).toEqual(['macro'])
  expect(warnings?.map(({ message }) => message)).toEqual([
    'CZI label: CZI header: has other bytes at byte 0 where ZISRAWFILE belongs',
    expect.stringMatching(/^CZI thumbnail: CZI attachment Thumbnail: has .+ at byte 1000 where/),
  ])
})

test('the time step comes from the time stamps where the XML has none', async () => {
  const blocks = [0, 1, 2].map((T) => flat(T, place, { dimensions: { T } }))
  const stepOf = async (data: Uint8Array) => {
    const attachments = [{ name: 'TimeStamps', type: 'CZTIMS', data }]
    return (await open(makeCzi(blocks, { attachments }))).images[0]?.stepT
  }
  expect(await stepOf(timeStamps([363.5, 369.55, 375.6]))).toBe(6.05)
  expect(await stepOf(timeStamps([1, 2, 9]))).toBeUndefined()
  expect(await stepOf(timeStamps([1, 2, 3]).subarray(0, 20))).toBeUndefined()
})

test('an abort rejects with its reason; closing leaves the source to its owner', async () => {
  const reason = new Error('gone')
  const made = makeCzi([flat(1, place)])
  await expect(openCzi(memorySource(made.bytes), AbortSignal.abort(reason))).rejects.toBe(reason)
  const source = memorySource(made.bytes)
  const slide = await openCzi(source)
  const [image] = slide.images
  await expect(image?.rawTile(0, 0, 0, {}, AbortSignal.abort(reason))).rejects.toBe(reason)
  await slide.close()
  expect(await source.read(0, 1)).toHaveLength(1)
  await source.close()
  await expect(image?.rawTile(0, 0, 0)).rejects.toMatchObject({ code: 'unreadable', reason: 'is closed' })
})
