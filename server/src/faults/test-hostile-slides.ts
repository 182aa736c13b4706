import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync, zstdCompressSync } from 'node:zlib'
import { encodeJpeg } from '@cresyl/slides'
import { makePlainSlide } from '../platform/tiles/test-support/made-slides.ts'

const deflate = 8
const jpeg = 7
const jpeg2000 = 33005
const zstd = 50000

/** Blocks that are none of what their page says, or far more. */
const hostileBlocks = {
  garbage: async () => ({ compression: deflate, block: noise(3, 20_000) }),
  'an inflating bomb': async () => ({
    compression: deflate,
    block: deflateSync(Buffer.alloc(256 * 1024 * 1024), { level: 1 }),
  }),
  'a zstd bomb': async () => ({
    compression: zstd,
    block: zstdCompressSync(Buffer.alloc(256 * 1024 * 1024)),
  }),
  'a JPEG of four thousand megapixels': async () => ({ compression: jpeg, block: await hugeJpeg() }),
  'a JPEG 2000 of four thousand megapixels': async () => ({ compression: jpeg2000, block: hugeJpeg2000() }),
} satisfies Record<string, () => Promise<HostileBlock>>

export type HostileName = keyof typeof hostileBlocks
export const hostileNames = Object.keys(hostileBlocks) as HostileName[]
/** Of which only as much is unpacked as a tile holds: that may well be shown. */
export const surplusNames: readonly HostileName[] = ['an inflating bomb', 'a zstd bomb']

interface HostileBlock {
  compression: number
  block: Uint8Array
}

/** A pyramid in order, but for its largest level: every tile of that is the hostile block. */
export async function makeHostileSlide(name: HostileName): Promise<Buffer> {
  return withHostileTiles(await plainPyramid(), await hostileBlocks[name]())
}

export async function plainPyramid(side = 1100, value = 90): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'cresyl-hostile-'))
  try {
    const path = join(folder, 'slide.tiff')
    await makePlainSlide(path, side, side, value)
    return await readFile(path)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Bytes that follow from the seed. */
export function noise(seed: number, length: number): Buffer {
  const bytes = Buffer.alloc(length)
  let state = seed | 1
  for (let at = 0; at < length; at += 1) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    bytes[at] = state >>> 16
  }
  return bytes
}

/** The file spoilt in a way that follows from the number: cut off, bytes turned over, or a stretch of noise. */
export function spoil(good: Buffer, number: number): Buffer {
  const random = noise(number * 7919 + 1, 64)
  const at = (n: number) => Math.floor((random.readUInt32LE(n * 4) / 2 ** 32) * good.length)
  if (number % 3 === 0) return Buffer.from(good.subarray(0, at(0)))
  const bytes = Buffer.from(good)
  if (number % 3 === 1) {
    // Half of them in the header, where they do most.
    for (let n = 1; n < 9; n += 1) bytes[n % 2 === 0 ? at(n) : at(n) % 1000] = random[n + 40] ?? 0
    return bytes
  }
  noise(number, 4000).copy(bytes, at(0))
  return bytes
}

/** Of a BigTIFF that our own writer made, whose first directory is the largest level. */
function withHostileTiles(good: Buffer, { compression, block }: HostileBlock): Buffer {
  const bytes = Buffer.concat([good, block])
  const directory = Number(bytes.readBigUInt64LE(8))
  const entries = Number(bytes.readBigUInt64LE(directory))
  for (let entry = directory + 8; entry < directory + 8 + entries * 20; entry += 20) {
    const tag = bytes.readUInt16LE(entry)
    if (tag === 259) bytes.writeUInt16LE(compression, entry + 12)
    // Nothing is said of how its samples follow from one another.
    if (tag === 317) bytes.writeUInt16LE(1, entry + 12)
    if (tag !== 324 && tag !== 325) continue
    const size = bytes.readUInt16LE(entry + 2) === 16 ? 8 : 4
    const count = Number(bytes.readBigUInt64LE(entry + 4))
    const at = count * size <= 8 ? entry + 12 : Number(bytes.readBigUInt64LE(entry + 12))
    const value = tag === 324 ? good.length : block.length
    for (let n = 0; n < count; n += 1) {
      if (size === 8) bytes.writeBigUInt64LE(BigInt(value), at + n * 8)
      else bytes.writeUInt32LE(value, at + n * 4)
    }
  }
  return bytes
}

async function hugeJpeg(): Promise<Buffer> {
  const size = { width: 256, height: 256 }
  const data = new Uint8Array(256 * 256 * 3).fill(120)
  const tile = { ...size, samples: 3, pixelType: 'u8', data } as const
  const bytes = Buffer.from(await encodeJpeg(tile, { quality: 80, subsampling: '4:4:4' }))
  const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]))
  bytes.writeUInt16BE(65_500, frame + 5)
  bytes.writeUInt16BE(65_500, frame + 7)
  return bytes
}

function hugeJpeg2000(): Buffer {
  const side = 65_500
  const size = Buffer.alloc(49)
  size.writeUInt16BE(0xff51)
  size.writeUInt16BE(47, 2)
  for (const at of [6, 10, 22, 26]) size.writeUInt32BE(side, at)
  size.writeUInt16BE(3, 38)
  for (let component = 0; component < 3; component += 1) size.set([7, 1, 1], 40 + component * 3)
  const style = Buffer.from([0xff, 0x52, 0, 12, 0, 0, 0, 1, 1, 5, 4, 4, 0, 1])
  const steps = Buffer.concat([Buffer.from([0xff, 0x5c, 0, 19, 0x40]), Buffer.alloc(16, 0x48)])
  const tile = Buffer.from([0xff, 0x90, 0, 10, 0, 0, 0, 0, 0, 0, 0, 1, 0xff, 0x93])
  return Buffer.concat([
    Buffer.from([0xff, 0x4f]),
    size,
    style,
    steps,
    tile,
    noise(5, 4000),
    Buffer.from([0xff, 0xd9]),
  ])
}
