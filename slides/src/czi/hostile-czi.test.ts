import { zstdCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { SlideError } from '../errors.ts'
import type { PixelTile } from '../pixels.ts'
import { memorySource } from '../source/memory-source.ts'
import { seeded } from '../test-support/seeded.ts'
import { openCzi } from './open-czi.ts'
import type { MadeCzi } from './test-support/make-czi.ts'
import { makeCzi } from './test-support/make-czi.ts'

const block = (rest = {}) => ({ x: 0, y: 0, width: 4, height: 4, data: new Uint8Array(16).fill(7), ...rest })
const xml = '<ImageDocument><Metadata/></ImageDocument>'

async function openAndRead({ bytes }: { bytes: Uint8Array }): Promise<PixelTile | undefined> {
  const { images } = await openCzi(memorySource(bytes))
  return images[0]?.rawTile(images[0].levels.length - 1, 0, 0)
}

/** Without anything to recover: the walk through the file ends with its first segment. */
const spoiled = (change: (made: MadeCzi) => void, made = makeCzi([block(), block({ x: 4 })], { xml })) => {
  change(made)
  made.view.setBigInt64(16, 1n << 62n, true)
  return openAndRead(made)
}

async function warningsOf(
  change: (made: MadeCzi) => void,
  made = makeCzi([block(), block({ x: 4 })], { xml }),
) {
  change(made)
  const { images, warnings = [] } = await openCzi(memorySource(made.bytes))
  return { warnings: warnings.map(({ message }) => message), width: images[0]?.width }
}

const int32 = (at: (made: MadeCzi) => number, value: number) =>
  spoiled((made) => made.view.setInt32(at(made), value, true))
const int64 = (at: (made: MadeCzi) => number, value: bigint) =>
  spoiled((made) => made.view.setBigInt64(at(made), value, true))
const entry = (offset: number) => (made: MadeCzi) => (made.entries[1] ?? 0) + offset
const header = (offset: number) => () => offset

const refused = async (result: Promise<unknown>, code: string, message: string) =>
  expect(result).rejects.toMatchObject({ name: 'SlideError', code, message })

test('the unspoiled file is fine', async () => {
  expect(await spoiled(() => {})).toMatchObject({ width: 8, height: 4 })
})

test('files in several parts are refused', async () => {
  const advice = 'of a file in several parts, which is not read; save it as one file'
  await refused(int32(header(80), 2), 'unsupported', `CZI header: is part 2 ${advice}`)
  await refused(
    int32(entry(14), 3),
    'unsupported',
    `CZI subblock directory entry 1: lies in part 3 ${advice}`,
  )
})

test('positions outside the file or at something else are refused', async () => {
  await refused(
    int64(header(84), 0n),
    'malformed',
    'CZI header: names no subblock directory; the file was not finished',
  )
  await refused(
    int64(header(84), -5n),
    'malformed',
    expect.stringMatching(/^CZI subblock directory: lies at/),
  )
  await refused(int64(header(84), 1n << 62n), 'truncated', expect.stringMatching(/directory: lies at byte/))
  await refused(
    int64(header(84), 0n + 544n),
    'malformed',
    'CZI subblock directory: has "ZISRAWSUBBLOCK" at byte 544 where ZISRAWDIRECTORY belongs',
  )
  await refused(
    int64(entry(6), -1n),
    'malformed',
    expect.stringMatching(/entry 1: names a subblock at byte -1$/),
  )
  await refused(int64(entry(6), 1n << 50n), 'truncated', expect.stringMatching(/entry 1: names a subblock/))
  await refused(int64(entry(6), 545n), 'malformed', expect.stringMatching(/^CZI subblock at 545: has/))
})

test('hostile counts are refused before anything is allocated for them', async () => {
  const count = ({ directory }: MadeCzi) => directory + 32
  await refused(int32(count, 0), 'malformed', 'CZI subblock directory: has 0 entries')
  await refused(int32(count, -1), 'malformed', 'CZI subblock directory: has -1 entries')
  await refused(
    int32(count, 5_000_001),
    'too_large',
    'CZI subblock directory: has 5000001 entries, more than 5000000',
  )
  await refused(int32(count, 4_000_000), 'truncated', expect.stringMatching(/has 4000000 entries, but/))
  await refused(int32(count, 3), 'malformed', expect.stringMatching(/^CZI subblock directory entry 2: is of/))
  await refused(
    int32(entry(28), 41),
    'too_large',
    'CZI subblock directory entry 1: has 41 dimensions, more than 40',
  )
  await refused(
    int32(entry(28), 40),
    'truncated',
    expect.stringMatching(/has more entries than the file has/),
  )
  await refused(int32(entry(28), -1), 'malformed', expect.stringMatching(/entry 1: has -1 dimensions$/))
})

test('without its metadata or its list of attachments a file opens with a warning', async () => {
  for (const [at, value, warning] of [
    [({ metadata }: MadeCzi) => metadata + 32, 2 ** 30, /^CZI metadata: has 1073741824/],
    [({ metadata }: MadeCzi) => metadata + 32, 20_000, /^CZI metadata: has 20000 bytes/],
    [({ metadata }: MadeCzi) => metadata + 32, -1, /^CZI metadata: has -1 bytes$/],
    [({ metadata }: MadeCzi) => metadata + 32, 10, /^CZI metadata: is not well-formed/],
    [header(92), 2 ** 30, /^CZI metadata: lies at/],
    [header(104), 600, /^CZI attachment directory: has/],
  ] as const) {
    const { warnings, width } = await warningsOf((made) => made.view.setInt32(at(made), value, true))
    expect(warnings).toEqual([expect.stringMatching(warning)])
    expect(width).toBe(8)
  }
})

test('a damaged directory is recovered from the blocks, and the slide says so', async () => {
  const found = (blocks: number) =>
    `CZI directory: is damaged: ${blocks} blocks were found without it, and others may be missing`
  for (const spoil of [
    ({ view }: MadeCzi) => view.setBigInt64(84, 0n, true),
    ({ view }: MadeCzi) => view.setBigInt64(84, 1n << 50n, true),
    ({ view, directory }: MadeCzi) => view.setInt32(directory + 32, 3, true),
    ({ view, entries }: MadeCzi) => view.setInt32((entries[1] ?? 0) + 32 + 8, -4, true),
  ]) {
    expect(await warningsOf(spoil)).toEqual({ warnings: [found(2)], width: 8 })
  }
  // A block that is damaged itself stays out.
  const second = ({ blocks }: MadeCzi) => (blocks[1] ?? 0) + 32 + 16
  const both = (made: MadeCzi) => {
    made.view.setBigInt64(84, 0n, true)
    made.view.setInt32(second(made) + 28, 99, true)
  }
  expect(await warningsOf(both)).toEqual({ warnings: [found(1)], width: 4 })
  const phases = makeCzi([0, 1, 1].map((H, M) => block({ x: 4 * M, dimensions: { H, M } })))
  phases.view.setBigInt64(84, 0n, true)
  const { images, warnings } = await openCzi(memorySource(phases.bytes))
  expect(images.map(({ name, width }) => [name, width])).toEqual([
    ['Phase 1', 4],
    ['Phase 2', 8],
  ])
  expect(warnings?.map(({ message }) => message)).toEqual([found(3)])
})

test('a file that ends early shows the blocks that are whole', async () => {
  const made = makeCzi([block(), block({ x: 4 }), block({ x: 8 })], { xml })
  const { images, warnings } = await openCzi(memorySource(made.bytes.slice(0, (made.blocks[2] ?? 0) + 300)))
  expect(images[0]?.width).toBe(8)
  expect(warnings).toHaveLength(2)
})

test('impossible sizes are refused', async () => {
  const width = entry(32 + 8)
  const storedWidth = entry(32 + 16)
  await refused(int32(width, 0), 'malformed', expect.stringMatching(/entry 1: covers 0 × 4 pixels$/))
  await refused(int32(width, -4), 'malformed', expect.stringMatching(/entry 1: covers -4 × 4 pixels$/))
  await refused(int32(storedWidth, 0), 'malformed', expect.stringMatching(/entry 1: stores 0 × 4 pixels$/))
  await refused(int32(storedWidth, 5), 'unsupported', expect.stringMatching(/stores 5 × 4 pixels for 4 × 4/))
  await refused(
    int32(entry(32 + 4), 2 ** 30),
    'too_large',
    'CZI image: spans 1073741828 × 4 pixels, more than 4000000 in one direction',
  )
  const large = makeCzi([block({ width: 20_000, height: 20_000 })])
  await refused(
    openAndRead(large),
    'too_large',
    'CZI subblock at 544: has 20000 × 20000 pixels, 400000000 bytes, more than 67108864',
  )
})

test('blocks that lack pixels or say nonsense are refused', async () => {
  const short = makeCzi([block({ data: new Uint8Array(15) })])
  await refused(
    openAndRead(short),
    'malformed',
    'CZI subblock at 544: has 15 bytes of pixels where 16 belong',
  )
  const head = (offset: number) => (made: MadeCzi) => (made.blocks[0] ?? 0) + 32 + offset
  await refused(int32(head(0), -1), 'malformed', expect.stringMatching(/has -1 bytes of metadata/))
  await refused(
    int32(head(0), 2 ** 30),
    'truncated',
    expect.stringMatching(/^CZI subblock at 544: ends at byte/),
  )
  await refused(int64(head(8), 1n << 40n), 'too_large', expect.stringMatching(/has 1099511627776 bytes/))
  await refused(int32(head(16 + 28), 1_000_000), 'malformed', expect.stringMatching(/1000000 dimensions$/))
  const complex = makeCzi([block({ pixelType: 10 })])
  await refused(
    openAndRead(complex),
    'unsupported',
    'CZI image: has pixels of the type Gray64ComplexFloat, which is not read',
  )
  const unknown = makeCzi([0, 1].map((Q) => block({ dimensions: { Q } })))
  await refused(
    openAndRead(unknown),
    'unsupported',
    'CZI subblock directory entry 1: has several images along an unknown dimension "Q", which is not read',
  )
  const onlyPyramid = makeCzi([block({ width: 8, height: 8, storedWidth: 4, storedHeight: 4 })])
  await refused(
    openAndRead(onlyPyramid),
    'malformed',
    'CZI subblock directory: has no subblock of full resolution',
  )
})

test('zstd that lies is refused', async () => {
  const zstd = (data: Uint8Array, compression = 5) => openAndRead(makeCzi([block({ compression, data })]))
  const starting = (text: string) => expect.stringMatching(new RegExp(`^CZI subblock at 544: Zstd: ${text}`))
  await refused(zstd(zstdCompressSync(new Uint8Array(15))), 'malformed', starting('holds 15 bytes'))
  await refused(zstd(new Uint8Array([1, 2, 3])), 'malformed', starting(''))
  await refused(zstd(new Uint8Array([9, 9, 9, 9]), 6), 'malformed', starting('begins with the bytes 9 9 9'))
  await refused(zstd(new Uint8Array(0), 6), 'malformed', starting('begins with the bytes'))
  // A bomb gives no more than the block may hold.
  expect(await zstd(zstdCompressSync(new Uint8Array(50_000_000)))).toMatchObject({ width: 4, height: 4 })
})

test('too many scenes, channels, or blocks over one tile are refused', async () => {
  // So that the directory is larger than what is read of it at a time.
  const more = { B: 0, H: 0, R: 0, V: 0 }
  const many = (count: number, name: string) =>
    openAndRead(
      makeCzi(
        Array.from({ length: count }, (_, value) =>
          block({ width: 1, height: 1, dimensions: { ...more, [name]: value }, data: new Uint8Array(1) }),
        ),
      ),
    )
  await refused(many(10_001, 'S'), 'too_large', 'CZI subblock directory: has more than 10000 scenes')
  await refused(many(1025, 'C'), 'too_large', 'CZI subblock directory: has more than 1024 channels')
  expect(await many(4500, 'M')).toMatchObject({ width: 1 })
  const cover = Array.from({ length: 4200 }, (_, M) =>
    block({ x: M % 50, y: 0, width: 2, height: 1, dimensions: { M }, data: new Uint8Array(2) }),
  )
  await refused(
    openAndRead(makeCzi(cover)),
    'too_large',
    'CZI tile at 0,0: is covered by 4200 subblocks, more than 4096',
  )
})

test('a file cut anywhere opens or ends with a typed error', async () => {
  const { bytes } = makeCzi(
    [block(), block({ x: 4, compression: 5, data: zstdCompressSync(Buffer.alloc(16)) })],
    {
      xml,
      attachments: [{ name: 'Thumbnail', type: 'JPG' }],
    },
  )
  for (let length = 0; length < bytes.length; length += 3) {
    const result = await openAndRead({ bytes: bytes.subarray(0, length) }).catch((error: unknown) => error)
    expect(result instanceof SlideError || length > 544 + 304 - 1).toBe(true)
  }
})

test('files with bytes changed anywhere open or end with a typed error', async () => {
  const pyramid = { width: 8, height: 4, storedWidth: 4, storedHeight: 2, data: new Uint8Array(8) }
  const packed = Buffer.concat([Buffer.from([3, 1, 1]), zstdCompressSync(Buffer.alloc(32, 5))])
  const dimensions = { C: 0, Z: 0, S: 0, M: 0 }
  const { bytes } = makeCzi(
    [
      block({ dimensions, pixelType: 1, data: new Uint8Array(32) }),
      block({ dimensions: { ...dimensions, M: 1 }, x: 3, pixelType: 1, compression: 6, data: packed }),
      block({ dimensions: { C: 0, Z: 0, S: 0 }, pixelType: 1, ...pyramid, data: new Uint8Array(16) }),
      block({ dimensions: { ...dimensions, S: 1 }, x: 90, pixelType: 1, data: new Uint8Array(32) }),
    ],
    { xml, attachments: [{ name: 'Thumbnail', type: 'JPG' }] },
  )
  const random = seeded(7)
  const ends = { read: 0, refused: 0 }
  // The parts that say where things are and how large; most other bytes are pixels or padding.
  const parts = [32, 544, 544 + 320].map((from): [number, number] => [from, 120])
  const directory = Buffer.from(bytes).indexOf('ZISRAWDIRECTORY')
  parts.push([directory, 160 + 4 * 132], [directory, bytes.length - directory])
  for (let trial = 0; trial < 1500; trial += 1) {
    const changed = bytes.slice()
    const [from, length] = parts[random.below(parts.length)] ?? [0, 1]
    for (let change = 1 + random.below(3); change > 0; change -= 1) {
      const at = from + random.below(length)
      const values = [0, 1, 0x7f, 0x80, 0xff, random.below(256)]
      changed[at] = values[random.below(values.length)] ?? 0
    }
    try {
      await openAndRead({ bytes: changed })
      ends.read += 1
    } catch (error) {
      if (!(error instanceof SlideError)) throw error
      ends.refused += 1
    }
  }
  expect(ends.read).toBeGreaterThan(100)
  expect(ends.refused).toBeGreaterThan(100)
})
