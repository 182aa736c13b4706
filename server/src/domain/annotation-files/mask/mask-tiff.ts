import { promisify } from 'node:util'
import { deflate } from 'node:zlib'
import { bandRows } from './fill-mask.ts'
import type { MaskPicture } from './mask-png.ts'

const pack = promisify(deflate)

const types = { ascii: 2, short: 3, long: 4, rational: 5 } as const

/**
 * A mask as TIFF, grey of 8 bits, in strips compressed by deflate. Where they lie stands before them, so all of them are
 * held, compressed, until the last is known: of masks that is a small part of their pixels.
 */
export async function* maskTiff({
  width,
  height,
  bands,
  mpp,
  description,
}: MaskPicture): AsyncGenerator<Buffer> {
  const strips: Buffer[] = []
  for (const band of bands) strips.push(await pack(band, { level: 6 }))
  const resolution = (of: number) => Buffer.from(Uint32Array.of(Math.round(10_000_000 / of), 1000).buffer)
  const entries: Entry[] = [
    { tag: 256, type: 'long', values: [width] },
    { tag: 257, type: 'long', values: [height] },
    { tag: 258, type: 'short', values: [8] },
    { tag: 259, type: 'short', values: [8] },
    { tag: 262, type: 'short', values: [1] },
    { tag: 270, type: 'ascii', bytes: Buffer.from(`${description}\0`, 'utf8') },
    { tag: 273, type: 'long', values: strips.map(() => 0) },
    { tag: 277, type: 'short', values: [1] },
    { tag: 278, type: 'long', values: [bandRows] },
    { tag: 279, type: 'long', values: strips.map(({ length }) => length) },
    ...(mpp
      ? ([
          { tag: 282, type: 'rational', bytes: resolution(mpp.x) },
          { tag: 283, type: 'rational', bytes: resolution(mpp.y) },
          { tag: 296, type: 'short', values: [3] },
        ] satisfies Entry[])
      : []),
  ]
  // The same length whatever stands in it: strips begin after it.
  let offset = writeHead(entries).length
  const offsets = strips.map(({ length }) => {
    offset += length
    return offset - length
  })
  yield writeHead(entries.map((entry) => (entry.tag === 273 ? { ...entry, values: offsets } : entry)))
  yield* strips
}

interface Entry {
  tag: number
  type: keyof typeof types
  values?: number[]
  bytes?: Buffer
}

/** Header and directory, with what has no room in it after it. */
function writeHead(entries: readonly Entry[]): Buffer {
  const start = 8
  const directory = Buffer.alloc(2 + 12 * entries.length + 4)
  directory.writeUInt16LE(entries.length, 0)
  const after: Buffer[] = []
  let free = start + directory.length
  for (const [index, entry] of entries.entries()) {
    const bytes = entry.bytes ?? numbers(entry)
    const unit = { ascii: 1, short: 2, long: 4, rational: 8 }[entry.type]
    const at = 2 + 12 * index
    directory.writeUInt16LE(entry.tag, at)
    directory.writeUInt16LE(types[entry.type], at + 2)
    directory.writeUInt32LE(bytes.length / unit, at + 4)
    if (bytes.length <= 4) directory.set(bytes, at + 8)
    else {
      directory.writeUInt32LE(free, at + 8)
      const padded = Buffer.alloc(bytes.length + (bytes.length % 2))
      padded.set(bytes)
      after.push(padded)
      free += padded.length
    }
  }
  const header = Buffer.from('49492a0008000000', 'hex')
  return Buffer.concat([header, directory, ...after])
}

function numbers({ type, values = [] }: Entry): Buffer {
  return Buffer.from(type === 'short' ? Uint16Array.from(values).buffer : Uint32Array.from(values).buffer)
}
