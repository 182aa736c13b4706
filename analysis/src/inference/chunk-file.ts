import type { EncodedThingTile } from './detections/chunk-things.ts'
import type { Tallies } from './predictor.ts'
import { seal, unseal } from './seal.ts'

/** A tile of one of the images that a run makes. */
export interface EncodedPixelTile {
  readonly output: string
  readonly channel: number
  readonly level: number
  readonly x: number
  readonly y: number
  readonly bytes: Uint8Array
}

export interface OutputThingTile extends EncodedThingTile {
  readonly output: string
}

/** Everything that came of a chunk. */
export interface ChunkResult {
  readonly pixels: readonly EncodedPixelTile[]
  readonly things: readonly OutputThingTile[]
  readonly tallies: Tallies
  /** Tiles that were computed, and those without tissue that were not. */
  readonly computed: number
  readonly skipped: number
}

type WithLength<Tile extends { bytes: Uint8Array }> = Omit<Tile, 'bytes'> & { readonly length: number }

interface ChunkHeader extends Omit<ChunkResult, 'pixels' | 'things'> {
  readonly pixels: readonly WithLength<EncodedPixelTile>[]
  readonly things: readonly WithLength<OutputThingTile>[]
}

const lengthBytes = 4

/** As one object: the length of its header (u32, little-endian), the header as JSON, all bytes, and their seal. */
export function encodeChunk({ pixels, things, ...rest }: ChunkResult): Uint8Array {
  const withLength = <Tile extends { bytes: Uint8Array }>({ bytes, ...tile }: Tile) => ({
    ...tile,
    length: bytes.length,
  })
  const header = Buffer.from(
    JSON.stringify({ ...rest, pixels: pixels.map(withLength), things: things.map(withLength) }),
  )
  const length = Buffer.alloc(lengthBytes)
  length.writeUInt32LE(header.length)
  return seal([length, header, ...[...pixels, ...things].map(({ bytes }) => bytes)])
}

/** Undefined where it isn't what was encoded. */
export function decodeChunk(encoded: Uint8Array): ChunkResult | undefined {
  const chunk = unseal(encoded)
  if (chunk === undefined) return undefined
  const { header, begin } = readHeader(chunk)
  let at = begin
  const take = <Tile extends { length: number }>({ length, ...tile }: Tile) => {
    at += length
    return { ...tile, bytes: chunk.subarray(at - length, at) }
  }
  const { pixels, things, ...rest } = header
  return { ...rest, pixels: pixels.map(take), things: things.map(take) }
}

function readHeader(bytes: Uint8Array): { header: ChunkHeader; begin: number } {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const begin = headerEnd(buffer)
  return { header: JSON.parse(buffer.toString('utf8', lengthBytes, begin)) as ChunkHeader, begin }
}

const headerEnd = (buffer: Buffer): number => lengthBytes + buffer.readUInt32LE(0)

/** Where the tiles of a chunk lie in its object, for who needs few of them. */
export interface ChunkIndex {
  /** Undefined for a tile of nothing but background. */
  find(
    tile: Omit<EncodedPixelTile, 'bytes'>,
  ): { readonly offset: number; readonly length: number } | undefined
}

/** As long as most headers are: one read is enough for them. */
const firstRead = 64 * 1024

/** @param read gives as many bytes from there on as there are */
export async function openChunk(
  read: (offset: number, length: number) => Promise<Uint8Array>,
): Promise<ChunkIndex> {
  const first = Buffer.from(await read(0, firstRead))
  const missing = headerEnd(first) - first.length
  const { header, begin } = readHeader(
    missing > 0 ? Buffer.concat([first, await read(first.length, missing)]) : first,
  )
  const places = new Map<string, { offset: number; length: number }>()
  let offset = begin
  for (const { length, ...tile } of header.pixels) {
    places.set(keyOf(tile), { offset, length })
    offset += length
  }
  return { find: (tile) => places.get(keyOf(tile)) }
}

const keyOf = ({ output, channel, level, x, y }: Omit<EncodedPixelTile, 'bytes'>): string =>
  `${output}/${channel}/${level}/${x}/${y}`
