import { SlideError } from '../errors.ts'
import { limits } from '../limits.ts'
import type { SubblockTable } from './directory.ts'
import { absent } from './directory.ts'
import { groupByLevel } from './pyramid.ts'

const structure = 'CZI subblock directory'

export interface CziScene {
  /** Its number in the file; undefined in files without scenes. */
  readonly number: number | undefined
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
  /** Level pixels: where the block is painted. */
  left(block: number): number
  top(block: number): number
  /** Blocks by `planeKey`. */
  readonly planes: ReadonlyMap<number, readonly number[]>
}

/** Plates have thousands of scenes, spectra dozens of channels; each of them costs memory when a file is opened. */
const maxScenes = 10_000
const maxChannels = 1024

/** Which plane, as one number. */
export const planeKey = (scene: Pick<CziScene, 'channels' | 'z'>, c: number, z: number, t: number): number =>
  (t * scene.z.length + z) * scene.channels.length + c

/** One image a scene, the largest first; blocks of a pyramid that belong to no scene are left out. */
export function groupScenes(table: SubblockTable): CziScene[] {
  const blocksOf = new Map<number, number[]>()
  for (let block = 0; block < table.count; block += 1) {
    const number = table.scene[block] as number
    const blocks = blocksOf.get(number)
    if (blocks) blocks.push(block)
    else blocksOf.set(number, [block])
    if (blocksOf.size > maxScenes) throw tooMany('scenes', maxScenes)
  }
  // Channels are those of the whole file, so that every scene gives them the same numbers.
  const channels = distinct(table.channel)
  if (channels.length > maxChannels) throw tooMany('channels', maxChannels)
  const scenes = [...blocksOf]
    .sort(([a], [b]) => a - b)
    .flatMap(([number, blocks]) => sceneOf(table, number, blocks, channels) ?? [])
  if (scenes.length === 0) {
    throw new SlideError('malformed', structure, 'has no subblock of full resolution')
  }
  return scenes.sort((a, b) => b.width * b.height - a.width * a.height)
}

function sceneOf(
  table: SubblockTable,
  number: number,
  blocks: readonly number[],
  channels: readonly number[],
): CziScene | undefined {
  const byFactor = groupByLevel(table, blocks)
  const full = byFactor.get(1)
  if (!full) return undefined
  const name = number === absent ? 'CZI image' : `CZI scene ${number}`
  const { x, y, width, height } = boundsOf(table, full)
  if (width > limits.imageSide || height > limits.imageSide) {
    const reason = `spans ${width} × ${height} pixels, more than ${limits.imageSide} in one direction`
    throw new SlideError('too_large', name, reason)
  }
  const planes = {
    channels,
    z: distinct(blocks.map((block) => table.z[block] as number)),
    t: distinct(blocks.map((block) => table.t[block] as number)),
  }
  if (!Number.isSafeInteger(channels.length * planes.z.length * planes.t.length)) {
    throw new SlideError('too_large', name, 'has more planes than can be counted')
  }
  return {
    number: number === absent ? undefined : number,
    width,
    height,
    pixelType: commonPixelType(table, blocks, name),
    ...planes,
    levels: [...byFactor]
      .sort(([a], [b]) => a - b)
      .map(([factor, levelBlocks]) => ({
        downsample: factor,
        ...levelSize(table, levelBlocks, factor, { x, y, width, height }),
        compressions: distinct(levelBlocks.map((block) => table.compression[block] as number)),
        left: (block) => Math.floor(((table.x[block] as number) - x) / factor),
        top: (block) => Math.floor(((table.y[block] as number) - y) / factor),
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

function commonPixelType(table: SubblockTable, blocks: readonly number[], name: string): number {
  const types = distinct(blocks.map((block) => table.pixelType[block] as number))
  const [type] = types
  if (type !== undefined && types.length === 1) return type
  const reason = `has pixels of several types (${types.slice(0, 5).join(', ')}), which is not read`
  throw new SlideError('unsupported', name, reason)
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

const distinct = (values: Iterable<number>): number[] => [...new Set(values)].sort((a, b) => a - b)

const tooMany = (what: string, most: number): SlideError =>
  new SlideError('too_large', structure, `has more than ${most} ${what}`)
