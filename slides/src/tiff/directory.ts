import { SlideError } from '../errors.ts'
import { limits } from '../limits.ts'
import { SharedCache } from '../source/shared-cache.ts'
import type { Source } from '../source/source.ts'
import { readNumbers, readText } from './field-values.ts'
import { LazyNumbers, type NumberPages } from './lazy-numbers.ts'
import type { ReadAhead } from './read-ahead.ts'
import { fieldSize, mayHoldNumbers, tagName, tags } from './tags.ts'
import type { TiffDirectory } from './tiff.ts'

/** Values up to so many bytes are kept once they were read. */
const keptBytes = 1024
/** What is fetched for a small value. */
const valueAhead = 512
/** The longest list that is given in one piece: sixteen times a palette of 16 bits would fit. */
const longestList = 1 << 20

const blockLists = [
  [tags.stripOffsets, tags.stripByteCounts],
  [tags.tileOffsets, tags.tileByteCounts],
] as const

/** What a directory needs of its file. */
export interface DirectoryContext {
  readonly source: Source
  readonly readAhead: ReadAhead
  readonly bigEndian: boolean
  readonly big: boolean
  readonly numberPages: NumberPages
  readSubDirectories(
    parent: Directory,
    offsets: readonly number[],
    signal?: AbortSignal,
  ): Promise<readonly Directory[]>
}

interface Entry {
  readonly type: number
  readonly count: number
  /** Bytes of the whole value. */
  readonly length: number
  /** Where the value stands in the table, when it is small enough to stand there. */
  readonly inline?: number
  /** Where the value lies in the file. */
  readonly offset: number
}

export class Directory implements TiffDirectory {
  readonly label: string
  readonly offset: number
  /** The directories above it, itself last. */
  readonly path: readonly number[]
  readonly #context: DirectoryContext
  /** The entries as the file has them: parsed objects would take ten times the room. */
  readonly #table: DataView
  readonly #kept = new Map<number, Uint8Array>()
  readonly #lists = new Map<number, LazyNumbers>()
  /** Read once for all who ask: each reading counts towards the directories that a file may have. */
  #subDirectories: SharedCache<number, readonly Directory[]> | undefined

  constructor(
    context: DirectoryContext,
    label: string,
    offset: number,
    above: readonly number[],
    table: Uint8Array,
  ) {
    this.#context = context
    this.label = label
    this.offset = offset
    this.path = [...above, offset]
    this.#table = new DataView(table.buffer, table.byteOffset, table.byteLength)
  }

  /** How many tags it has, those that come again included. */
  get entries(): number {
    return this.#table.byteLength / (this.#context.big ? 20 : 12)
  }

  has(tag: number): boolean {
    return this.#find(tag) !== undefined
  }

  count(tag: number): number {
    const position = this.#find(tag)
    return position === undefined ? 0 : this.#entry(tag, position).count
  }

  async number(tag: number, signal?: AbortSignal): Promise<number | undefined> {
    return this.count(tag) > 0 ? this.numberAt(tag, 0, signal) : undefined
  }

  async numbers(tag: number, signal?: AbortSignal): Promise<readonly number[] | undefined> {
    const position = this.#find(tag)
    if (position === undefined) return
    const { type, count } = this.#numberEntry(tag, position)
    if (count > longestList) {
      throw this.#error('too_large', tag, `has ${count} values, more than the ${longestList} that are read`)
    }
    const bytes = (await this.bytes(tag, signal)) as Uint8Array
    return [...readNumbers(bytes, type, count, this.#context.bigEndian)]
  }

  async numberAt(tag: number, index: number, signal?: AbortSignal): Promise<number> {
    const list = this.#lists.get(tag)
    if (list) return list.at(index, signal)
    const position = this.#find(tag)
    const entry = position === undefined ? undefined : this.#numberEntry(tag, position)
    if (!entry || index >= entry.count) {
      throw this.#error('malformed', tag, `has ${entry?.count ?? 0} values; number ${index + 1} is needed`)
    }
    const { source, bigEndian, numberPages } = this.#context
    const { type, count, offset } = entry
    if (entry.length <= keptBytes) {
      const bytes = (await this.bytes(tag, signal)) as Uint8Array
      const size = fieldSize(type) ?? 1
      return readNumbers(bytes.subarray(index * size), type, 1, bigEndian)[0] as number
    }
    const lazy = new LazyNumbers(source, { offset, count, type, bigEndian }, numberPages)
    this.#lists.set(tag, lazy)
    return lazy.at(index, signal)
  }

  knownNumberAt(tag: number, index: number): number | undefined {
    const list = this.#lists.get(tag)
    if (list) return list.knownAt(index)
    const position = this.#find(tag)
    if (position === undefined) return undefined
    const { type, count, length, inline } = this.#numberEntry(tag, position)
    const bytes = inline === undefined ? this.#kept.get(tag) : this.#inTable(inline, length)
    if (bytes === undefined || index >= count) return undefined
    const size = fieldSize(type) ?? 1
    return readNumbers(bytes.subarray(index * size), type, 1, this.#context.bigEndian)[0]
  }

  async text(tag: number, signal?: AbortSignal): Promise<string | undefined> {
    const bytes = await this.bytes(tag, signal)
    return bytes && readText(bytes)
  }

  async bytes(tag: number, signal?: AbortSignal): Promise<Uint8Array | undefined> {
    const kept = this.#kept.get(tag)
    if (kept) return kept
    const position = this.#find(tag)
    if (position === undefined) return
    const { length, inline, offset } = this.#entry(tag, position)
    if (inline !== undefined) return this.#inTable(inline, length)
    if (length > limits.valueBytes) {
      throw this.#error('too_large', tag, `has ${length} bytes, more than the ${limits.valueBytes} allowed`)
    }
    const bytes = await this.#context.readAhead.read(offset, length, valueAhead, signal)
    // A view of a window would keep all of it.
    if (length <= keptBytes) this.#kept.set(tag, bytes.slice())
    return bytes
  }

  /**
   * The byte after the last one that it, its sub-directories, their values and their blocks take.
   * @param budget how many blocks may be looked at
   */
  async end(budget: { blocks: number }, signal?: AbortSignal): Promise<number> {
    const ends = [this.offset + (this.#context.big ? 8 : 2) + this.#table.byteLength]
    for (let position = 0; position < this.#table.byteLength; position += this.#context.big ? 20 : 12) {
      const { inline, offset, length } = this.#entry(
        this.#table.getUint16(position, !this.#context.bigEndian),
        position,
      )
      if (inline === undefined) ends.push(offset + length)
    }
    for (const [offsetsTag, lengthsTag] of blockLists) {
      budget.blocks -= this.count(offsetsTag) + this.count(lengthsTag)
      if (budget.blocks < 0) throw this.#error('too_large', offsetsTag, 'has too many values')
      const offsets = (await this.numbers(offsetsTag, signal)) ?? []
      const lengths = (await this.numbers(lengthsTag, signal)) ?? []
      for (const [index, offset] of offsets.entries()) ends.push(offset + (lengths[index] ?? 0))
    }
    for (const below of await this.#below(signal)) ends.push(await below.end(budget, signal))
    return ends.reduce((last, end) => Math.max(last, end), 0)
  }

  async subDirectories(signal?: AbortSignal): Promise<readonly TiffDirectory[]> {
    return this.#below(signal)
  }

  async #below(signal?: AbortSignal): Promise<readonly Directory[]> {
    this.#subDirectories ??= new SharedCache(1)
    const read = async (shared: AbortSignal) => {
      const offsets = (await this.numbers(tags.subIfds, shared)) ?? []
      return this.#context.readSubDirectories(this, offsets, shared)
    }
    return this.#subDirectories.get(tags.subIfds, read, signal)
  }

  #inTable(at: number, length: number): Uint8Array {
    return new Uint8Array(this.#table.buffer, this.#table.byteOffset + at, length)
  }

  /** The place of a tag's entry in the table; the first where there are several, as libtiff has it. */
  #find(tag: number): number | undefined {
    const table = this.#table
    const step = this.#context.big ? 20 : 12
    for (let position = 0; position < table.byteLength; position += step) {
      if (table.getUint16(position, !this.#context.bigEndian) === tag) return position
    }
    return
  }

  #entry(tag: number, position: number): Entry {
    const { big, bigEndian, source } = this.#context
    const type = this.#table.getUint16(position + 2, !bigEndian)
    const size = fieldSize(type)
    if (size === undefined)
      throw this.#error('malformed', tag, `has the field type ${type}, which does not exist`)
    const count = this.#pointer(position + 4)
    const length = count * size
    const place = position + (big ? 12 : 8)
    if (length <= (big ? 8 : 4)) return { type, count, length, inline: place, offset: 0 }
    const offset = this.#pointer(place)
    if (offset + length > source.size) {
      const end = `the end of the file (${source.size} bytes)`
      throw this.#error('truncated', tag, `has ${length} bytes at ${offset}, which go beyond ${end}`)
    }
    return { type, count, length, offset }
  }

  /** Sizes, counts and offsets with a fraction would pass every comparison as NaN. */
  #numberEntry(tag: number, position: number): Entry {
    const entry = this.#entry(tag, position)
    if (mayHoldNumbers(tag, entry.type)) return entry
    throw this.#error('malformed', tag, `has the field type ${entry.type}, which is not for whole numbers`)
  }

  #pointer(at: number): number {
    const { big, bigEndian } = this.#context
    return big ? Number(this.#table.getBigUint64(at, !bigEndian)) : this.#table.getUint32(at, !bigEndian)
  }

  #error(code: 'malformed' | 'truncated' | 'too_large', tag: number, reason: string): SlideError {
    return new SlideError(code, this.label, `${tagName(tag)} ${reason}`)
  }
}
