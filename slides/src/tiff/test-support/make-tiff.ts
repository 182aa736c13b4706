import { compressions, fieldSize, fieldTypes, photometrics, sampleFormats, tags } from '../tags.ts'
import { encodeBlock } from './encode-block.ts'
import type { TestField, TestPage, TestTiff } from './test-page.ts'

/** A whole file: for each page its blocks, its sub-directories, its directory and that one's values. */
export async function makeTiff({ bigEndian = false, big = false, pages }: TestTiff): Promise<Uint8Array> {
  const file = new TiffBytes(bigEndian, big)
  file.writeHeader()
  let pointer = big ? 8 : 4
  for (const page of pages) {
    const { offset, next } = await writePage(file, page)
    file.setPointer(pointer, offset)
    pointer = next
  }
  return file.bytes()
}

/** Where things stand in a file that `makeTiff` made, to spoil one of them. */
export function entryPosition(bytes: Uint8Array, tag: number, page = 0): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const little = bytes[0] === 0x49
  const big = view.getUint16(2, little) === 43
  const pointer = (at: number) => (big ? Number(view.getBigUint64(at, little)) : view.getUint32(at, little))
  const size = big ? 20 : 12
  let at = pointer(big ? 8 : 4)
  for (let index = 0; ; index++) {
    const entries = big ? pointer(at) : view.getUint16(at, little)
    const first = at + (big ? 8 : 2)
    if (index === page) {
      for (let entry = 0; entry < entries; entry++) {
        if (view.getUint16(first + entry * size, little) === tag) return first + entry * size
      }
      throw new Error(`page ${page} has no tag ${tag}`)
    }
    at = pointer(first + entries * size)
  }
}

async function writePage(file: TiffBytes, page: TestPage): Promise<{ offset: number; next: number }> {
  const { width, height, samples = 1, bits = 8, compression = compressions.none } = page
  const blocks = await encodeBlocks(page, file.bigEndian)
  const offsets: number[] = []
  // The same bytes are stored once, as scanners do with blank tiles.
  const stored = new Map<Uint8Array, number>()
  for (const { bytes } of blocks.coded) {
    const offset = bytes.length === 0 ? 0 : (stored.get(bytes) ?? file.append(bytes))
    stored.set(bytes, offset)
    offsets.push(offset)
  }
  const lengths = blocks.coded.map(({ bytes }) => bytes.length)
  const subOffsets: number[] = []
  for (const subPage of page.subPages ?? []) subOffsets.push((await writePage(file, subPage)).offset)

  const long = file.big ? fieldTypes.long8 : fieldTypes.long
  const { short } = fieldTypes
  const field = (tag: number, type: number, ...values: number[]): TestField => ({ tag, type, values })
  const guessed = samples >= 3 ? photometrics.rgb : photometrics.blackIsZero
  const fields = [
    field(tags.imageWidth, fieldTypes.long, width),
    field(tags.imageLength, fieldTypes.long, height),
    field(tags.bitsPerSample, short, ...Array<number>(samples).fill(bits)),
    field(tags.compression, short, compression),
    field(tags.photometric, short, page.photometric ?? guessed),
    field(tags.samplesPerPixel, short, samples),
    field(tags.planarConfiguration, short, page.planar ?? 1),
    field(tags.sampleFormat, short, ...Array<number>(samples).fill(sampleFormats[page.format ?? 'uint'])),
  ]
  if (page.tileWidth) {
    fields.push(
      field(tags.tileWidth, fieldTypes.long, page.tileWidth),
      field(tags.tileLength, fieldTypes.long, page.tileHeight ?? page.tileWidth),
      field(tags.tileOffsets, long, ...offsets),
      field(tags.tileByteCounts, long, ...lengths),
    )
  } else {
    fields.push(
      field(tags.stripOffsets, long, ...offsets),
      field(tags.rowsPerStrip, fieldTypes.long, page.rowsPerStrip ?? height),
      field(tags.stripByteCounts, long, ...lengths),
    )
  }
  if (page.fillOrder) fields.push(field(tags.fillOrder, short, page.fillOrder))
  if (page.orientation) fields.push(field(tags.orientation, short, page.orientation))
  if (page.predictor) fields.push(field(tags.predictor, short, page.predictor))
  if (page.ycbcrSubSampling) fields.push(field(tags.ycbcrSubSampling, short, ...page.ycbcrSubSampling))
  if (subOffsets.length > 0)
    fields.push(field(tags.subIfds, file.big ? fieldTypes.ifd8 : long, ...subOffsets))
  if (blocks.tables) fields.push({ tag: tags.jpegTables, type: fieldTypes.undefined, values: blocks.tables })
  const extra = page.extraTags ?? []
  const without = [...(page.omitTags ?? []), ...extra.map(({ tag }) => tag)]
  return file.writeDirectory([...fields.filter(({ tag }) => !without.includes(tag)), ...extra])
}

async function encodeBlocks(page: TestPage, bigEndian: boolean) {
  const { width, height, samples = 1, planar = 1 } = page
  const blockWidth = page.tileWidth ?? width
  const blockHeight = page.tileWidth ? (page.tileHeight ?? page.tileWidth) : (page.rowsPerStrip ?? height)
  const coded: { bytes: Uint8Array }[] = []
  let tables: Uint8Array | undefined
  for (let plane = 0; plane < (planar === 2 ? samples : 1); plane++) {
    for (let top = 0; top < height; top += blockHeight) {
      for (let left = 0; left < width; left += blockWidth) {
        if (page.emptyBlocks?.includes(coded.length)) {
          coded.push({ bytes: new Uint8Array(0) })
          continue
        }
        const rows = page.tileWidth ? blockHeight : Math.min(blockHeight, height - top)
        const block = {
          width: blockWidth,
          height: rows,
          samples: planar === 2 ? 1 : samples,
          values: () => cut(page, left, top, blockWidth, rows, planar === 2 ? plane : undefined),
        }
        const encoded = await encodeBlock(page, block, bigEndian)
        coded.push(encoded)
        tables ??= encoded.tables
      }
    }
  }
  return { coded, tables }
}

/** A block's values; beyond the image the last ones are repeated. */
function cut(
  { width, height, samples = 1, pixels }: TestPage,
  left: number,
  top: number,
  blockWidth: number,
  rows: number,
  plane: number | undefined,
): number[] {
  const values = Array<number>(blockWidth * rows * (plane === undefined ? samples : 1))
  let to = 0
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < blockWidth; column++) {
      const pixel = Math.min(top + row, height - 1) * width + Math.min(left + column, width - 1)
      for (let sample = 0; sample < samples; sample++) {
        if (plane === undefined || plane === sample) values[to++] = pixels[pixel * samples + sample] as number
      }
    }
  }
  return values
}

/** A file that grows: bytes at its end, pointers filled in later. */
class TiffBytes {
  readonly bigEndian: boolean
  readonly big: boolean
  #buffer = Buffer.alloc(4096)
  #length = 0

  constructor(bigEndian: boolean, big: boolean) {
    this.bigEndian = bigEndian
    this.big = big
  }

  bytes(): Uint8Array {
    return new Uint8Array(this.#buffer.subarray(0, this.#length))
  }

  writeHeader(): void {
    this.append(Buffer.from(this.bigEndian ? 'MM' : 'II'))
    this.append(this.#number(fieldTypes.short, this.big ? 43 : 42))
    if (this.big) this.append(Buffer.from(this.bigEndian ? [0, 8, 0, 0] : [8, 0, 0, 0]))
    this.append(this.#pointer(0))
  }

  /** Returns where the bytes begin. */
  append(bytes: Uint8Array): number {
    const offset = this.#length
    while (this.#buffer.length < offset + bytes.length + 8) {
      this.#buffer = Buffer.concat([this.#buffer, Buffer.alloc(this.#buffer.length)])
    }
    this.#buffer.set(bytes, offset)
    this.#length += bytes.length
    return offset
  }

  setPointer(at: number, offset: number): void {
    this.#buffer.set(this.#pointer(offset), at)
  }

  /** Returns where the directory is and where the pointer to the next one stands. */
  writeDirectory(fields: readonly TestField[]): { offset: number; next: number } {
    const sorted = fields.toSorted((a, b) => a.tag - b.tag)
    this.append(Buffer.alloc(this.#length % 2))
    const { short, long, long8 } = fieldTypes
    const counter = this.#number(this.big ? long8 : short, sorted.length)
    const size = this.big ? 20 : 12
    const offset = this.append(counter)
    const first = this.append(Buffer.alloc(size * sorted.length))
    const next = this.append(this.#pointer(0))
    for (const [index, { tag, type, values }] of sorted.entries()) {
      const bytes = this.#valueBytes(type, values)
      const count = bytes.length / (fieldSize(type) ?? 1)
      const at = first + index * size
      const inline = bytes.length <= (this.big ? 8 : 4)
      const value = inline ? bytes : this.#pointer(this.append(bytes))
      const parts = [
        this.#number(short, tag),
        this.#number(short, type),
        this.#number(this.big ? long8 : long, count),
      ]
      this.#buffer.set(Buffer.concat([...parts, value]), at)
    }
    return { offset, next }
  }

  #valueBytes(type: number, values: TestField['values']): Uint8Array {
    if (typeof values === 'string') return Buffer.from(`${values}\0`)
    if (values instanceof Uint8Array) return values
    return Buffer.concat(values.map((value) => this.#number(type, value)))
  }

  #pointer(offset: number): Buffer {
    return this.#number(this.big ? fieldTypes.long8 : fieldTypes.long, offset)
  }

  #number(type: number, value: number): Buffer {
    const bytes = new DataView(new ArrayBuffer(fieldSize(type) ?? 1))
    const little = !this.bigEndian
    if (type === fieldTypes.float) bytes.setFloat32(0, value, little)
    else if (type === fieldTypes.double) bytes.setFloat64(0, value, little)
    else if (type === fieldTypes.rational || type === fieldTypes.srational) {
      bytes.setInt32(0, Math.round(value * 1000), little)
      bytes.setInt32(4, 1000, little)
    } else if (bytes.byteLength === 8) bytes.setBigInt64(0, BigInt(value), little)
    else if (bytes.byteLength === 4) bytes.setInt32(0, value, little)
    else if (bytes.byteLength === 2) bytes.setInt16(0, value, little)
    else bytes.setInt8(0, value)
    return Buffer.from(bytes.buffer)
  }
}
