import { readFile, writeFile } from 'node:fs/promises'
import { bytesOf, bytesPerSample, type PixelTile, type PixelType, pixelsOf } from '../../pixels.ts'
import { outputOf, run } from './test-programs.ts'

/** libvips's own file: a header of 64 bytes and the samples, of any type, in the machine's byte order. */
const headerBytes = 64
const magic = 0xb6a6f208

/** Its numbers for types of samples. */
const bandFormats: Record<PixelType, number> = { u8: 0, i8: 1, u16: 2, i16: 3, u32: 4, i32: 5, f32: 6 }

/** What the samples mean to libvips; without a meaning it would still store them. */
function interpretationOf({ samples, pixelType }: PixelTile): number {
  const color = samples >= 3
  if (pixelType === 'u8') return color ? 22 : 1
  if (pixelType === 'u16') return color ? 25 : 26
  return 0
}

/** `perMillimetre` pixels, which become the resolution tags of a TIFF. */
export async function writeVipsFile(path: string, tile: PixelTile, perMillimetre = 4000): Promise<void> {
  const header = Buffer.alloc(headerBytes)
  header.writeUInt32BE(magic, 0)
  header.writeInt32LE(tile.width, 4)
  header.writeInt32LE(tile.height, 8)
  header.writeInt32LE(tile.samples, 12)
  header.writeInt32LE(bytesPerSample(tile.pixelType) * 8, 16)
  header.writeInt32LE(bandFormats[tile.pixelType], 20)
  header.writeInt32LE(interpretationOf(tile), 28)
  header.writeFloatLE(perMillimetre, 32)
  header.writeFloatLE(perMillimetre, 36)
  await writeFile(path, Buffer.concat([header, bytesOf(tile.data)]))
}

async function readVipsFile(path: string): Promise<PixelTile> {
  const bytes = await readFile(path)
  if (bytes.readUInt32BE(0) !== magic) throw new Error(`${path} is no file of libvips in this byte order`)
  const [width, height, samples] = [bytes.readInt32LE(4), bytes.readInt32LE(8), bytes.readInt32LE(12)]
  const format = bytes.readInt32LE(20)
  const [pixelType] = Object.entries(bandFormats).find(([, number]) => number === format) ?? []
  if (!pixelType) throw new Error(`${path} has samples of libvips's format ${format}`)
  const type = pixelType as PixelType
  const length = width * height * samples * bytesPerSample(type)
  const data = pixelsOf(type, bytes.subarray(headerBytes, headerBytes + length))
  return { width, height, samples, pixelType: type, data }
}

/** Grey of fewer than 8 bits as libvips gives it: spread over 0–255. */
export function spreadBits(tile: PixelTile, bits: number): PixelTile {
  if (tile.pixelType !== 'u8' || bits >= 8) return tile
  return { ...tile, data: tile.data.map((value) => (value * 255) / (2 ** bits - 1)) }
}

export interface VipsPage {
  readonly page?: number
  /** So many pages from there on, one below the other; one where left out. */
  readonly pages?: number
  /** −1 or left out: the page itself. */
  readonly subIfd?: number
  readonly autorotate?: boolean
}

/** A page of a TIFF file as libvips reads it by libtiff. `scratch` is the path of a file to use for it. */
export async function readTiffByVips(
  file: string,
  scratch: string,
  { page = 0, pages = 1, subIfd = -1, autorotate = false }: VipsPage = {},
): Promise<PixelTile> {
  const place = ['--page', `${page}`, '--n', `${pages}`, '--subifd', `${subIfd}`]
  await outputOf('vips', 'tiffload', file, scratch, ...place, ...(autorotate ? ['--autorotate'] : []))
  return readVipsFile(scratch)
}

/** What an operation of libvips makes; it may complain of nothing. */
export async function vips(scratch: string, operation: string, ...parameters: string[]): Promise<PixelTile> {
  const [input = '', ...rest] = parameters
  await run('vips', operation, input, scratch, ...rest)
  return readVipsFile(scratch)
}
