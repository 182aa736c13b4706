import { SlideError } from '../errors.ts'

const magic = [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0]
const lzma2Filter = 0x21
const deltaFilter = 3
/** Bytes of the check behind a block, by its kind. */
const checkBytes = [0, 4, 4, 4, 8, 8, 8, 16, 16, 16, 32, 32, 32, 64, 64, 64]

const damaged = (what: string) => new SlideError('malformed', 'LZMA', `is damaged: ${what}`)

/** Thrown inside only: what has been decoded before it counts. */
class EndOfInput extends Error {}

/**
 * At most `expectedBytes` of an xz stream of LZMA2, with or without the delta filter; fewer where the data ends early.
 * What has been decoded is the dictionary, so it takes no other memory. Checksums are not looked at.
 */
export function decodeXz(encoded: Uint8Array, expectedBytes: number): Uint8Array {
  if (!magic.every((byte, index) => encoded[index] === byte)) throw damaged('it does not begin as xz does')
  const output = new Uint8Array(expectedBytes)
  const decoder = new Lzma2Decoder(encoded, output)
  const check = checkBytes[(encoded[7] ?? 0) & 15] as number
  let position = 12
  // A header size of 0 begins the index behind the last block.
  while (decoder.written < expectedBytes && (encoded[position] ?? 0) !== 0) {
    const { delta, end } = readBlockHeader(encoded, position)
    const start = decoder.written
    const after = decoder.decodeChunks(end)
    for (let i = start + delta; delta > 0 && i < decoder.written; i++) {
      output[i] = (output[i] as number) + (output[i - delta] as number)
    }
    position = end + Math.ceil((after - end) / 4) * 4 + check
  }
  return output.subarray(0, decoder.written)
}

function readBlockHeader(bytes: Uint8Array, start: number): { delta: number; end: number } {
  const end = start + ((bytes[start] as number) + 1) * 4
  const flags = bytes[start + 1] ?? 0
  let at = start + 2
  const readNumber = () => {
    let value = 0
    for (let shift = 0; shift < 63 && at < end; shift += 7) {
      const byte = bytes[at++] ?? 0
      value += (byte & 127) * 2 ** shift
      if (byte < 128) break
    }
    return value
  }
  if (flags & 0x40) readNumber()
  if (flags & 0x80) readNumber()
  let delta = 0
  let filter = 0
  for (let filters = (flags & 3) + 1; filters > 0; filters--) {
    filter = readNumber()
    const size = readNumber()
    if (filter === deltaFilter && delta === 0) delta = (bytes[at] ?? 0) + 1
    else if (filter !== lzma2Filter || filters > 1) {
      throw new SlideError('unsupported', 'LZMA', `uses the xz filter ${filter}, which is not read`)
    }
    at += size
  }
  if (filter !== lzma2Filter) throw damaged('a block has no LZMA2')
  return { delta, end }
}

/** Where each kind of probability begins. */
const places = {
  isMatch: 0,
  isRep: 192,
  isRepG0: 204,
  isRepG1: 216,
  isRepG2: 228,
  isRep0Long: 240,
  slot: 432,
  special: 688,
  align: 804,
  length: 820,
  repLength: 1334,
  literal: 1848,
} as const
const mostLiteral = 0x300 << 4

class Lzma2Decoder {
  written = 0
  readonly #input: Uint8Array
  readonly #output: Uint8Array
  readonly #probabilities = new Uint16Array(places.literal + mostLiteral)
  #position = 0
  #range = 0
  #code = 0
  /** Matches reach no further back. */
  #dictionaryStart = 0
  #literalContext = 0
  #literalMask = 0
  #positionMask = 0
  #state = 0
  #distances: [number, number, number, number] = [0, 0, 0, 0]

  constructor(input: Uint8Array, output: Uint8Array) {
    this.#input = input
    this.#output = output
  }

  /** Decodes chunks up to the end of the block, or until the output is full. Returns where it stopped. */
  decodeChunks(start: number): number {
    this.#position = start
    this.#dictionaryStart = this.written
    let hasProperties = false
    try {
      while (this.written < this.#output.length) {
        const control = this.#nextByte()
        if (control === 0) break
        if (control === 1) this.#dictionaryStart = this.written
        if (control <= 2) {
          this.#copyStored(this.#nextShort() + 1)
          continue
        }
        if (control < 0x80) throw damaged(`a chunk of kind ${control}`)
        const length = ((control & 0x1f) << 16) + this.#nextShort() + 1
        const end = this.#nextShort() + 1
        const reset = (control >> 5) & 3
        if (reset === 3) this.#dictionaryStart = this.written
        if (reset >= 2) this.#setProperties(this.#nextByte())
        if (reset >= 1) this.#resetState()
        hasProperties ||= reset >= 2
        if (!hasProperties) throw damaged('its first chunk needs another')
        const next = this.#position + end
        this.#decodeLzma(length)
        this.#position = next
      }
    } catch (error) {
      if (!(error instanceof EndOfInput)) throw error
    }
    return this.#position
  }

  #copyStored(length: number): void {
    const bytes = this.#input.subarray(this.#position, this.#position + length)
    const room = bytes.subarray(0, this.#output.length - this.written)
    this.#output.set(room, this.written)
    this.written += room.length
    this.#position += length
  }

  #setProperties(byte: number): void {
    const literal = byte % 9
    const literalPosition = Math.floor(byte / 9) % 5
    const position = Math.floor(byte / 45)
    if (literal + literalPosition > 4 || position > 4) throw damaged(`the properties ${byte}`)
    this.#literalContext = literal
    this.#literalMask = (1 << literalPosition) - 1
    this.#positionMask = (1 << position) - 1
  }

  #resetState(): void {
    this.#probabilities.fill(1024)
    this.#state = 0
    this.#distances = [0, 0, 0, 0]
  }

  #decodeLzma(length: number): void {
    const output = this.#output
    const chunkEnd = this.written + length
    const end = Math.min(chunkEnd, output.length)
    this.#position++
    this.#range = 0xffffffff
    this.#code = ((this.#nextShort() << 16) | this.#nextShort()) >>> 0
    while (this.written < end) {
      const inDictionary = this.written - this.#dictionaryStart
      const step = inDictionary & this.#positionMask
      const state = this.#state
      if (!this.#bit(places.isMatch + (state << 4) + step)) {
        this.#decodeLiteral(inDictionary)
        continue
      }
      const matched = this.#decodeMatch(state, step)
      if (matched === 0) continue
      const [distance] = this.#distances
      if (distance >= inDictionary || this.written + matched > chunkEnd) {
        throw damaged('a match outside of what is there')
      }
      const stop = Math.min(this.written + matched, end)
      for (let to = this.written; to < stop; to++) output[to] = output[to - distance - 1] as number
      this.written = stop
    }
  }

  #decodeLiteral(inDictionary: number): void {
    const output = this.#output
    const previous = inDictionary > 0 ? (output[this.written - 1] as number) : 0
    const context =
      ((inDictionary & this.#literalMask) << this.#literalContext) + (previous >> (8 - this.#literalContext))
    const base = places.literal + 0x300 * context
    let symbol = 1
    if (this.#state >= 7) {
      const [distance] = this.#distances
      if (distance >= inDictionary) throw damaged('a match outside of what is there')
      let match = output[this.written - distance - 1] as number
      while (symbol < 0x100) {
        const expected = (match >> 7) & 1
        match <<= 1
        const bit = this.#bit(base + ((1 + expected) << 8) + symbol)
        symbol = (symbol << 1) | bit
        if (bit !== expected) break
      }
    }
    while (symbol < 0x100) symbol = (symbol << 1) | this.#bit(base + symbol)
    output[this.written++] = symbol
    const state = this.#state
    this.#state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6
  }

  /** The length of a match, whose distance is then the first; 0 for a single byte, which has been written. */
  #decodeMatch(state: number, step: number): number {
    const [first, second, third, fourth] = this.#distances
    if (!this.#bit(places.isRep + state)) {
      const length = this.#decodeLength(places.length, step)
      this.#state = state < 7 ? 7 : 10
      const distance = this.#decodeDistance(length)
      this.#distances = [distance, first, second, third]
      return length
    }
    if (!this.#bit(places.isRepG0 + state)) {
      if (!this.#bit(places.isRep0Long + (state << 4) + step)) {
        this.#state = state < 7 ? 9 : 11
        return 1
      }
    } else if (!this.#bit(places.isRepG1 + state)) this.#distances = [second, first, third, fourth]
    else if (!this.#bit(places.isRepG2 + state)) this.#distances = [third, first, second, fourth]
    else this.#distances = [fourth, first, second, third]
    this.#state = state < 7 ? 8 : 11
    return this.#decodeLength(places.repLength, step)
  }

  #decodeLength(base: number, step: number): number {
    if (!this.#bit(base)) return 2 + this.#tree(base + 2 + (step << 3), 3)
    if (!this.#bit(base + 1)) return 10 + this.#tree(base + 130 + (step << 3), 3)
    return 18 + this.#tree(base + 258, 8)
  }

  #decodeDistance(length: number): number {
    const slot = this.#tree(places.slot + (Math.min(length - 2, 3) << 6), 6)
    if (slot < 4) return slot
    const bits = (slot >> 1) - 1
    const start = (2 | (slot & 1)) * 2 ** bits
    if (slot < 14) return start + this.#reverseTree(places.special + start - slot, bits)
    return start + this.#directBits(bits - 4) * 16 + this.#reverseTree(places.align, 4)
  }

  #tree(base: number, bits: number): number {
    let symbol = 1
    for (let i = 0; i < bits; i++) symbol = (symbol << 1) | this.#bit(base + symbol)
    return symbol - (1 << bits)
  }

  #reverseTree(base: number, bits: number): number {
    let symbol = 1
    let value = 0
    for (let i = 0; i < bits; i++) {
      const bit = this.#bit(base + symbol)
      symbol = (symbol << 1) | bit
      value |= bit << i
    }
    return value
  }

  #directBits(bits: number): number {
    let value = 0
    for (let i = 0; i < bits; i++) {
      this.#range >>>= 1
      const bit = this.#code >= this.#range ? 1 : 0
      if (bit) this.#code -= this.#range
      value = value * 2 + bit
      this.#normalize()
    }
    return value
  }

  #bit(index: number): 0 | 1 {
    const probability = this.#probabilities[index] as number
    const bound = (this.#range >>> 11) * probability
    if (this.#code < bound) {
      this.#range = bound
      this.#probabilities[index] = probability + ((2048 - probability) >> 5)
      this.#normalize()
      return 0
    }
    this.#range -= bound
    this.#code -= bound
    this.#probabilities[index] = probability - (probability >> 5)
    this.#normalize()
    return 1
  }

  #normalize(): void {
    if (this.#range >= 0x1000000) return
    this.#range = (this.#range << 8) >>> 0
    this.#code = ((this.#code << 8) | this.#nextByte()) >>> 0
  }

  #nextByte(): number {
    const byte = this.#input[this.#position++]
    if (byte === undefined) throw new EndOfInput()
    return byte
  }

  #nextShort(): number {
    return (this.#nextByte() << 8) | this.#nextByte()
  }
}
