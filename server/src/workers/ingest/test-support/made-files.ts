import { readFile, writeFile } from 'node:fs/promises'
import { createPyramid, type PixelTile } from '@cresyl/slides'

/** The value of a sample, which changes everywhere: what is made of it can be told from anything else. */
export const patternAt = (x: number, y: number, c: number): number => (x * 7 + y * 13 + c * 1000) % 4096

/** A pyramid without smaller levels: 16-bit channels, nothing lost. */
export async function writeSingleLevel(
  path: string,
  given: { width: number; height: number; channels?: number; compressed?: boolean },
): Promise<void> {
  const { width, height, channels = 1, compressed = false } = given
  const side = 512
  const writer = await createPyramid(path, {
    width,
    height,
    pixelType: 'u16',
    samples: 1,
    tileSize: side,
    smallestLevel: 100_000,
    container: channels > 1 ? 'ome-tiff' : 'bigtiff',
    channels: Array.from({ length: channels }, (_, index) => ({ name: `Dye ${index}` })),
    compression: { kind: compressed ? 'deflate' : 'none' },
    mpp: { x: 0.5, y: 0.5 },
  })
  for (let c = 0; c < channels; c++) {
    for (let y = 0; y * side < height; y++) {
      for (let x = 0; x * side < width; x++) await writer.writeTile(x, y, tileAt(x, y, c), { c })
    }
  }
  await writer.finish()

  function tileAt(column: number, row: number, c: number): PixelTile {
    const size = {
      width: Math.min(side, width - column * side),
      height: Math.min(side, height - row * side),
    }
    const data = Uint16Array.from({ length: size.width * size.height }, (_, index) =>
      patternAt(column * side + (index % size.width), row * side + Math.floor(index / size.width), c),
    )
    return { ...size, samples: 1, pixelType: 'u16', data }
  }
}

/** Spoils the first tiles of one that was written compressed: each is a zlib stream, and begins like one. */
export async function damageTiles(path: string, count: number): Promise<void> {
  const bytes = await readFile(path)
  const begins = (at: number) => bytes[at] === 0x78 && bytes.readUInt16BE(at) % 31 === 0
  let found = 0
  for (let at = 16; found < count && at < bytes.length - 40; at++) {
    if (!begins(at) || (bytes[at + 2] as number) & 2) continue
    bytes.fill(0xff, at + 2, at + 40)
    found += 1
    at += 1000
  }
  await writeFile(path, bytes)
}

/** A plain striped TIFF, little endian, uncompressed, RGB or of one float a pixel. */
export function stripedTiff(
  {
    width,
    height,
    rows = 16,
    float = false,
  }: { width: number; height: number; rows?: number; float?: boolean },
  sampleAt: (x: number, y: number, sample: number) => number,
): Buffer {
  const samples = float ? 1 : 3
  const rowBytes = width * (float ? 4 : 3)
  const pixels = Buffer.alloc(rowBytes * height)
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      for (let sample = 0; sample < samples; sample++) {
        at = float
          ? pixels.writeFloatLE(sampleAt(x, y, sample), at)
          : pixels.writeUInt8(sampleAt(x, y, sample), at)
      }
    }
  }
  const strips = Math.ceil(height / rows)
  const offsets = Array.from({ length: strips }, (_, strip) => 8 + strip * rows * rowBytes)
  const counts = offsets.map((_, strip) => Math.min(rows, height - strip * rows) * rowBytes)
  const short = 3
  const long = 4
  const bits = float ? [32] : [8, 8, 8]
  const fields: [tag: number, type: number, values: number[]][] = [
    [256, long, [width]],
    [257, long, [height]],
    [258, short, bits],
    [259, short, [1]],
    [262, short, [float ? 1 : 2]],
    [273, long, offsets],
    [277, short, [samples]],
    [278, long, [rows]],
    [279, long, counts],
    [339, short, bits.map(() => (float ? 3 : 1))],
  ]
  const directoryAt = 8 + pixels.length
  const table = Buffer.alloc(2 + fields.length * 12 + 4)
  const values: Buffer[] = []
  let valuesAt = directoryAt + table.length
  table.writeUInt16LE(fields.length)
  fields.forEach(([tag, type, list], index) => {
    const size = type === short ? 2 : 4
    const bytes = Buffer.alloc(Math.max(4, list.length * size))
    list.forEach((value, n) => void bytes.writeUIntLE(value, n * size, size))
    const at = 2 + index * 12
    table.writeUInt16LE(tag, at)
    table.writeUInt16LE(type, at + 2)
    table.writeUInt32LE(list.length, at + 4)
    if (bytes.length === 4) bytes.copy(table, at + 8)
    else {
      table.writeUInt32LE(valuesAt, at + 8)
      values.push(bytes)
      valuesAt += bytes.length
    }
  })
  const head = Buffer.from([0x49, 0x49, 42, 0, 0, 0, 0, 0])
  head.writeUInt32LE(directoryAt, 4)
  return Buffer.concat([head, pixels, table, ...values])
}
