import { measureOf, qcMeasures, shareBeyond } from '@cresyl/contract/qc/qc-measures'
import { type Level, SlideError, type SlideImage } from '@cresyl/slides'
import { describe, expect, test } from 'vitest'
import { blurRows, drawTissue, makeGlass } from '../test-support/made-picture.ts'
import { type MemoryImageOptions, memoryImage } from '../test-support/memory-image.ts'
import { checkQuality } from './check-quality.ts'
import type { QcCheckpoint } from './checkpoint.ts'
import type { QcFinding } from './result/finding.ts'

const side = 1024
/** Edges of tissue are never straight. */
const wave = (at: number) => 6 * Math.sin(at / 9)
/** Tissue in the left half but for a margin, blurred in its lower third. */
const isTissue = (x: number, y: number) =>
  x >= 64 + wave(y) && x < 512 + wave(y) && y >= 64 + wave(x) && y < 960 + wave(x)
const picture = blurRows(drawTissue(makeGlass(side, side), isTissue), 640, 1000, 3)

const slide = (options: Partial<MemoryImageOptions> = {}) =>
  memoryImage({
    width: side,
    height: side,
    planes: [picture.rgb],
    mpp: { x: 1, y: 1 },
    factors: [1, 4],
    tileSide: 128,
    ...options,
  })

/** Its upper left, for what needs no more. */
const smallSide = 320
const smallPicture = Uint8Array.from({ length: smallSide * smallSide * 3 }, (_, at) => {
  const row = Math.floor(at / (smallSide * 3))
  return picture.rgb[row * side * 3 + (at % (smallSide * 3))] as number
})
const small = (options: Partial<MemoryImageOptions> = {}) =>
  slide({ width: smallSide, height: smallSide, planes: [smallPicture], ...options })

const found = (finding: QcFinding, key: string) => finding.measurements.find((each) => each.key === key)
const overlay = (finding: QcFinding, key: string) => finding.overlays.find((each) => each.key === key)

test('the same finding comes again, wherever the memory of its tiles begins', async () => {
  const image = small()
  const shifted: SlideImage = {
    ...image,
    async rawTile(...place) {
      const tile = await image.rawTile(...place)
      const data = new Uint8Array(tile.data.length + 1).subarray(1)
      data.set(tile.data)
      return { ...tile, data }
    },
  }
  expect(await checkQuality(shifted)).toEqual(await checkQuality(image))
})

describe('a slide of which a third is out of focus', async () => {
  const finding = await checkQuality(slide())

  test('is brightfield, and needs no assumption', () => {
    expect(finding).toMatchObject({ modality: 'brightfield', assumptions: [], version: 6 })
  })

  test('has as much tissue as was drawn', () => {
    const truth = 448 * 896
    expect(found(finding, 'tissue')?.value).toBeCloseTo((100 * truth) / side ** 2, -0.5)
    expect((finding.tissueArea ?? 0) / truth).toBeCloseTo(1, 1)
  })

  test('has the share of its tiles out of focus, and says where', () => {
    const focus = found(finding, 'focus')
    expect(focus?.value).toBeGreaterThan(20)
    expect(focus?.value).toBeLessThan(48)
    expect(focus?.where).toBe('lower left')
    expect(focus?.value).toBe(shareBeyond(qcMeasures.focus.tiles, focus?.tileCounts ?? [], 0.4))
  })

  test('shows a heat map that is low only there, and nothing where there is no tissue', () => {
    const { pixels, width, box } = overlay(finding, 'focus') ?? { pixels: [], width: 0, box: null }
    expect(box).toEqual({ x: 0, y: 0, width: side, height: side })
    const heat = (x: number, y: number) => pixels[Math.floor(y / 128) * width + Math.floor(x / 128)] ?? 0
    expect(heat(256, 256)).toBeGreaterThan(heat(256, 832) + 60)
    expect(heat(800, 256)).toBe(0)
  })

  test('has one region, around what is out of focus', () => {
    expect(finding.regions).toHaveLength(1)
    const [region] = finding.regions
    expect(region).toMatchObject({ key: 'focus', channel: null, x: 0, y: 640 })
    expect(region?.severity).toBeGreaterThan(0.2)
  })

  test('has the outline of its tissue', () => {
    const [outline, ...others] = finding.outlines.tissue?.features ?? []
    expect(others).toEqual([])
    const xs = outline?.geometry.coordinates[0]?.map(([x = 0]) => x) ?? []
    expect(Math.abs(Math.min(...xs) - 64)).toBeLessThanOrEqual(12)
    expect(Math.abs(Math.max(...xs) - 512)).toBeLessThanOrEqual(12)
  })

  test('gives nearly the same finding from other levels', async () => {
    const other = await checkQuality(slide({ factors: [1], tileSide: 240 }))
    expect(found(other, 'tissue')?.value).toBeCloseTo(found(finding, 'tissue')?.value ?? 0, -0.5)
  })

  test('decodes each tile of a level once, samples of the finest twice, and only tiles with tissue of that', async () => {
    const reads: string[] = []
    await checkQuality(slide({ onRead: (...tile) => reads.push(tile.join('/')) }))
    const twice = reads.filter((read, index) => reads.indexOf(read) < index)
    expect(new Set(twice).size).toBe(twice.length)
    expect(twice.every((read) => read.startsWith('0/'))).toBe(true)
    expect(new Set(reads.filter((read) => read.startsWith('0/'))).size).toBeLessThan(44)
  })
})

describe('a check', () => {
  test('goes on from any checkpoint to the same finding', async () => {
    const checkpoints: QcCheckpoint[] = []
    const all: number[] = []
    const tiles = { tileSide: 64 }
    const finding = await checkQuality(small({ ...tiles, onRead: (level) => all.push(level) }), {
      checkpointTiles: 7,
      onCheckpoint: (checkpoint) => void checkpoints.push(checkpoint),
    })
    expect(checkpoints.length).toBeGreaterThan(1)
    for (const checkpoint of checkpoints) {
      const reads: number[] = []
      const image = small({ ...tiles, onRead: (level) => reads.push(level) })
      expect(await checkQuality(image, { checkpoint })).toEqual(finding)
      expect(reads.length).toBeLessThanOrEqual(all.length - 7)
    }
  })

  test('ignores a checkpoint of another image, and what is none', async () => {
    const checkpoints: QcCheckpoint[] = []
    const onCheckpoint = (checkpoint: QcCheckpoint) => void checkpoints.push(checkpoint)
    await checkQuality(small({ tileSide: 64 }), { checkpointTiles: 7, onCheckpoint })
    const finding = await checkQuality(small())
    for (const checkpoint of [checkpoints[0], new Uint8Array([1, 2, 3])])
      expect(await checkQuality(small(), { checkpoint })).toEqual(finding)
  })

  test('tells how far it is, forwards only', async () => {
    const shares: number[] = []
    await checkQuality(small(), { onProgress: (done, total) => shares.push(done / total) })
    expect(shares).toEqual(shares.toSorted((one, other) => one - other))
    expect(shares.at(-1)).toBe(1)
  })

  test('ends when it is aborted', async () => {
    const controller = new AbortController()
    const stopped = checkQuality(small({ onRead: (level) => level === 0 && controller.abort('enough') }), {
      signal: controller.signal,
    })
    await expect(stopped).rejects.toBe('enough')
  })

  test('goes on without tiles that cannot be decoded, but not without bytes', async () => {
    const broken = (code: 'malformed' | 'unreadable') => ({
      onRead: (level: number, column: number, row: number) => {
        if (level === 0 && column === 1 && row === 1) throw new SlideError(code, 'tile', 'is broken')
      },
    })
    expect(found(await checkQuality(slide(broken('malformed'))), 'focus')?.value).toBeGreaterThan(20)
    await expect(checkQuality(small(broken('unreadable')))).rejects.toThrow('is broken')
  })
})

test('of blocks that are decoded as a whole, several tiles are looked at', async () => {
  const blocksRead = async (stored?: Level['stored']) => {
    const image = slide({ mpp: { x: 0.25, y: 0.25 }, tileSide: 32 })
    const read: string[] = []
    await checkQuality({
      ...image,
      levels: image.levels.map((level) => ({ ...level, stored })),
      async rawTile(level, x, y, ...rest) {
        if (level === 0) read.push(`${x >> 2},${y >> 2}`)
        return image.rawTile(level, x, y, ...rest)
      },
    })
    return { tiles: read.length, blocks: new Set(read).size }
  }
  expect(await blocksRead({ width: 128, height: 128 })).toEqual({ tiles: 48, blocks: 12 })
  const { tiles, blocks } = await blocksRead()
  expect(tiles).toBe(48)
  expect(blocks).toBeGreaterThan(16)
})

describe('without the size of a pixel', () => {
  test.each([
    [{ mpp: undefined }, '0.5 µm was assumed.'],
    [{ mpp: undefined, objective: 10 }, '1 µm was assumed, as usual with an objective of 10×.'],
    [{ mpp: { x: 1e-7, y: 1e-7 } }, "which can't be: 0.5 µm was assumed."],
  ])('%j says what it assumed', async (options, sentence) => {
    const finding = await checkQuality(small(options))
    expect(finding.assumptions).toEqual([expect.stringContaining(sentence)])
    expect(finding.tissueArea).toBeNull()
  })
})

describe('a slide without tissue', () => {
  test.each([
    [1, 1],
    [3, 700],
    [300, 200],
  ])('of %d × %d px says so', async (width, height) => {
    const { rgb } = makeGlass(width, height)
    const finding = await checkQuality(memoryImage({ width, height, planes: [rgb], mpp: { x: 1, y: 1 } }))
    expect(found(finding, 'tissue')).toMatchObject({ value: 0, unmeasured: null })
    expect(found(finding, 'focus')).toMatchObject({
      value: null,
      unmeasured: expect.stringMatching(/no tissue/),
    })
    expect(finding.regions).toEqual([])
  })
})

test('every value has the unit of a share where it has tiles', async () => {
  const finding = await checkQuality(small())
  for (const { key, value, tileCounts } of finding.measurements) {
    expect(tileCounts !== null).toBe(measureOf(key).tiles !== undefined)
    expect(value).not.toBeNaN()
  }
})
