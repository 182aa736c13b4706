import { SlideError } from '../errors.ts'
import { inlineBytes, type NewEntry } from './raw-directory.ts'

/** Bytes that stand in the copy instead of what the file has there. */
export interface Patch {
  readonly offset: number
  readonly bytes: Uint8Array
}

const lastClassicOffset = 2 ** 32 - 1

/** Finds room in the copy for what is new: where the old was, or behind the end of the file. */
export class NewLayout {
  readonly patches: Patch[] = []
  readonly #big: boolean
  /** Old values whose place is taken already, and by what. */
  readonly #taken = new Map<number, Uint8Array>()
  #size: number

  constructor(size: number, big: boolean) {
    this.#size = size
    this.#big = big
  }

  /** Bytes of the copy. */
  get size(): number {
    return this.#size
  }

  write(offset: number, bytes: Uint8Array): void {
    this.patches.push({ offset, bytes })
  }

  /** Leaves room at the end and gives where. */
  append(length: number): number {
    const offset = Math.ceil(this.#size / 8) * 8
    if (!this.#big && offset + length > lastClassicOffset) {
      const reason = 'is a TIFF with offsets of 32 bits and has no room left for its shortened texts'
      throw new SlideError('unsupported', 'TIFF', reason)
    }
    this.#size = offset + length
    return offset
  }

  /** A value for an entry: in it, in the place of the old one, or at the end. */
  place(bytes: Uint8Array, old?: { readonly offset: number; readonly length: number }): NewEntry['value'] {
    if (bytes.length <= inlineBytes(this.#big)) return bytes
    const there = old && this.#taken.get(old.offset)
    if (there && Buffer.compare(there, bytes) === 0) return { offset: old.offset }
    const fits = old && old.offset > 0 && bytes.length <= old.length && !there
    const offset = fits ? old.offset : this.append(bytes.length)
    if (fits) this.#taken.set(offset, bytes)
    this.write(offset, bytes)
    return { offset }
  }
}
