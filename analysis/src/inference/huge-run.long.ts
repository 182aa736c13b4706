import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkParams } from '@cresyl/contract/predictors/predictor-params'
import { createTissue, openSlide, type PixelTile, type SlideImage } from '@cresyl/slides'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { colourDeconvolution } from '../predictors/colour-deconvolution/colour-deconvolution.ts'
import { runPredictor } from './run-predictor.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cresyl-huge-'))
})
afterAll(() => rm(folder, { recursive: true }))

const side = 200_000
const tileSide = 256
const factors = [1, 4, 16]
/** Pixels of full resolution, in each of two opposite corners. */
const tissueSide = 8192

/** Glass with tissue in two opposite corners, as large as slides get; it lies nowhere. */
function hugeImage(): SlideImage {
  const pictures = factors.map((factor) => {
    const size = { width: tileSide, height: tileSide, mpp: Math.min(4, 0.25 * factor) }
    return createTissue({ seed: 3, stain: 'he', coverage: 1, ...size }).render(0, 0, tileSide, tileSide)
  })
  const glass: PixelTile = {
    ...(pictures[0] as PixelTile),
    data: new Uint8Array(3 * tileSide ** 2).fill(243),
  }
  const hasTissue = (x: number, y: number) =>
    (x < tissueSide && y < tissueSide) || (x >= side - tissueSide && y >= side - tissueSide)
  return {
    width: side,
    height: side,
    mpp: { x: 0.25, y: 0.25 },
    objective: 40,
    sizeZ: 1,
    sizeT: 1,
    samples: 3,
    pixelType: 'u8',
    bitDepth: 8,
    channels: [{}],
    levels: factors.map((factor) => {
      const size = Math.ceil(side / factor)
      return { width: size, height: size, tileWidth: tileSide, tileHeight: tileSide, downsample: factor }
    }),
    iccProfile: async () => null,
    encodedTile: async () => null,
    rawTile: async (level, x, y) => {
      const span = tileSide * (factors[level] ?? 1)
      return hasTissue((x + 0.5) * span, (y + 0.5) * span) ? (pictures[level] as PixelTile) : glass
    },
  }
}

test('a slide of 200,000 × 200,000 pixels is run as a whole', async () => {
  const kept = new Set<number>()
  const pathOf = (chunk: number) => join(folder, `chunk-${chunk}`)
  const store = {
    has: async (chunk: number) => kept.has(chunk),
    put: async (chunk: number, bytes: Uint8Array) => {
      await writeFile(pathOf(chunk), bytes)
      kept.add(chunk)
    },
    get: (chunk: number) => readFile(pathOf(chunk)),
  }
  const { images, computed, skipped, plan } = await runPredictor(hugeImage(), colourDeconvolution, {
    mpp: { x: 0.25, y: 0.25 },
    channels: [],
    z: 0,
    t: 0,
    folder,
    store,
    provenance: {},
    params: checkParams(colourDeconvolution.manifest, {}).values,
  })
  const tissue = 2 * (tissueSide / plan.tile) ** 2
  // The tissue has holes, and is cut at the edge.
  expect(computed).toBeGreaterThan(tissue / 2)
  expect(computed).toBeLessThan(2 * tissue)
  expect(computed + skipped).toBeLessThan((side / plan.tile) ** 2)

  const slide = await openSlide(images[0]?.path ?? '')
  const [made] = slide.images
  expect([made?.width, made?.height]).toEqual([side, side])
  const [{ tileWidth = 1 } = {}] = made?.levels ?? []
  const last = Math.floor((side - tissueSide / 2) / tileWidth)
  const middle = Math.floor(side / 2 / tileWidth)
  const mostAt = async (at: number) => {
    const tile = await made?.rawTile(0, at, at, { c: 0 })
    let most = 0
    for (const value of tile?.data ?? []) most = Math.max(most, value)
    return most
  }
  expect(await mostAt(1)).toBeGreaterThan(50)
  expect(await mostAt(last)).toBeGreaterThan(50)
  expect(await mostAt(middle)).toBe(0)
  await slide.close()
})
