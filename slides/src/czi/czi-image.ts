import { jpegSize } from '../codecs/jpeg-stream.ts'
import { errorAt, SlideError } from '../errors.ts'
import { limits } from '../limits.ts'
import type { PixelTile } from '../pixels.ts'
import { bytesPerSample, newPixels } from '../pixels.ts'
import type { Channel, EncodedTile, Level, Plane, SlideImage } from '../slide.ts'
import type { SharedCache } from '../source/shared-cache.ts'
import type { Source } from '../source/source.ts'
import type { BoxIndex } from './box-index.ts'
import { boxIndex } from './box-index.ts'
import { checkCompression, compressionNames, compressions } from './compressions.ts'
import type { SubblockTable } from './directory.ts'
import type { CziMetadata } from './metadata.ts'
import type { PixelFormat } from './pixel-formats.ts'
import { bytesPerPixel, pixelFormat } from './pixel-formats.ts'
import type { CziLevel, CziScene } from './scenes.ts'
import { planeKey } from './scenes.ts'
import type { Subblock, SubblockRows } from './subblock.ts'
import { locateSubblock, readRows, rowsAreApart } from './subblock.ts'

/** The file stores blocks of any size anywhere; tiles are a grid of our own over them. */
const tileSide = 512
/** Real mosaics have a few; more would only be a way to keep the machine busy. */
const maxBlocksPerTile = 4096
/** Likewise: a second or two of decoding. */
const maxBytesPerTile = 16 * limits.blockBytes
/** Blocks of a tile that are read at the same time. */
const readsAtOnce = 8

export interface CziFile {
  readonly source: Source
  readonly table: SubblockTable
  readonly metadata: CziMetadata
  /** Blocks are larger than tiles: those decoded last, by their number, are kept for the neighbouring tiles. */
  readonly decoded: SharedCache<number, SubblockRows>
}

/** The blocks of one plane of a level. */
interface PlaneBlocks {
  readonly blocks: readonly number[]
  readonly index: BoxIndex
}

/**
 * One scene: its mosaic painted tile by tile, background 0. One channel in colour is an image in colour; several are
 * given as the samples they are made of, each a grey channel.
 */
export function cziImage(file: CziFile, scene: CziScene): SlideImage {
  const { metadata } = file
  const sceneName = scene.number === undefined ? 'CZI image' : `CZI scene ${scene.number}`
  const format = pixelFormat(scene.pixelType, sceneName)
  const { pixelType } = format
  const isSplit = format.samples > 1 && scene.channels.length > 1
  const samples = isSplit ? 1 : format.samples
  const perChannel = isSplit ? format.samples : 1
  for (const level of scene.levels) {
    for (const compression of level.compressions) checkCompression(compression, format, sceneName)
  }
  const levels = scene.levels.map(
    ({ width, height, downsample, ...level }): Level => ({
      width,
      height,
      tileWidth: tileSide,
      tileHeight: tileSide,
      downsample,
      compression: compressionNames(level.compressions),
      stored: storedSize(level.largestDecoded),
    }),
  )
  const indexes = new Map<CziLevel, Map<number, PlaneBlocks>>()

  function blocksOf(level: CziLevel, key: number): PlaneBlocks | undefined {
    const planes = indexes.get(level) ?? new Map<number, PlaneBlocks>()
    indexes.set(level, planes)
    const known = planes.get(key)
    const blocks = level.planes.get(key)
    if (known || !blocks) return known
    const indexed = { blocks, index: indexBlocks(file.table, level, blocks) }
    planes.set(key, indexed)
    return indexed
  }

  return {
    name: nameOf(scene, metadata, format),
    width: scene.width,
    height: scene.height,
    mpp: metadata.mpp,
    objective: metadata.objective,
    pixelType,
    bitDepth: bitDepthOf(format, metadata.bitDepth),
    samples,
    channels: isSplit ? splitChannels(scene, metadata, format) : channelsOf(scene, metadata, format),
    sizeZ: scene.z.length,
    sizeT: scene.t.length,
    stepZ: scene.z.length > 1 ? metadata.stepZ : undefined,
    stepT: scene.t.length > 1 ? metadata.stepT : undefined,
    levels,
    async iccProfile(signal) {
      signal?.throwIfAborted()
      return null
    },
    async encodedTile(level, x, y, plane, signal) {
      signal?.throwIfAborted()
      const found = findTile(scene, perChannel, level, x, y, plane)
      const plan = isSplit ? undefined : blocksOf(found.level, found.key)
      return plan ? readStoredJpeg(file, format, found, plan, signal) : null
    },
    async rawTile(level, x, y, plane, signal) {
      signal?.throwIfAborted()
      const found = findTile(scene, perChannel, level, x, y, plane)
      const { width, height } = found
      const data = newPixels(pixelType, width * height * format.samples)
      const tile: PixelTile = { width, height, samples: format.samples, pixelType, data }
      const plan = blocksOf(found.level, found.key)
      if (plan) await paint(file, format, found, plan, tile, signal)
      return isSplit ? pickSample(tile, found.sample) : tile
    },
  }
}

function nameOf(scene: CziScene, { sceneNames }: CziMetadata, { name }: PixelFormat): string | undefined {
  const own = scene.number === undefined ? undefined : sceneNames.get(scene.number)
  const whole = scene.isAllScenes ? 'All scenes' : own
  const parts = [whole, scene.choice, scene.isOneOfSeveralTypes ? name : undefined]
  return parts.filter((part) => part !== undefined).join(', ') || undefined
}

/** Blocks that are decoded as a whole, where they are larger than tiles. */
const storedSize = (largest: Level['stored']): Level['stored'] =>
  largest && (largest.width > tileSide || largest.height > tileSide) ? largest : undefined

interface FoundTile {
  readonly level: CziLevel
  readonly key: number
  /** Which of the samples of a channel in colour is asked for, where each is a channel. */
  readonly sample: number
  /** Level pixels. */
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

function findTile(
  scene: CziScene,
  perChannel: number,
  level: number,
  x: number,
  y: number,
  plane: Plane = {},
): FoundTile {
  const { c = 0, z = 0, t = 0 } = plane
  const found = scene.levels[level]
  if (!found) {
    throw new SlideError('out_of_range', `level ${level}`, `is not among the ${scene.levels.length} levels`)
  }
  const has = (index: number, count: number) => Number.isInteger(index) && index >= 0 && index < count
  const columns = Math.ceil(found.width / tileSide)
  const rows = Math.ceil(found.height / tileSide)
  if (!has(x, columns) || !has(y, rows)) {
    const reason = `is not among the ${columns} × ${rows} tiles`
    throw new SlideError('out_of_range', `level ${level} tile ${x},${y}`, reason)
  }
  const { z: depths, t: times } = scene
  const channels = scene.channels.length * perChannel
  if (!has(c, channels) || !has(z, depths.length) || !has(t, times.length)) {
    const reason = `is not among ${channels} channels, ${depths.length} depths and ${times.length} times`
    throw new SlideError('out_of_range', `plane c ${c}, z ${z}, t ${t}`, reason)
  }
  const left = x * tileSide
  const top = y * tileSide
  return {
    level: found,
    key: planeKey(scene, Math.floor(c / perChannel), z, t),
    sample: c % perChannel,
    left,
    top,
    width: Math.min(tileSide, found.width - left),
    height: Math.min(tileSide, found.height - top),
  }
}

function indexBlocks(table: SubblockTable, level: CziLevel, blocks: readonly number[]): BoxIndex {
  const boxes = new Int32Array(blocks.length * 4)
  // What lies far outside stays outside when its numbers are cut to size.
  const cut = (value: number) => Math.max(-0x4000_0000, Math.min(0x4000_0000, value))
  for (const [number, block] of blocks.entries()) {
    const left = level.left(block)
    const top = level.top(block)
    boxes[number * 4] = cut(left)
    boxes[number * 4 + 1] = cut(top)
    boxes[number * 4 + 2] = cut(left + (table.storedWidth[block] as number))
    boxes[number * 4 + 3] = cut(top + (table.storedHeight[block] as number))
  }
  return boxIndex(boxes)
}

/** Those of which something may show, the highest last. */
function visibleBlocks(table: SubblockTable, tile: FoundTile, { blocks, index }: PlaneBlocks): number[] {
  const numbers = index.search(tile.left, tile.top, tile.left + tile.width, tile.top + tile.height)
  const found = numbers.map((number) => blocks[number] as number)
  found.sort((a, b) => (table.mosaic[a] as number) - (table.mosaic[b] as number) || a - b)
  const lowest = found.findLastIndex((block) => covers(table, tile, block))
  return found.slice(Math.max(0, lowest))
}

/** The JPEG of a block that lies exactly on the tile; null where there is no such one. */
async function readStoredJpeg(
  { source, table }: CziFile,
  { samples }: PixelFormat,
  tile: FoundTile,
  plan: PlaneBlocks,
  signal: AbortSignal | undefined,
): Promise<EncodedTile | null> {
  const [block, second] = visibleBlocks(table, tile, plan)
  if (block === undefined || second !== undefined) return null
  const [width, height] = [table.storedWidth[block] as number, table.storedHeight[block] as number]
  const fits =
    table.compression[block] === compressions.jpeg &&
    tile.level.left(block) === tile.left &&
    tile.level.top(block) === tile.top &&
    [tileSide, tile.width].includes(width) &&
    [tileSide, tile.height].includes(height)
  if (!fits) return null
  const position = table.position[block] as number
  const { offset, length } = await locateSubblock(source, position, signal)
  const bytes = await source.read(offset, length, signal)
  try {
    const frame = jpegSize(bytes)
    const isShown = frame.precision === 8 && !frame.lossless && frame.components === samples
    return isShown && frame.width === width && frame.height === height ? { mime: 'image/jpeg', bytes } : null
  } catch (error) {
    throw errorAt(`CZI subblock at ${position}`, error)
  }
}

async function paint(
  file: CziFile,
  format: PixelFormat,
  tile: FoundTile,
  plan: PlaneBlocks,
  target: PixelTile,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { table } = file
  const visible = visibleBlocks(table, tile, plan)
  if (visible.length > maxBlocksPerTile) {
    const reason = `is covered by ${visible.length} subblocks, more than ${maxBlocksPerTile}`
    throw new SlideError('too_large', `CZI tile at ${tile.left},${tile.top}`, reason)
  }
  const bytes = decodedBytes(table, format, visible)
  if (bytes > maxBytesPerTile) {
    const reason = `needs ${bytes} bytes of compressed subblocks, more than ${maxBytesPerTile}`
    throw new SlideError('too_large', `CZI tile at ${tile.left},${tile.top}`, reason)
  }
  for (let first = 0; first < visible.length; first += readsAtOnce) {
    const some = visible.slice(first, first + readsAtOnce)
    const read = await Promise.all(some.map((block) => readBlock(file, format, tile, block, signal)))
    signal?.throwIfAborted()
    for (const [number, block] of some.entries()) {
      copyRows(table, tile, block, read[number] as SubblockRows, target)
    }
  }
}

/** What decoding these blocks gives; of uncompressed ones only the rows that show are read. */
function decodedBytes(table: SubblockTable, format: PixelFormat, blocks: readonly number[]): number {
  let pixels = 0
  for (const block of blocks) {
    if (table.compression[block] === 0) continue
    pixels += (table.storedWidth[block] as number) * (table.storedHeight[block] as number)
  }
  return pixels * bytesPerPixel(format)
}

/** Whether nothing below the block can be seen in the tile. */
function covers(table: SubblockTable, tile: FoundTile, block: number): boolean {
  const left = tile.level.left(block)
  const top = tile.level.top(block)
  return (
    left <= tile.left &&
    top <= tile.top &&
    left + (table.storedWidth[block] as number) >= tile.left + tile.width &&
    top + (table.storedHeight[block] as number) >= tile.top + tile.height
  )
}

function readBlock(
  { source, table, decoded }: CziFile,
  format: PixelFormat,
  tile: FoundTile,
  number: number,
  signal: AbortSignal | undefined,
): Promise<SubblockRows> {
  const block: Subblock = {
    position: table.position[number] as number,
    compression: table.compression[number] as number,
    storedWidth: table.storedWidth[number] as number,
    storedHeight: table.storedHeight[number] as number,
    format,
  }
  const top = tile.level.top(number)
  const firstRow = Math.max(0, tile.top - top)
  const endRow = Math.min(block.storedHeight, tile.top + tile.height - top)
  if (rowsAreApart(block)) return readRows(source, block, firstRow, endRow, signal)
  const decode = (any: AbortSignal) => readRows(source, block, 0, block.storedHeight, any)
  return decoded.get(number, decode, signal)
}

function copyRows(
  table: SubblockTable,
  tile: FoundTile,
  block: number,
  { firstRow, data }: SubblockRows,
  target: PixelTile,
): void {
  const { samples } = target
  const width = table.storedWidth[block] as number
  const left = tile.level.left(block)
  const top = tile.level.top(block)
  const from = Math.max(left, tile.left)
  const length = (Math.min(left + width, tile.left + tile.width) - from) * samples
  const first = Math.max(top, tile.top)
  const end = Math.min(top + (table.storedHeight[block] as number), tile.top + tile.height)
  for (let y = first; y < end; y += 1) {
    const source = ((y - top - firstRow) * width + from - left) * samples
    const destination = ((y - tile.top) * tile.width + from - tile.left) * samples
    target.data.set(data.subarray(source, source + length), destination)
  }
}

function bitDepthOf({ pixelType }: PixelFormat, said: number | undefined): number {
  const bits = bytesPerSample(pixelType) * 8
  const usable = said !== undefined && Number.isInteger(said) && said >= 1 && said <= bits
  return usable && pixelType !== 'f32' ? said : bits
}

/** The tile with one of its samples. */
function pickSample({ width, height, samples, pixelType, data }: PixelTile, sample: number): PixelTile {
  const picked = newPixels(pixelType, width * height)
  for (let index = 0; index < picked.length; index += 1)
    picked[index] = data[index * samples + sample] as number
  return { width, height, samples: 1, pixelType, data: picked }
}

const unnamed: Channel = {}
const sampleParts = [
  { name: 'red', color: 0xff0000 },
  { name: 'green', color: 0x00ff00 },
  { name: 'blue', color: 0x0000ff },
  { name: 'alpha', color: undefined },
] as const

function splitChannels(scene: CziScene, metadata: CziMetadata, format: PixelFormat): Channel[] {
  return channelsOf(scene, metadata, format).flatMap((channel, position) =>
    sampleParts.slice(0, format.samples).map(({ name, color }) => ({
      ...channel,
      name: `${channel.name ?? `Channel ${position}`} ${name}`,
      color,
    })),
  )
}

function channelsOf(scene: CziScene, metadata: CziMetadata, { samples }: PixelFormat): Channel[] {
  const { channels } = metadata
  // A file with some of the channels may describe these or all of them.
  const byPosition = channels.length === scene.channels.length
  return scene.channels.map((value, position) => {
    const channel = channels[byPosition ? position : value] ?? unnamed
    return samples === 1 ? channel : { ...channel, color: undefined }
  })
}
