import { deflateSync, zstdCompressSync } from 'node:zlib'
import { makeCzi } from '../../czi/test-support/make-czi.ts'
import { limits } from '../../limits.ts'
import { compressions, fieldTypes, photometrics, tags } from '../../tiff/tags.ts'
import { entryPosition, makeTiff } from '../../tiff/test-support/make-tiff.ts'
import type { TestPage } from '../../tiff/test-support/test-page.ts'

/** Files that follow every rule but ask for far more than they hold: time, memory or both. */
export const greedyFiles = {
  'directories that overlap': async () => overlappingDirectories(),
  'pages of as many sizes': () => pagesLike({}, (page) => [[tags.imageWidth, 1 + page]]),
  'pages that share a long palette': () => pagesLike(paletted, () => []),
  'Aperio pages that share a long description': () =>
    pagesLike(described(`Aperio\n${'|a = b'.repeat(500_000)}`), () => []),
  'QPTIFF pages that share a long description': () => pagesLike(described(qptiffOf(100_000)), () => []),
  'a description of nothing but pairs': () => aperioPairs(),
  'an ImageJ description of nothing but lines': async () =>
    makeTiff({ pages: [described(`ImageJ=1\n${'a\n'.repeat(20_000_000)}`)] }),
  'OME-XML with channels of many samples': async () =>
    ome(`<Image><Pixels SizeC="1">${'<Channel SamplesPerPixel="256"/>'.repeat(400_000)}</Pixels></Image>`),
  'OME-XML with many images of many planes': async () =>
    ome('<Image><Pixels SizeT="20000"><TiffData IFD="0"/></Pixels></Image>'.repeat(150_000)),
  'OME-XML with many images and objectives': async () =>
    ome(
      `<Instrument>${'<Objective ID="a"/>'.repeat(200_000)}</Instrument>` +
        '<Image><ObjectiveSettings ID="b"/><Pixels/></Image>'.repeat(100_000),
    ),
  'OME-XML with as many nodes as are allowed': async () => ome('<Image><Pixels/></Image>'.repeat(490_000)),
  'CZI metadata with many channels': async () => cziOf(cziChannels),
  'CZI blocks that all lie on one another': async () => cziPile(0),
  'CZI blocks of which a little shows each': async () => cziPile(1),
  'texts that share one long value': () => sharedText(),
  'QPTIFF pages with as much to say as is allowed': () => pagesLike(described(qptiffOf(5000)), () => [], 500),
  'rows of four million pixels': () => longRows(),
  'as many samples as are allowed': () => manySamples(),
} satisfies Record<string, () => Promise<Uint8Array>>

export type GreedyName = keyof typeof greedyFiles

const small: TestPage = { width: 1, height: 1, pixels: [7] }

const described = (text: string): TestPage => ({
  ...small,
  ...(text.startsWith('Aperio') ? { tileWidth: 16 } : {}),
  extraTags: [{ tag: tags.imageDescription, type: fieldTypes.ascii, values: text }],
})

const paletted: TestPage = {
  ...small,
  bits: 16,
  photometric: photometrics.palette,
  extraTags: [
    {
      tag: tags.colorMap,
      type: fieldTypes.short,
      values: Array.from({ length: 3 * 65_536 }, (_, index) => index % 65_536),
    },
  ],
}

const root = 'PerkinElmer-QPI-ImageDescription'
const qptiffOf = (texts: number) =>
  `<${root}><ImageType>FullResolution</ImageType>${'<a>b</a>'.repeat(texts)}</${root}>`

const ome = (content: string) => makeTiff({ pages: [described(`<OME>${content}</OME>`)] })

const aperioPairs = () => makeTiff({ pages: [described(`Aperio\n${'|a=b'.repeat(12_000_000)}`)] })

/** As many directories as are allowed, copies of that of one page with one value changed. */
async function pagesLike(
  page: Partial<TestPage>,
  change: (page: number) => readonly (readonly [tag: number, value: number])[],
  pages: number = limits.directories,
): Promise<Uint8Array> {
  const file = Buffer.from(await makeTiff({ pages: [{ ...small, ...page }] }))
  const first = file.readUInt32LE(4)
  const size = 2 + file.readUInt16LE(first) * 12 + 4
  const directory = file.subarray(first, first + size)
  const all = Buffer.alloc(size * pages)
  for (let index = 0; index < pages; index += 1) {
    const at = index * size
    directory.copy(all, at)
    for (const [tag, value] of change(index)) {
      for (let entry = at + 2; entry < at + size - 4; entry += 12) {
        if (all.readUInt16LE(entry) === tag) all.writeUInt32LE(value, entry + 8)
      }
    }
    all.writeUInt32LE(index === pages - 1 ? 0 : file.length + at + size, at + size - 4)
  }
  file.writeUInt32LE(file.length, 4)
  return new Uint8Array(Buffer.concat([file, all]))
}

/** Each directory begins 14 bytes after the one before it, and has as many entries as are allowed. */
function overlappingDirectories(): Uint8Array {
  const step = 24
  const table = 2 + limits.directoryEntries * 12
  // The pointers to the next directories must not fall on the counters.
  const pointers = 8 + table
  const bytes = Buffer.alloc(pointers + limits.directories * step + table)
  bytes.write('II*\0', 'latin1')
  bytes.writeUInt32LE(8, 4)
  for (let index = 0; index < limits.directories - 1; index += 1) {
    bytes.writeUInt16LE(limits.directoryEntries, 8 + index * step)
    bytes.writeUInt32LE(8 + (index + 1) * step, pointers + index * step)
  }
  bytes.writeUInt16LE(limits.directoryEntries, 8 + (limits.directories - 1) * step)
  return new Uint8Array(bytes)
}

const cziChannels =
  '<ImageDocument><Metadata><Information><Image><Dimensions><Channels>' +
  '<Channel Id="a"/>'.repeat(200_000) +
  '</Channels></Dimensions></Image></Information><DisplaySetting><Channels>' +
  '<Channel Id="b"/>'.repeat(200_000) +
  '</Channels></DisplaySetting></Metadata></ImageDocument>'

const cziOf = (xml: string): Uint8Array =>
  makeCzi([{ x: 0, y: 0, width: 1, height: 1, data: Uint8Array.of(1) }], { xml }).bytes

/** Blocks of up to 64 MB each, all in the same few bytes of the file; each later one is so much smaller. */
function cziPile(step: number): Uint8Array {
  const side = 8192
  const data = new Uint8Array(zstdCompressSync(new Uint8Array(side * side)))
  const { bytes, view, entries, blocks } = makeCzi(
    Array.from({ length: step === 0 ? 4000 : 500 }, (_, M) => ({
      x: 0,
      y: 0,
      width: side - M * step,
      height: side - M * step,
      dimensions: { M },
      compression: 5,
      data: M === 0 ? data : new Uint8Array(0),
    })),
  )
  for (const entry of entries) view.setBigInt64(entry + 6, BigInt(blocks[0] as number), true)
  return bytes
}

/** Six tags of a page say the same sixty million characters. */
async function sharedText(): Promise<Uint8Array> {
  const texts = [tags.make, tags.model, tags.software, tags.dateTime, tags.artist, tags.hostComputer]
  const file = Buffer.from(
    await makeTiff({
      pages: [{ ...small, extraTags: texts.map((tag) => ({ tag, type: fieldTypes.ascii, values: 'text' })) }],
    }),
  )
  const characters = 60_000_000
  for (const tag of texts) {
    const at = entryPosition(file, tag)
    file.writeUInt32LE(characters, at + 4)
    file.writeUInt32LE(file.length, at + 8)
  }
  return new Uint8Array(Buffer.concat([file, Buffer.alloc(characters, 'é')]))
}

/** A tile of it needs parts of 512 strips, which are all the same. */
async function longRows(): Promise<Uint8Array> {
  const width = limits.imageSide
  const rows = 512
  const strip = deflateSync(new Uint8Array(width * 12))
  const list = (value: number) => Array.from({ length: rows }, () => value)
  const page: TestPage = {
    ...small,
    samples: 3,
    bits: 32,
    pixels: [1, 2, 3],
    compression: compressions.deflate,
    encode: async () => new Uint8Array(strip),
    extraTags: [
      { tag: tags.imageWidth, type: fieldTypes.long, values: [width] },
      { tag: tags.imageLength, type: fieldTypes.long, values: [rows] },
      { tag: tags.rowsPerStrip, type: fieldTypes.long, values: [1] },
      { tag: tags.stripOffsets, type: fieldTypes.long, values: list(8) },
      { tag: tags.stripByteCounts, type: fieldTypes.long, values: list(strip.length) },
    ],
  }
  return makeTiff({ pages: [page] })
}

async function manySamples(): Promise<Uint8Array> {
  const side = 512
  const tile = deflateSync(new Uint8Array(side * side * limits.samples))
  const page: TestPage = {
    width: side,
    height: side,
    samples: limits.samples,
    tileWidth: side,
    pixels: [],
    photometric: photometrics.blackIsZero,
    compression: compressions.deflate,
    encode: async () => new Uint8Array(tile),
  }
  return makeTiff({ pages: [page] })
}
