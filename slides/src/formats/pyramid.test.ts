import { expect, test } from 'vitest'
import { compressions, extraSampleKinds, photometrics, tags } from '../tiff/tags.ts'
import { openMade, plainPage, readLevel, shortTag, sizes } from './test-support/made-slides.ts'

const only = async (...args: Parameters<typeof openMade>) => {
  const [image] = (await openMade(...args)).images
  if (!image) throw new Error('no image')
  return image
}

const twoLevels = () =>
  only([
    plainPage(40, 24, 1, { tileWidth: 16 }),
    plainPage(20, 12, 2, { tileWidth: 16, extraTags: [shortTag(254, 1)] }),
  ])

test('levels have sizes, tiles, downsamples and compressions', async () => {
  expect((await twoLevels()).levels).toEqual([
    { width: 40, height: 24, tileWidth: 16, tileHeight: 16, downsample: 1, compression: 'none' },
    { width: 20, height: 12, tileWidth: 16, tileHeight: 16, downsample: 2, compression: 'none' },
  ])
})

test('tiles at the edges are cut to the level', async () => {
  const tile = await (await twoLevels()).rawTile(1, 1, 0)
  expect([tile.width, tile.height, tile.data.length]).toEqual([4, 12, 48])
})

test.each([
  [[2, 0, 0], 'level 2: does not exist; there are levels 0 to 1'],
  [[-1, 0, 0], 'level -1: does not exist; there are levels 0 to 1'],
  [[0.5, 0, 0], 'level 0.5: does not exist; there are levels 0 to 1'],
  [[0, 3, 0], 'tile 3,0: does not exist; level 0 has 3 × 2 tiles, counted from 0'],
  [[0, 0, 2], 'tile 0,2: does not exist; level 0 has 3 × 2 tiles, counted from 0'],
  [[1, 0, -1], 'tile 0,-1: does not exist; level 1 has 2 × 1 tiles, counted from 0'],
  [[0, Number.NaN, 0], 'tile NaN,0: does not exist; level 0 has 3 × 2 tiles, counted from 0'],
] as const)('refuses level and tile %o', async ([level, x, y], message) => {
  const image = await twoLevels()
  await expect(image.rawTile(level, x, y)).rejects.toMatchObject({ code: 'out_of_range', message })
  await expect(image.encodedTile(level, x, y)).rejects.toMatchObject({ code: 'out_of_range', message })
})

test.each([
  [{ c: 1 }, 'channel 1: does not exist; there is only channel 0'],
  [{ z: -1 }, 'focus plane -1: does not exist; there is only focus plane 0'],
  [{ t: 7 }, 'time point 7: does not exist; there is only time point 0'],
])('refuses plane %o', async (plane, message) => {
  const image = await twoLevels()
  await expect(image.rawTile(0, 0, 0, plane)).rejects.toMatchObject({ code: 'out_of_range', message })
})

test('rejects with the reason of a signal that is aborted', async () => {
  const image = await twoLevels()
  const signal = AbortSignal.abort(new Error('gone'))
  await expect(image.rawTile(0, 0, 0, {}, signal)).rejects.toThrow('gone')
  await expect(image.encodedTile(0, 0, 0, {}, signal)).rejects.toThrow('gone')
})

/** Sample s of pixel p is 10 p + s. */
const counted = (samples: number, extra: Parameters<typeof plainPage>[3] = {}) => ({
  ...plainPage(3, 2, 0, { samples, ...extra }),
  pixels: Array.from({ length: 6 * samples }, (_, i) => 10 * Math.floor(i / samples) + (i % samples)),
})

test.each([1, 2] as const)(
  'samples that are no colours are channels (planar configuration %i)',
  async (planar) => {
    const image = await only([counted(5, { planar, photometric: photometrics.blackIsZero })])
    expect([image.samples, image.channels.length]).toEqual([1, 5])
    expect([...(await readLevel(image, 0, { c: 3 })).data]).toEqual([3, 13, 23, 33, 43, 53])
    expect(await image.encodedTile(0, 0, 0, { c: 3 })).toBeNull()
  },
)

test('RGB and alpha are one channel of four samples', async () => {
  const image = await only([counted(4, { extraTags: [shortTag(tags.extraSamples, extraSampleKinds.alpha)] })])
  expect([image.samples, image.channels.length]).toEqual([4, 1])
  expect([...(await readLevel(image)).data.subarray(0, 8)]).toEqual([0, 1, 2, 3, 10, 11, 12, 13])
})

test('says whether colours are multiplied by alpha already, and gives them as stored', async () => {
  const alphaOf = (kind: number) => ({ extraTags: [shortTag(tags.extraSamples, kind)] })
  const image = await only([counted(4, alphaOf(extraSampleKinds.premultipliedAlpha))])
  expect([image.samples, image.premultipliedAlpha]).toEqual([4, true])
  expect([...(await readLevel(image)).data.subarray(0, 4)]).toEqual([0, 1, 2, 3])
  expect((await only([counted(4, alphaOf(extraSampleKinds.alpha))])).premultipliedAlpha).toBeUndefined()
})

test('pages are no levels of each other where only one is multiplied by alpha', async () => {
  const page = (width: number, height: number, kind: number) =>
    plainPage(width, height, 9, { samples: 4, extraTags: [shortTag(tags.extraSamples, kind)] })
  const { images } = await openMade([
    page(40, 32, extraSampleKinds.alpha),
    page(20, 16, extraSampleKinds.premultipliedAlpha),
    page(40, 32, extraSampleKinds.premultipliedAlpha),
  ])
  expect(images.map(sizes)).toEqual([['40×32'], ['40×32', '20×16']])
})

const rgbBands = [
  { name: 'Red', color: 0xff0000 },
  { name: 'Green', color: 0x00ff00 },
  { name: 'Blue', color: 0x0000ff },
]

test.each([
  ['one that is no alpha', 4, [extraSampleKinds.unspecified], ['Band 4']],
  ['more than are told of', 6, [extraSampleKinds.unspecified], ['Band 4', 'Band 5', 'Band 6']],
  ['alpha and another', 5, [extraSampleKinds.alpha, extraSampleKinds.unspecified], ['Alpha', 'Band 5']],
  ['none that is told of', 5, [], ['Band 4', 'Band 5']],
])('samples beside RGB are channels, as are the colours: %s', async (_, samples, kinds, names) => {
  const extraTags = kinds.length > 0 ? [shortTag(tags.extraSamples, ...kinds)] : []
  const image = await only([counted(samples, { extraTags })])
  expect(image.samples).toBe(1)
  expect(image.channels).toEqual([...rgbBands, ...names.map((name) => ({ name }))])
  for (const c of image.channels.keys()) {
    expect([...(await readLevel(image, 0, { c })).data.subarray(0, 3)]).toEqual([c, 10 + c, 20 + c])
  }
})

test('alpha beside grey is no channel', async () => {
  const alpha = [shortTag(tags.extraSamples, extraSampleKinds.alpha)]
  const image = await only([counted(2, { photometric: photometrics.blackIsZero, extraTags: alpha })])
  expect([image.samples, image.channels.length]).toEqual([1, 1])
  expect(image.convertedFrom).toBe('grey with alpha, which is left out')
  expect([...(await readLevel(image)).data]).toEqual([0, 10, 20, 30, 40, 50])
})

test('keeps the pixel type of the file', async () => {
  const types = [
    ['i8', { bits: 8, format: 'int' }, -3],
    ['u16', { bits: 16 }, 40_000],
    ['i16', { bits: 16, format: 'int' }, -30_000],
    ['u32', { bits: 32 }, 3_000_000_000],
    ['i32', { bits: 32, format: 'int' }, -2_000_000_000],
    ['f32', { bits: 32, format: 'float' }, -0.5],
  ] as const
  for (const [type, stored, value] of types) {
    const image = await only([plainPage(5, 5, value, stored)])
    expect([image.pixelType, (await readLevel(image)).data[0]]).toEqual([type, value])
  }
})

test('gives the embedded ICC profile, or null', async () => {
  const profile = { tag: tags.iccProfile, type: 7, values: new Uint8Array([1, 2, 3, 4, 5, 6]) }
  expect(await (await only([plainPage(4, 4, 0, { extraTags: [profile] })])).iccProfile()).toEqual(
    profile.values,
  )
  expect(await (await only([plainPage(4, 4, 0)])).iccProfile()).toBeNull()
  const inks = { samples: 4, photometric: photometrics.cmyk, extraTags: [profile] }
  // It is of the inks, not of the RGB that they are given as.
  expect(await (await only([plainPage(4, 4, 0, inks)])).iccProfile()).toBeNull()
  const empty = { ...profile, values: new Uint8Array(0) }
  expect(await (await only([plainPage(4, 4, 0, { extraTags: [empty] })])).iccProfile()).toBeNull()
})

test('passes JPEG tiles on as they are, and none of other compressions', async () => {
  const jpeg = await only([
    plainPage(32, 32, 90, { samples: 3, tileWidth: 16, compression: compressions.jpeg }),
  ])
  const tile = await jpeg.encodedTile(0, 1, 1)
  expect([tile?.mime, tile?.bytes[0], tile?.bytes[1]]).toEqual(['image/jpeg', 0xff, 0xd8])
  expect(await (await twoLevels()).encodedTile(0, 0, 0)).toBeNull()
})

test('refuses a plane that looks unlike the others', async () => {
  const pages = [plainPage(40, 24, 1, { tileWidth: 16 }), plainPage(40, 24, 2, { tileWidth: 32 })]
  const image = await only(pages)
  expect([sizes(image), image.sizeT]).toEqual([['40×24'], 2])
  await expect(image.rawTile(0, 0, 0, { t: 1 })).rejects.toMatchObject({
    code: 'malformed',
    message:
      'IFD 1: has 40 × 24 pixels of 1 × u8 in tiles of 32 × 32, another plane of the same image 40 × 24 pixels of 1 × u8 in tiles of 16 × 16',
  })
})
