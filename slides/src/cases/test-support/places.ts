import { fieldSize, tags } from '../../tiff/tags.ts'

/** A number in a file that says where or how large something is. */
export interface NumberPlace {
  readonly at: number
  readonly bytes: 2 | 4 | 8
}

export interface Range {
  readonly from: number
  readonly to: number
}

/** The parts of a file that its readers go by. */
export interface Places {
  readonly littleEndian: boolean
  /** Tags, types, counts, values and offsets; positions and sizes of segments. */
  readonly numbers: readonly NumberPlace[]
  /** The pointers that lead from directory to directory, which are numbers too. */
  readonly links: readonly NumberPlace[]
  /** Where the directories, or the segments, begin. */
  readonly parts: readonly number[]
  /** Compressed pixels and other values. */
  readonly blocks: readonly Range[]
  /** The descriptions, and how to say that one lies elsewhere. */
  readonly texts: readonly TextPlace[]
}

export interface TextPlace extends Range {
  /** Bytes that belong before the text where it lies elsewhere. */
  readonly head: (length: number) => Uint8Array
  /** Writes where it lies and how long it is. */
  readonly relocate: (bytes: Uint8Array, offset: number, length: number) => void
}

/** Of a good file; of a spoilt one as much as can still be followed. */
export function placesOf(bytes: Uint8Array): Places {
  return bytes[0] === 0x5a ? cziPlaces(bytes) : tiffPlaces(bytes)
}

const mostDirectories = 100

function tiffPlaces(bytes: Uint8Array): Places {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const littleEndian = bytes[0] === 0x49
  const big = bytes.length > 4 && view.getUint16(2, littleEndian) === 43
  const pointerBytes = big ? 8 : 4
  const pointer = (at: number) =>
    big ? Number(view.getBigUint64(at, littleEndian)) : view.getUint32(at, littleEndian)
  const inside = (from: number, length: number) => from >= 0 && from + length <= bytes.length
  const numbers: NumberPlace[] = []
  const links: NumberPlace[] = []
  const parts: number[] = []
  const blocks: Range[] = []
  const texts: TextPlace[] = []

  const follow = (at: number) => {
    if (!inside(at, pointerBytes)) return
    links.push({ at, bytes: pointerBytes })
    const offset = pointer(at)
    const known = offset === 0 || parts.includes(offset) || parts.length >= mostDirectories
    if (!known && inside(offset, pointerBytes)) readDirectory(offset)
  }

  function readDirectory(offset: number): void {
    parts.push(offset)
    const entries = big ? pointer(offset) : view.getUint16(offset, littleEndian)
    numbers.push({ at: offset, bytes: big ? 8 : 2 })
    const size = big ? 20 : 12
    const first = offset + (big ? 8 : 2)
    for (let at = first; at < first + entries * size && inside(at, size); at += size) readEntry(at)
    follow(first + entries * size)
  }

  function readEntry(at: number): void {
    const tag = view.getUint16(at, littleEndian)
    const type = view.getUint16(at + 2, littleEndian)
    const count = pointer(at + 4)
    const value = at + 4 + pointerBytes
    numbers.push({ at, bytes: 2 }, { at: at + 2, bytes: 2 }, { at: at + 4, bytes: pointerBytes })
    numbers.push({ at: value, bytes: pointerBytes }, { at: value, bytes: 2 })
    const bytesEach = fieldSize(type) ?? 1
    const length = count * bytesEach
    const from = length <= pointerBytes ? value : pointer(value)
    if (!inside(from, length)) return
    if (length > pointerBytes) blocks.push({ from, to: from + length })
    const each = bytesEach === 2 || bytesEach === 8 ? bytesEach : 4
    for (let index = 0; index < Math.min(count, 16); index += 1) {
      if (bytesEach > 1) numbers.push({ at: from + index * bytesEach, bytes: each })
      if (tag === tags.subIfds) follow(from + index * bytesEach)
    }
    if (tag === tags.imageDescription) {
      const relocate = (file: Uint8Array, offset: number, size: number) => {
        const target = new DataView(file.buffer, file.byteOffset, file.byteLength)
        for (const [where, number] of [
          [at + 4, size],
          [value, offset],
        ] as const) {
          if (where + pointerBytes > file.length) continue
          if (big) target.setBigUint64(where, BigInt(number), littleEndian)
          else target.setUint32(where, number, littleEndian)
        }
      }
      texts.push({ from, to: from + length, head: () => new Uint8Array(0), relocate })
    }
  }

  follow(big ? 8 : 4)
  blocks.push({ from: 0, to: bytes.length })
  return { littleEndian, numbers: [...numbers, ...links], links, parts, blocks, texts }
}

function cziPlaces(bytes: Uint8Array): Places {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const parts: number[] = []
  for (let at = 0; at + 32 <= bytes.length && file.toString('latin1', at, at + 6) === 'ZISRAW'; ) {
    parts.push(at)
    at += 32 + Number(view.getBigInt64(at + 16, true))
  }
  const links: NumberPlace[] = [84, 92, 104].map((at) => ({ at, bytes: 8 }))
  const numbers: NumberPlace[] = [...links, { at: 80, bytes: 4 }]
  const blocks: Range[] = [{ from: 0, to: bytes.length }]
  const texts: TextPlace[] = []
  for (const [index, at] of parts.entries()) {
    const end = parts[index + 1] ?? bytes.length
    blocks.push({ from: at, to: end })
    // Entries begin at odd places; numbers that lie across two of them are worth trying too.
    for (let number = at + 16; number + 8 <= Math.min(end, at + 320); number += 2) {
      numbers.push({ at: number, bytes: 4 })
    }
    if (file.toString('latin1', at, at + 14) !== 'ZISRAWMETADATA') continue
    const head = (length: number) => {
      const start = Buffer.from(bytes.slice(at, at + 288))
      start.writeInt32LE(length, 32)
      return start
    }
    const relocate = (target: Uint8Array, offset: number) =>
      new DataView(target.buffer, target.byteOffset, target.byteLength).setBigInt64(92, BigInt(offset), true)
    texts.push({ from: at + 288, to: at + 288 + view.getInt32(at + 32, true), head, relocate })
  }
  return { littleEndian: true, numbers, links, parts, blocks, texts }
}
