import { SlideError } from '../../errors.ts'
import type { Source } from '../../source/source.ts'
import { fieldTypes, tags } from '../tags.ts'

const tile = 256
const tileBytes = 1000
const levelRoom = 2 ** 33
const valuesAt = 4096
const headerSize = 16

/**
 * A BigTIFF pyramid of JPEG tiles, `side` pixels wide and high, whose bytes are made when they are read. Each level has
 * 8 GB of room: its directory, its values, its lists of offsets and lengths, its tiles.
 */
export function hugeSource(side: number): Source {
  const levels: Level[] = []
  for (let width = side; width >= tile || levels.length === 0; width = Math.ceil(width / 2)) {
    levels.push(new Level(width, levels.length))
  }
  const size = headerSize + levels.length * levelRoom
  return {
    name: `${side} × ${side}`,
    size,
    async read(offset, length, signal) {
      signal?.throwIfAborted()
      if (offset + length > size) throw new SlideError('truncated', 'made', 'ends')
      const bytes = new Uint8Array(length)
      if (offset < headerSize) copyInto(bytes, offset, header(), 0)
      for (const level of levels) level.copyInto(bytes, offset, level.index + 1 < levels.length)
      return bytes
    },
    async close() {},
  }
}

const header = () => {
  const view = new DataView(new ArrayBuffer(headerSize))
  view.setUint16(0, 0x4949)
  view.setUint16(2, 43, true)
  view.setUint16(4, 8, true)
  view.setBigUint64(8, BigInt(headerSize), true)
  return new Uint8Array(view.buffer)
}

class Level {
  readonly index: number
  readonly #start: number
  readonly #width: number
  readonly #tiles: number

  constructor(width: number, index: number) {
    this.index = index
    this.#start = headerSize + index * levelRoom
    this.#width = width
    this.#tiles = Math.ceil(width / tile) ** 2
  }

  copyInto(bytes: Uint8Array, offset: number, followed: boolean): void {
    copyInto(bytes, offset, this.#directory(followed), this.#start)
    this.#copyList(bytes, offset, this.#offsetsAt, (index) => this.#tilesAt + index * tileBytes)
    this.#copyList(bytes, offset, this.#lengthsAt, () => tileBytes)
  }

  get #offsetsAt() {
    return this.#start + valuesAt
  }
  get #lengthsAt() {
    return this.#offsetsAt + this.#tiles * 8
  }
  get #tilesAt() {
    return this.#lengthsAt + this.#tiles * 8
  }

  #copyList(bytes: Uint8Array, offset: number, at: number, value: (index: number) => number): void {
    const first = Math.max(0, Math.floor((offset - at) / 8))
    const last = Math.min(this.#tiles, Math.ceil((offset + bytes.length - at) / 8))
    for (let index = first; index < last; index++) {
      const number = new Uint8Array(BigUint64Array.of(BigInt(value(index))).buffer)
      copyInto(bytes, offset, number, at + index * 8)
    }
  }

  #directory(followed: boolean): Uint8Array {
    const { short, long, long8 } = fieldTypes
    const entries = [
      [tags.imageWidth, long, 1, this.#width],
      [tags.imageLength, long, 1, this.#width],
      [tags.bitsPerSample, short, 3, 8 + 8 * 2 ** 16 + 8 * 2 ** 32],
      [tags.compression, short, 1, 7],
      [tags.photometric, short, 1, 6],
      [tags.samplesPerPixel, short, 1, 3],
      [tags.tileWidth, long, 1, tile],
      [tags.tileLength, long, 1, tile],
      [tags.tileOffsets, long8, this.#tiles, this.#offsetsAt],
      [tags.tileByteCounts, long8, this.#tiles, this.#lengthsAt],
    ] as const
    const view = new DataView(new ArrayBuffer(8 + entries.length * 20 + 8))
    view.setBigUint64(0, BigInt(entries.length), true)
    for (const [index, [tag, type, count, value]] of entries.entries()) {
      const at = 8 + index * 20
      view.setUint16(at, tag, true)
      view.setUint16(at + 2, type, true)
      view.setBigUint64(at + 4, BigInt(count), true)
      view.setBigUint64(at + 12, BigInt(value), true)
    }
    if (followed) view.setBigUint64(8 + entries.length * 20, BigInt(this.#start + levelRoom), true)
    return new Uint8Array(view.buffer)
  }
}

/** The part of a piece that begins at `at` in the file and falls into `bytes`, which begin at `offset`. */
function copyInto(bytes: Uint8Array, offset: number, piece: Uint8Array, at: number): void {
  const from = Math.max(offset, at)
  const to = Math.min(offset + bytes.length, at + piece.length)
  if (from < to) bytes.set(piece.subarray(from - at, to - at), from - offset)
}
