import { mkdtemp, open, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSlide, type SlideImage } from '@cresyl/slides'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { memoryImage } from '../test-support/memory-image.ts'
import { decodeChunk } from './chunk-file.ts'
import { openDetections } from './detections/read-detections.ts'
import { decodeOutputTile, levelsOfOutput, pixelOutputs } from './output-pyramid.ts'
import type { InputTile, Predictor } from './predictor.ts'
import { chunkAt, chunkSide, fileTile } from './run-plan.ts'
import { type ChunkStore, type PredictedRun, runPredictor } from './run-predictor.ts'
import { dottedImage, readAll } from './test-support/test-image.ts'
import { testPredictor } from './test-support/test-predictor.ts'

let root: string
/** Of an image of more than one chunk, looked at by several tests. */
let shared: { image: SlideImage; store: ReturnType<typeof memoryStore>; outcome: PredictedRun }
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'cresyl-run-'))
  const [image, store] = [dottedImage(4300, 90), memoryStore()]
  const outcome = await runPredictor(image, testPredictor(), { ...common, store, folder: await newFolder() })
  shared = { image, store, outcome }
})
afterAll(() => rm(root, { recursive: true }))

const common = {
  mpp: { x: 0.5, y: 0.5 },
  channels: [0],
  params: {},
  z: 0,
  t: 0,
  provenance: { predictor: 'test' },
}
const newFolder = () => mkdtemp(join(root, 'run-'))

function memoryStore(): ChunkStore & { chunks: Map<number, Uint8Array> } {
  const chunks = new Map<number, Uint8Array>()
  return {
    chunks,
    has: async (chunk) => chunks.has(chunk),
    put: async (chunk, bytes) => void chunks.set(chunk, bytes),
    get: async (chunk) => chunks.get(chunk) as Uint8Array,
  }
}

/** What the predictor makes of all of an image at once. */
async function computeWhole(image: ReturnType<typeof dottedImage>) {
  const { width, height } = image
  const halo = 3
  const plane = new Uint8Array((width + 2 * halo) * (height + 2 * halo))
  const all = await readAll(image)
  for (let y = 0; y < height; y += 1)
    plane.set(all.subarray(y * width, (y + 1) * width), (y + halo) * (width + 2 * halo) + halo)
  const tile: InputTile = {
    width: width + 2 * halo,
    height: height + 2 * halo,
    halo,
    planes: [plane],
    samples: 1,
    tissue: new Uint8Array(plane.length),
  }
  return testPredictor().prepare({}, { params: {}, mpp: 0.5, largest: 255 })(tile)
}

async function detectionsAt(path: string) {
  const file = await open(path)
  const { size } = await stat(path)
  const detections = await openDetections(async (offset, length) => {
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, offset)
    return buffer
  }, size)
  return { detections, close: () => file.close() }
}

test('a run in tiles and chunks makes what the predictor makes of the whole image, to the last value', async () => {
  const { image, store, outcome } = shared
  expect([...store.chunks.keys()]).toEqual([0, 1])
  const whole = await computeWhole(image)

  const slide = await openSlide(outcome.images[0]?.path ?? '')
  const [made] = slide.images
  expect(made).toMatchObject({ width: 4300, height: 90, mpp: { x: 0.5, y: 0.5 } })
  expect(made?.channels.map(({ name }) => name)).toEqual(['Mean', 'Same'])
  for (const c of [0, 1]) {
    const pixels = await readAll(made as typeof image, c)
    expect(Buffer.compare(pixels, whole.pixels.mean?.[c] as Uint8Array)).toBe(0)
  }
  await slide.close()

  const points = whole.things.points
  const { detections, close } = await detectionsAt(outcome.detections[0]?.path ?? '')
  const places: string[] = []
  for await (const { things } of detections.things()) {
    for (let n = 0; n < things.count; n += 1)
      places.push(`${things.x[n]} ${things.y[n]} ${things.classes[n]} ${things.measurements[n]}`)
  }
  const expected = Array.from(
    { length: points?.count ?? 0 },
    (_, n) => `${points?.x[n]} ${points?.y[n]} ${points?.classes[n]} ${points?.measurements[n]}`,
  )
  expect(expected.length).toBeGreaterThan(500)
  expect(places.sort()).toEqual(expected.sort())
  await close()
})

test('tiles of a chunk are those of the finished file, and every level is known before', async () => {
  const { store, outcome } = shared
  const { plan } = outcome
  expect(levelsOfOutput(plan)).toEqual(outcome.images[0]?.levels)
  const [output] = pixelOutputs(testPredictor().manifest)
  const slide = await openSlide(outcome.images[0]?.path ?? '')
  let compared = 0
  for (const [number, bytes] of store.chunks) {
    for (const { channel, bytes: tile, ...place } of decodeChunk(bytes)?.pixels ?? []) {
      expect(chunkAt(plan, place)).toBe(number)
      // The edges of each level, where there is something to be cut off.
      if (output === undefined || (place.x + 1) * fileTile * 2 ** place.level < plan.width) continue
      const made = await slide.images[0]?.rawTile(place.level, place.x, place.y, { c: channel, z: 0, t: 0 })
      expect(await decodeOutputTile(plan, output, place, tile)).toEqual(Uint8Array.from(made?.data ?? []))
      compared += 1
    }
  }
  expect(compared).toBe(8)
  await slide.close()
})

test('every level of the detections counts all of them', async () => {
  const image = dottedImage(8300, 40)
  const folder = await newFolder()
  const outcome = await runPredictor(image, testPredictor(), { ...common, store: memoryStore(), folder })
  const { detections, close } = await detectionsAt(outcome.detections[0]?.path ?? '')
  const total = detections.counts.reduce((sum, count) => sum + count, 0)
  expect(outcome.detections[0]?.counts).toEqual(detections.counts)
  // 512 × 2⁵ pixels are the first that span all of it.
  expect(detections.levels).toHaveLength(6)
  for (const entries of detections.levels)
    expect(entries.reduce((sum, entry) => sum + entry[4], 0)).toBe(total)
  expect(detections.levels.at(-1)).toHaveLength(1)
  expect(await detections.tile(0, 900, 900)).toBeUndefined()
  await close()
})

test('tiles that fade into their neighbours do so from chunk to chunk, too', async () => {
  const [width, height] = [chunkSide + 200, 40]
  const plane = Uint8Array.from({ length: width * height }, (_, at) => (at % width < chunkSide ? 0 : 200))
  const image = memoryImage({ width, height, planes: [plane], samples: 1, mpp: common.mpp, tileSide: 256 })
  // All of a tile is as bright as its middle.
  const predictor: Predictor = {
    ...testPredictor({ joining: 'cosine', halo: 32 }),
    prepare: () => (tile) => {
      const inner = new Uint8Array((tile.width - 2 * tile.halo) * (tile.height - 2 * tile.halo))
      inner.fill(tile.planes[0]?.[Math.floor((tile.width * (tile.height + 1)) / 2)] as number)
      return { pixels: { mean: [inner, inner] }, things: {}, tallies: {} }
    },
  }
  const folder = await newFolder()
  const outcome = await runPredictor(image, predictor, { ...common, store: memoryStore(), folder })
  const slide = await openSlide(outcome.images[0]?.path ?? '')
  const pixels = await readAll(slide.images[0] as typeof image)
  await slide.close()
  const steps = Array.from(pixels.subarray(1, width), (value, at) => value - (pixels[at] as number))
  expect([pixels[0], pixels[width - 1]]).toEqual([0, 200])
  expect(Math.min(...steps)).toBe(0)
  expect(Math.max(...steps)).toBeLessThan(20)
})

test('a region is cut out of the grid of the whole image', async () => {
  const image = dottedImage(600, 300)
  const region = { x: 101, y: 50, width: 300, height: 200 }
  const folder = await newFolder()
  const outcome = await runPredictor(image, testPredictor(), {
    ...common,
    region,
    store: memoryStore(),
    folder,
  })
  const slide = await openSlide(outcome.images[0]?.path ?? '')
  const [made] = slide.images
  const whole = await computeWhole(image)
  const pixels = await readAll(made as typeof image)
  const expected = Uint8Array.from({ length: 300 * 200 }, (_, at) => {
    const [x, y] = [101 + (at % 300), 50 + Math.floor(at / 300)]
    return whole.pixels.mean?.[0]?.[y * 600 + x] as number
  })
  expect(Buffer.compare(pixels, expected)).toBe(0)
  await slide.close()
})

test('what is there already is not computed again, and the result is the same', async () => {
  const { image, store: first, outcome: once } = shared
  const second = memoryStore()
  second.chunks.set(0, first.chunks.get(0) as Uint8Array)
  let computed = 0
  const predictor = testPredictor()
  const counting = {
    ...predictor,
    prepare: (...given: Parameters<typeof predictor.prepare>) => {
      const compute = predictor.prepare(...given)
      return (tile: InputTile) => {
        computed += 1
        return compute(tile)
      }
    },
  }
  const again = await runPredictor(image, counting, { ...common, store: second, folder: await newFolder() })
  expect(computed).toBe(1)
  expect(second.chunks).toEqual(first.chunks)
  expect({ ...again, images: [], detections: [] }).toEqual({ ...once, images: [], detections: [] })
})

test('what came back damaged is computed again, and the result is the same', async () => {
  const { image, store: first, outcome: once } = shared
  const second = memoryStore()
  for (const [chunk, bytes] of first.chunks) second.chunks.set(chunk, Buffer.from(bytes))
  const [damaged] = second.chunks.values()
  damaged?.set([damaged[100] ? 0 : 1], 100)
  const put: number[] = []
  const store: ChunkStore = {
    ...second,
    put: async (chunk, bytes) => {
      put.push(chunk)
      await second.put(chunk, bytes)
    },
  }
  const again = await runPredictor(image, testPredictor(), { ...common, store, folder: await newFolder() })
  expect(put).toEqual([0])
  expect(second.chunks).toEqual(first.chunks)
  expect({ ...again, images: [], detections: [] }).toEqual({ ...once, images: [], detections: [] })
})

test('progress never goes back, and ends at the whole', async () => {
  const told: number[] = []
  const onProgress = (done: number, total: number) => told.push(done / total)
  const folder = await newFolder()
  await runPredictor(dottedImage(1300, 100), testPredictor(), {
    ...common,
    store: memoryStore(),
    folder,
    onProgress,
  })
  expect(told).toEqual(told.toSorted((one, other) => one - other))
  expect(told.at(-1)).toBe(1)
  expect(new Set(told).size).toBeGreaterThan(4)
})

test('it stops between tiles when asked to', async () => {
  const abort = new AbortController()
  const onProgress = (done: number) => {
    if (done > 100) abort.abort(new Error('stopped'))
  }
  const options = {
    ...common,
    store: memoryStore(),
    folder: await newFolder(),
    onProgress,
    signal: abort.signal,
  }
  await expect(runPredictor(dottedImage(3000, 100), testPredictor(), options)).rejects.toThrow('stopped')
  expect(options.store.chunks.size).toBe(0)
})

test.each([
  [1, 1],
  [1, 4500],
  [257, 3],
])('an image of %d × %d pixels is no exception', async (width, height) => {
  const folder = await newFolder()
  const options = { ...common, store: memoryStore(), folder }
  const { images } = await runPredictor(dottedImage(width, height), testPredictor(), options)
  const slide = await openSlide(images[0]?.path ?? '')
  expect(slide.images[0]).toMatchObject({ width, height })
  await slide.close()
})

test('without tissue nothing is computed where only tissue counts, and the scores say so', async () => {
  const folder = await newFolder()
  const options = { ...common, store: memoryStore(), folder }
  const empty = dottedImage(1, 1)
  const outcome = await runPredictor(empty, testPredictor({ region: 'tissue' }), options)
  expect(outcome).toMatchObject({ computed: 0, scores: { tissue: null }, detections: [{ counts: [0, 0] }] })
})
