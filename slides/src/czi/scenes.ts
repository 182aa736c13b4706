import { SlideError } from '../errors.ts'
import { limits } from '../limits.ts'
import { absent, type CziChoice } from './choices.ts'
import type { SubblockTable } from './directory.ts'
import { groupByLevel } from './pyramid.ts'

const structure = 'CZI subblock directory'

export interface CziScene {
  /** Its number in the file; undefined in files without scenes and for all scenes together. */
  readonly number: number | undefined
  /** Which phase, view and so on, where there are several. */
  readonly choice: string | undefined
  readonly isAllScenes: boolean
  /** Whether its channels have pixels of other types beside these, which are images of their own. */
  readonly isOneOfSeveralTypes: boolean
  readonly width: number
  readonly height: number
  /** The number in the file, the same for all its blocks. */
  readonly pixelType: number
  /** Values of the file's dimensions in ascending order; a plane is named by positions in these. */
  readonly channels: readonly number[]
  readonly z: readonly number[]
  readonly t: readonly number[]
  /** Full resolution first. */
  readonly levels: readonly CziLevel[]
}

export interface CziLevel {
  readonly downsample: number
  readonly width: number
  readonly height: number
  /** The numbers in the file. */
  readonly compressions: readonly number[]
  /** Pixels of the largest block that can't be read row by row; undefined where all can. */
  readonly largestDecoded: { readonly width: number; readonly height: number } | undefined
  /** Level pixels: where the block is painted. */
  left(block: number): number
  top(block: number): number
  /** Blocks by `planeKey`. */
  readonly planes: ReadonlyMap<number, readonly number[]>
}

/** Plates have thousands of scenes, spectra dozens of channels; each of them costs memory when a file is opened. */
const maxImages = 10_000
const maxChannels = 1024

/** Which plane, as one number. */
export const planeKey = (scene: Pick<CziScene, 'channels' | 'z'>, c: number, z: number, t: number): number =>
  (t * scene.z.length + z) * scene.channels.length + c

/** Scenes that fill less than this of the rectangle around them are wells of a plate rather than pieces on a slide. */
const leastFilled = 0.05

/**
 * One image a scene, the largest first, before them all scenes together where these lie near each other. Channels whose
 * pixels are of another type are an image of their own, and so is each phase, view and so on, in their order.
 */
export function groupScenes(table: SubblockTable): CziScene[] {
  const images: CziScene[] = []
  for (const choice of table.choices) {
    images.push(...scenesOf(table, choice))
    if (images.length > maxImages) throw tooMany('images', maxImages)
  }
  if (images.length === 0) {
    throw new SlideError('malformed', structure, 'has no subblock of full resolution')
  }
  return images
}

function scenesOf(table: SubblockTable, { name, blocks }: CziChoice): CziScene[] {
  const types = distinct(selectValues(table.pixelType, blocks))
  const images = types.flatMap((pixelType) => {
    const blocksOf = groupByScene(table, blocks, pixelType)
    // Channels are those of the whole file, so that every scene gives them the same numbers.
    const channels = distinct(selectValues(table.channel, [...blocksOf.values()].flat()))
    if (channels.length > maxChannels) throw tooMany('channels', maxChannels)
    const common = { pixelType, channels, isOneOfSeveralTypes: types.length > 1, choice: name }
    const scenes = [...blocksOf]
      .sort(([a], [b]) => a - b)
      .flatMap(([number, own]) => sceneOf(table, number, groupByLevel(table, own), common) ?? [])
    const all = allScenes(table, blocksOf, scenes, common)
    return all ? [all, ...scenes] : scenes
  })
  return images.sort((a, b) => b.width * b.height - a.width * a.height)
}

function groupByScene(
  table: SubblockTable,
  blocks: CziChoice['blocks'],
  pixelType: number,
): Map<number, number[]> {
  const blocksOf = new Map<number, number[]>()
  for (const block of blocks) {
    if (table.pixelType[block] !== pixelType) continue
    const number = table.scene[block] as number
    const own = blocksOf.get(number)
    if (own) own.push(block)
    else blocksOf.set(number, [block])
    if (blocksOf.size > maxImages) throw tooMany('scenes', maxImages)
  }
  return blocksOf
}

/** What the scenes of one pixel type and choice have in common. */
type CommonParts = Pick<CziScene, 'pixelType' | 'channels' | 'isOneOfSeveralTypes' | 'choice'>

type BlocksByLevel = ReadonlyMap<number, readonly number[]>

function sceneOf(
  table: SubblockTable,
  number: number,
  byFactor: BlocksByLevel,
  common: CommonParts,
): CziScene | undefined {
  const full = byFactor.get(1)
  if (!full) return undefined
  const name = number === absent ? 'CZI image' : `CZI scene ${number}`
  const bounds = boundsOf(table, full)
  const { width, height } = bounds
  if (width > limits.imageSide || height > limits.imageSide) {
    const reason = `spans ${width} × ${height} pixels, more than ${limits.imageSide} in one direction`
    throw new SlideError('too_large', name, reason)
  }
  return arrangeLevels(table, byFactor, bounds, {
    ...common,
    number: number === absent ? undefined : number,
    isAllScenes: false,
    width,
    height,
  })
}

/** Undefined where they are one, or too far apart to be looked at together. */
function allScenes(
  table: SubblockTable,
  blocksOf: ReadonlyMap<number, readonly number[]>,
  scenes: readonly CziScene[],
  common: CommonParts,
): CziScene | undefined {
  if (scenes.length < 2) return undefined
  const byScene = [...blocksOf].map(([number, blocks]) => ({ number, byFactor: groupByLevel(table, blocks) }))
  const shown = byScene.filter(({ byFactor }) => byFactor.has(1))
  const bounds = boundsOf(
    table,
    shown.flatMap(({ byFactor }) => byFactor.get(1) ?? []),
  )
  const { width, height } = bounds
  const filled = scenes.reduce((sum, scene) => sum + scene.width * scene.height, 0)
  if (filled < leastFilled * width * height) return undefined
  if (width > limits.imageSide || height > limits.imageSide) return undefined
  // A level that one of them lacks would have a hole, unless it was made of all of them.
  const spanning = byScene.find(({ number }) => number === absent)?.byFactor
  const factors = [...new Set(byScene.flatMap(({ byFactor }) => [...byFactor.keys()]))]
  const complete = factors.filter(
    (factor) => spanning?.has(factor) || shown.every(({ byFactor }) => byFactor.has(factor)),
  )
  const together = new Map(
    [1, ...complete].map((factor) => [factor, byScene.flatMap(({ byFactor }) => byFactor.get(factor) ?? [])]),
  )
  return arrangeLevels(table, together, bounds, {
    ...common,
    number: undefined,
    isAllScenes: true,
    width,
    height,
  })
}

function arrangeLevels(
  table: SubblockTable,
  byFactor: BlocksByLevel,
  bounds: Bounds,
  scene: Omit<CziScene, 'z' | 't' | 'levels'>,
): CziScene {
  const blocks = [...byFactor.values()].flat()
  const planes = {
    channels: scene.channels,
    z: distinct(selectValues(table.z, blocks)),
    t: distinct(selectValues(table.t, blocks)),
  }
  if (!Number.isSafeInteger(planes.channels.length * planes.z.length * planes.t.length)) {
    throw new SlideError('too_large', structure, 'has more planes than can be counted')
  }
  return {
    ...scene,
    ...planes,
    levels: [...byFactor]
      .sort(([a], [b]) => a - b)
      .map(([factor, levelBlocks]) => ({
        downsample: factor,
        ...levelSize(table, levelBlocks, factor, bounds),
        compressions: distinct(selectValues(table.compression, levelBlocks)),
        largestDecoded: largestDecoded(table, levelBlocks),
        left: (block) => Math.floor(((table.x[block] as number) - bounds.x) / factor),
        top: (block) => Math.floor(((table.y[block] as number) - bounds.y) / factor),
        planes: groupByPlane(table, levelBlocks, planes),
      })),
  }
}

interface Bounds {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

function boundsOf(table: SubblockTable, blocks: readonly number[]): Bounds {
  let left = Number.POSITIVE_INFINITY
  let top = Number.POSITIVE_INFINITY
  let right = Number.NEGATIVE_INFINITY
  let bottom = Number.NEGATIVE_INFINITY
  for (const block of blocks) {
    const x = table.x[block] as number
    const y = table.y[block] as number
    left = Math.min(left, x)
    top = Math.min(top, y)
    right = Math.max(right, x + (table.width[block] as number))
    bottom = Math.max(bottom, y + (table.height[block] as number))
  }
  return { x: left, y: top, width: right - left, height: bottom - top }
}

/** As many pixels as the blocks store, which tells whether the writer rounded up or down. */
function levelSize(table: SubblockTable, blocks: readonly number[], factor: number, scene: Bounds) {
  let right = 0
  let bottom = 0
  for (const block of blocks) {
    const left = Math.floor(((table.x[block] as number) - scene.x) / factor)
    const top = Math.floor(((table.y[block] as number) - scene.y) / factor)
    right = Math.max(right, left + (table.storedWidth[block] as number))
    bottom = Math.max(bottom, top + (table.storedHeight[block] as number))
  }
  const between = (stored: number, size: number) =>
    Math.max(1, Math.floor(size / factor), Math.min(stored, Math.ceil(size / factor)))
  return { width: between(right, scene.width), height: between(bottom, scene.height) }
}

function largestDecoded(table: SubblockTable, blocks: readonly number[]): CziLevel['largestDecoded'] {
  let largest: { width: number; height: number } | undefined
  for (const block of blocks) {
    if (table.compression[block] === 0) continue
    const [width, height] = [table.storedWidth[block] as number, table.storedHeight[block] as number]
    if (!largest || width * height > largest.width * largest.height) largest = { width, height }
  }
  return largest
}

function groupByPlane(
  table: SubblockTable,
  blocks: readonly number[],
  values: Pick<CziScene, 'channels' | 'z' | 't'>,
): ReadonlyMap<number, readonly number[]> {
  const [channelAt, zAt, tAt] = [values.channels, values.z, values.t].map(
    (dimension) => new Map(dimension.map((value, position) => [value, position])),
  )
  const planes = new Map<number, number[]>()
  for (const block of blocks) {
    const c = channelAt?.get(table.channel[block] as number) ?? 0
    const z = zAt?.get(table.z[block] as number) ?? 0
    const t = tAt?.get(table.t[block] as number) ?? 0
    const key = planeKey(values, c, z, t)
    const plane = planes.get(key)
    if (plane) plane.push(block)
    else planes.set(key, [block])
  }
  return planes
}

const selectValues = (column: Int32Array, blocks: CziChoice['blocks']): Iterable<number> =>
  Int32Array.from(blocks, (block) => column[block] as number)

const distinct = (values: Iterable<number>): number[] => [...new Set(values)].sort((a, b) => a - b)

const tooMany = (what: string, most: number): SlideError =>
  new SlideError('too_large', structure, `has more than ${most} ${what}`)
