import sharp from 'sharp'
import { compressions, fieldTypes, photometrics, tags } from '../tags.ts'
import { makeTiff } from './make-tiff.ts'
import type { CodedBlock, TestField, TestPage } from './test-page.ts'

export interface OldJpegOptions
  extends Pick<TestPage, 'width' | 'height' | 'pixels' | 'extraTags' | 'omitTags'> {
  readonly samples: 1 | 3
  /** How the JPEG is stored; see `OldJpegKind`. */
  readonly kind: 'one-jpeg' | 'header' | 'tables' | 'jpegs'
  readonly tileWidth?: number
  readonly rowsPerStrip?: number
  /** MCUs between restart markers. */
  readonly restart?: number
}

/** A TIFF with old-style JPEG, in the JPEGs of `encodeOldJpeg`. What the directory points to lies behind it. */
export async function makeOldJpeg({ kind, restart = 0, ...page }: OldJpegOptions): Promise<Uint8Array> {
  const long = (tag: number, ...values: number[]): TestField => ({ tag, type: fieldTypes.long, values })
  const whole = await encodeOldJpeg({
    width: page.width,
    height: page.height,
    samples: page.samples,
    values: () => Array.from(page.pixels),
  })
  const { tables, header, scan } = splitJpeg(whole)
  const behind = { 'one-jpeg': [whole], header: [header], tables: tables.all, jpegs: [] }[kind]
  const encode = async (block: CodedBlock) => {
    if (kind === 'one-jpeg' || kind === 'header') return scan
    const jpeg = await encodeOldJpeg(block)
    return kind === 'jpegs' ? jpeg : splitJpeg(jpeg).scan
  }
  const make = (end: number) => {
    let at = end
    const offsets = behind.map((part) => {
      at += part.length
      return at - part.length
    })
    const [first = 0] = offsets
    const [q, dc] = [tables.q, tables.dc]
    const pointers =
      kind === 'tables'
        ? [
            long(tags.jpegQTables, ...offsets.slice(0, q)),
            long(tags.jpegDcTables, ...offsets.slice(q, q + dc)),
            long(tags.jpegAcTables, ...offsets.slice(q + dc)),
          ]
        : [
            long(tags.jpegInterchangeFormat, first),
            long(tags.jpegInterchangeFormatLength, behind[0]?.length ?? 0),
          ]
    const extraTags = [
      { tag: tags.jpegProc, type: fieldTypes.short, values: [1] },
      { tag: tags.ycbcrSubSampling, type: fieldTypes.short, values: [2, 2] },
      ...(kind === 'jpegs' ? [] : pointers),
      ...(kind === 'one-jpeg' ? [long(tags.stripOffsets, first + header.length)] : []),
      ...(restart > 0 ? [long(tags.jpegRestartInterval, restart)] : []),
    ].filter(
      ({ tag }) => !page.omitTags?.includes(tag) && !page.extraTags?.some((extra) => extra.tag === tag),
    )
    return makeTiff({
      pages: [
        {
          ...page,
          compression: compressions.oldJpeg,
          photometric: page.samples === 3 ? photometrics.ycbcr : photometrics.blackIsZero,
          encode,
          extraTags: [...extraTags, ...(page.extraTags ?? [])],
        },
      ],
    })
  }
  const { length } = await make(0)
  return new Uint8Array(Buffer.concat([await make(length), ...behind]))
}

/** Grey, or YCbCr at a quarter of the resolution; the tables are the same for all. */
export async function encodeOldJpeg({ width, height, samples, values }: CodedBlock): Promise<Uint8Array> {
  const image = sharp(Uint8Array.from(values()), { raw: { width, height, channels: samples === 1 ? 1 : 3 } })
  const upright = samples === 1 ? image.toColourspace('b-w') : image
  return new Uint8Array(
    await upright.jpeg({ quality: 90, chromaSubsampling: '4:2:0', optimiseCoding: false }).toBuffer(),
  )
}

/** Tables as the directory stores them, the header with the start of the scan, and the scan without its end. */
function splitJpeg(jpeg: Uint8Array) {
  const tables: { kind: number; bytes: Uint8Array }[] = []
  let at = 2
  for (;;) {
    const marker = jpeg[at + 1] as number
    const end = at + 2 + (((jpeg[at + 2] as number) << 8) | (jpeg[at + 3] as number))
    for (let from = at + 4; (marker === 0xdb || marker === 0xc4) && from < end; ) {
      const counts = jpeg.subarray(from + 1, from + 17)
      const length = marker === 0xdb ? 64 : 16 + counts.reduce((sum, count) => sum + count, 0)
      const kind = marker === 0xdb ? 0 : 1 + ((jpeg[from] as number) >> 4)
      tables.push({ kind, bytes: jpeg.subarray(from + 1, from + 1 + length) })
      from += 1 + length
    }
    at = end
    if (marker === 0xda) break
  }
  const of = (kind: number) => tables.filter((table) => table.kind === kind).map(({ bytes }) => bytes)
  return {
    tables: { all: [...of(0), ...of(1), ...of(2)], q: of(0).length, dc: of(1).length },
    header: jpeg.subarray(0, at),
    scan: jpeg.subarray(at, jpeg.length - 2),
  }
}
