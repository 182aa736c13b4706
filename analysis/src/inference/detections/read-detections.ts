import { gunzipSync } from 'node:zlib'
import type { Box } from '@cresyl/contract/slides/image-space'
import type { FoundThings } from '../predictor.ts'
import {
  DetectionsError,
  type DetectionsIndex,
  footerBytes,
  magic,
  type TileEntry,
} from './detections-file.ts'
import { decodeThings, thingTileSide } from './thing-tile.ts'

/** Reads a part of a file, wherever that lies. */
export type ReadBytes = (offset: number, length: number) => Promise<Uint8Array>

/** Larger ones are not ours: 200,000 × 200,000 pixels have 160,000 tiles of a few dozen bytes each. */
const mostIndexBytes = 256 * 1024 * 1024

/** Tiles that lie within so many bytes are read at once: a bucket takes as long for one as for many. */
const readAtOnce = 1024 * 1024

export interface Detections extends DetectionsIndex {
  /** As stored, compressed by gzip; undefined where there is nothing. */
  tile(level: number, x: number, y: number): Promise<Uint8Array | undefined>
  /** Everything, tile by tile, in pixels of the run's grid; or what lies in the tiles that meet a part of it. */
  things(within?: Box): AsyncGenerator<{ x: number; y: number; things: FoundThings }>
  /** How many things `things` would go through. */
  countNear(within: Box): number
}

/** Opens a file of detections by its end: two reads, whatever its size. */
export async function openDetections(read: ReadBytes, size: number): Promise<Detections> {
  if (size < magic.length + footerBytes) throw new DetectionsError('The file is too short for detections.')
  const footer = Buffer.from(await read(size - footerBytes, footerBytes))
  if (!footer.subarray(12).equals(magic)) throw new DetectionsError('The file is not one of detections.')
  const offset = Number(footer.readBigUInt64LE(0))
  const length = footer.readUInt32LE(8)
  if (offset + length + footerBytes !== size) throw new DetectionsError('The file of detections is damaged.')
  const packed = await read(offset, length)
  const unpacked = gunzipSync(packed, { maxOutputLength: mostIndexBytes })
  const index = JSON.parse(unpacked.toString('utf8')) as DetectionsIndex
  const found = index.levels.map(
    (entries) => new Map(entries.map((entry) => [keyOf(entry[0], entry[1]), entry])),
  )
  const entriesWithin = (within?: Box) =>
    (index.levels[0] ?? []).filter((entry) => !within || meets(entry, within))
  const readEntry = ([, , at, bytes]: TileEntry) => read(at, bytes)
  return {
    ...index,
    tile: async (level, x, y) => {
      const entry = found[level]?.get(keyOf(x, y))
      return entry && readEntry(entry)
    },
    async *things(within) {
      for (const entries of nearEachOther(entriesWithin(within))) {
        const from = entries[0]?.[2] ?? 0
        const bytes = await read(from, endOf(entries.at(-1)) - from)
        for (const [x, y, at, length] of entries) {
          const tile = bytes.subarray(at - from, at - from + length)
          yield { x, y, things: decodeThings(gunzipSync(tile), { x, y }) }
        }
      }
    },
    countNear: (within) => entriesWithin(within).reduce((sum, [, , , , count]) => sum + count, 0),
  }
}

function meets([x, y]: TileEntry, box: Box): boolean {
  const [left, top] = [x * thingTileSide, y * thingTileSide]
  const isAcross = left <= box.x + box.width && left + thingTileSide >= box.x
  return isAcross && top <= box.y + box.height && top + thingTileSide >= box.y
}

const keyOf = (x: number, y: number) => `${x},${y}`

const endOf = (entry: TileEntry | undefined) => (entry ? entry[2] + entry[3] : 0)

function* nearEachOther(entries: readonly TileEntry[]): Generator<TileEntry[]> {
  let near: TileEntry[] = []
  for (const entry of entries) {
    const [first] = near
    // They lie in their order; whatever lies otherwise is read by itself.
    if (first && (entry[2] < endOf(near.at(-1)) || endOf(entry) - first[2] > readAtOnce)) {
      yield near
      near = []
    }
    near.push(entry)
  }
  if (near.length > 0) yield near
}
