import { type Seeded, seeded } from '../../test-support/seeded.ts'
import { mutateText } from './mutate-text.ts'
import { type NumberPlace, type Places, placesOf } from './places.ts'

/**
 * The file with one to three things changed, the same for the same number.
 * @param others files of which parts may be taken
 */
export function mutate(bytes: Uint8Array, number: number, others: readonly Uint8Array[]): Uint8Array {
  const random = seeded(number * 2_654_435_761)
  const places = placesOf(bytes)
  let mutant: Uint8Array = bytes.slice()
  for (let changes = 1 + Math.floor(random.below(9) / 4); changes > 0; changes -= 1) {
    const change = pick(random, changesByWeight)
    mutant = change(mutant, random, places, others)
  }
  return mutant
}

type Change = (bytes: Uint8Array, random: Seeded, places: Places, others: readonly Uint8Array[]) => Uint8Array

const pick = <Item>(random: Seeded, items: readonly Item[]): Item => items[random.below(items.length)] as Item

const flipBits: Change = (bytes, random, { blocks }) => {
  const { from, to } = pick(random, blocks)
  for (let flips = 1 + random.below(8); flips > 0; flips -= 1) {
    const at = from + random.below(to - from)
    if (at < bytes.length) bytes[at] = (bytes[at] as number) ^ (1 << random.below(8))
  }
  return bytes
}

const setBytes: Change = (bytes, random, { blocks }) => {
  const { from, to } = pick(random, blocks)
  const at = from + random.below(to - from)
  const value = pick(random, [0, 1, 0x7f, 0x80, 0xff, random.below(256)])
  return bytes.fill(value, at, at + 1 + random.below(pick(random, [1, 4, 64])))
}

const cutOff: Change = (bytes, random) => bytes.slice(0, random.below(bytes.length + 1))

/** Copies a part over another, puts it between others, or takes it out. */
const moveBlock: Change = (bytes, random) => {
  const from = random.below(bytes.length + 1)
  const block = bytes.slice(from, from + 1 + random.below(pick(random, [16, 256, 4096])))
  const to = random.below(bytes.length + 1)
  const kind = random.below(3)
  if (kind === 0) return joined(bytes.subarray(0, to), block, bytes.subarray(to))
  if (kind === 1) return joined(bytes.subarray(0, from), bytes.subarray(from + block.length))
  return joined(bytes.subarray(0, to), block, bytes.subarray(to + block.length))
}

/** The end of another file, at its place there. */
const splice: Change = (bytes, random, _places, others) => {
  const other = pick(random, others)
  const at = random.below(Math.min(bytes.length, other.length) + 1)
  return joined(bytes.subarray(0, at), other.subarray(at))
}

const changeNumber: Change = (bytes, random, { numbers, littleEndian }) => {
  if (numbers.length > 0) write(bytes, pick(random, numbers), interesting(random, bytes.length), littleEndian)
  return bytes
}

/** A pointer to a directory leads to another one, to itself, or just beside it. */
const relink: Change = (bytes, random, { links, parts, littleEndian }) => {
  if (links.length === 0) return bytes
  const targets = [...parts, 0, bytes.length, bytes.length - 6, random.below(bytes.length + 1)]
  const target = pick(random, targets) + pick(random, [0, 0, 0, 0, 1, 2, -1, 12])
  write(bytes, pick(random, links), BigInt(Math.max(0, target)), littleEndian)
  return bytes
}

/** Two numbers change places, or one is copied over another. */
const swapNumbers: Change = (bytes, random, { numbers }) => {
  if (numbers.length === 0) return bytes
  const a = pick(random, numbers)
  const b = pick(random, numbers)
  const length = Math.min(a.bytes, b.bytes)
  const first = bytes.slice(a.at, a.at + length)
  const second = bytes.slice(b.at, b.at + length)
  if (first.length < length || second.length < length) return bytes
  bytes.set(second, a.at)
  if (random.below(2) === 0) bytes.set(first, b.at)
  return bytes
}

/** A description is changed, and written to the end of the file. */
const changeText: Change = (bytes, random, { texts }) => {
  if (texts.length === 0) return flipBits(bytes, random, placesOf(bytes), [])
  const { from, to, head, relocate } = pick(random, texts)
  const text = mutateText(Buffer.from(bytes.subarray(from, to)).toString('latin1'), random)
  const changed = Buffer.from(text, 'latin1')
  const result = joined(bytes, head(changed.length), changed)
  // What was cut off may have held the directory.
  if (bytes.length > 200 && from < bytes.length) relocate(result, bytes.length, changed.length)
  return result
}

const changesByWeight: readonly Change[] = [
  ...[changeNumber, changeNumber, changeNumber, changeNumber, changeNumber],
  ...[changeText, changeText, flipBits, flipBits, setBytes, setBytes],
  ...[relink, swapNumbers, cutOff, moveBlock, splice],
]

function interesting(random: Seeded, size: number): bigint {
  const near = (value: number) => BigInt(Math.max(0, value + random.below(5) - 2))
  switch (random.below(10)) {
    case 0:
      return near(size)
    case 1:
      return BigInt(random.below(size + 1))
    case 2:
      return near(2 ** (1 + random.below(53)))
    case 3:
      return pick(random, [0x7fffffffn, 0x80000000n, 0xffffffffn, 0x7fffn, 0x8000n, 0xffffn])
    case 4:
      return pick(random, [2n ** 63n, 2n ** 63n - 1n, 2n ** 64n - 1n, 2n ** 53n, 2n ** 32n])
    case 5:
      return pick(random, [6n, 7n, 8n, 34712n, 33003n, 33005n, 50000n, 50001n, 50002n, 34661n])
    default:
      return BigInt(random.below(pick(random, [2, 4, 17, 300, 70_000])))
  }
}

function write(bytes: Uint8Array, { at, bytes: length }: NumberPlace, value: bigint, little: boolean): void {
  for (let index = 0; index < length; index += 1) {
    const place = at + (little ? index : length - 1 - index)
    if (place < bytes.length) bytes[place] = Number((value >> BigInt(8 * index)) & 0xffn)
  }
}

const joined = (...parts: Uint8Array[]): Uint8Array => new Uint8Array(Buffer.concat(parts))
