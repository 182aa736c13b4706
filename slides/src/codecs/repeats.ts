import { crc32 } from 'node:zlib'
import { bytesOf, type PixelData } from '../pixels.ts'

interface Seen<Made> {
  /** Kept once they have come twice. */
  pixels?: PixelData
  made?: Promise<Made>
}

/**
 * What was made of the same pixels before, where they come again and again: a file may store one tile and show it in a
 * thousand places, of blank glass or out of malice. What comes only once costs a checksum and nothing is kept of it.
 */
export class Repeats<Made> {
  readonly #seen = new Map<number, Seen<Made>>()
  readonly #most: number

  /** `most`: how many different ones are remembered. */
  constructor(most: number) {
    this.#most = most
  }

  /** `make` may change the pixels. */
  get(pixels: PixelData, make: () => Promise<Made>): Promise<Made> {
    const sum = crc32(bytesOf(pixels))
    const seen = this.#seen.get(sum)
    if (seen?.pixels && seen.made) return isSame(seen.pixels, pixels) ? seen.made : make()
    this.#seen.delete(sum)
    const found: Seen<Made> = seen ? { pixels: pixels.slice() } : {}
    this.#seen.set(sum, found)
    const [oldest] = this.#seen.keys()
    if (this.#seen.size > this.#most && oldest !== undefined) this.#seen.delete(oldest)
    const made = make()
    if (found.pixels) found.made = made
    return made
  }
}

const isSame = (one: PixelData, other: PixelData): boolean =>
  one.length === other.length && Buffer.compare(bytesOf(one), bytesOf(other)) === 0
