/** A subblock to be written; one of full resolution where nothing is said of stored sizes. */
export interface MadeBlock {
  x: number
  y: number
  width: number
  height: number
  storedWidth?: number
  storedHeight?: number
  /** Further dimensions in their order: C, Z, T, S, M and others. */
  dimensions?: Readonly<Record<string, number>>
  pixelType?: number
  compression?: number
  metadata?: string
  data: Uint8Array
}

export interface MadeAttachment {
  name: string
  type: string
  /** Without data it is only in the list, and leads nowhere. */
  data?: Uint8Array
}

export interface MadeCzi {
  readonly bytes: Uint8Array
  readonly view: DataView
  /** Where the parts begin, for tests that spoil them. */
  readonly directory: number
  readonly metadata: number
  readonly attachments: number
  readonly entries: readonly number[]
  readonly blocks: readonly number[]
}

/** The smallest CZI with these blocks; without XML or attachments where none are given. */
export function makeCzi(
  blocks: readonly MadeBlock[],
  options: { xml?: string; attachments?: readonly MadeAttachment[] } = {},
): MadeCzi {
  const segments: Buffer[] = []
  let end = 0
  const append = (id: string, content: Buffer): number => {
    const position = end
    const allocated = Math.ceil(content.length / 32) * 32
    const segment = Buffer.alloc(32 + allocated)
    segment.write(id, 0, 'latin1')
    segment.writeBigInt64LE(BigInt(allocated), 16)
    segment.writeBigInt64LE(BigInt(content.length), 24)
    content.copy(segment, 32)
    segments.push(segment)
    end += segment.length
    return position
  }
  append('ZISRAWFILE', Buffer.alloc(512))
  const positions = blocks.map((block) => append('ZISRAWSUBBLOCK', subblock(block, end)))
  const entryBuffers = blocks.map((block, index) => entry(block, positions[index] ?? 0))
  const directoryHead = Buffer.alloc(128)
  directoryHead.writeInt32LE(blocks.length, 0)
  const directory = append('ZISRAWDIRECTORY', Buffer.concat([directoryHead, ...entryBuffers]))
  const metadata = options.xml === undefined ? 0 : append('ZISRAWMETADATA', metadataContent(options.xml))
  const attached = (options.attachments ?? []).map((attachment) => ({
    ...attachment,
    position: attachment.data
      ? append('ZISRAWATTACH', attachmentContent(attachment, attachment.data, end))
      : 1000,
  }))
  const attachments = options.attachments ? append('ZISRAWATTDIR', attachmentList(attached)) : 0

  const bytes = new Uint8Array(Buffer.concat(segments))
  const view = new DataView(bytes.buffer)
  view.setInt32(32, 1, true)
  view.setBigInt64(84, BigInt(directory), true)
  view.setBigInt64(92, BigInt(metadata), true)
  view.setBigInt64(104, BigInt(attachments), true)
  const entries: number[] = []
  for (let at = directory + 160, index = 0; index < blocks.length; index += 1) {
    entries.push(at)
    at += entryBuffers[index]?.length ?? 0
  }
  return { bytes, view, directory, metadata, attachments, entries, blocks: positions }
}

function entry(block: MadeBlock, position: number): Buffer {
  const { x, y, width, height, storedWidth = width, storedHeight = height, dimensions = {} } = block
  const all: [string, number, number, number][] = [
    ['X', x, width, storedWidth],
    ['Y', y, height, storedHeight],
    ...Object.entries(dimensions).map(([name, start]): [string, number, number, number] => [
      name,
      start,
      1,
      1,
    ]),
  ]
  const bytes = Buffer.alloc(32 + 20 * all.length)
  bytes.write('DV', 0, 'latin1')
  bytes.writeInt32LE(block.pixelType ?? 0, 2)
  bytes.writeBigInt64LE(BigInt(position), 6)
  bytes.writeInt32LE(block.compression ?? 0, 18)
  bytes.writeInt32LE(all.length, 28)
  for (const [index, [name, start, size, stored]] of all.entries()) {
    const at = 32 + index * 20
    bytes.write(name, at, 'latin1')
    bytes.writeInt32LE(start, at + 4)
    bytes.writeInt32LE(size, at + 8)
    bytes.writeInt32LE(stored, at + 16)
  }
  return bytes
}

function subblock(block: MadeBlock, position: number): Buffer {
  const own = entry(block, position)
  const metadata = Buffer.from(block.metadata ?? '')
  const head = Buffer.alloc(Math.max(256, 16 + own.length))
  head.writeInt32LE(metadata.length, 0)
  head.writeBigInt64LE(BigInt(block.data.length), 8)
  own.copy(head, 16)
  return Buffer.concat([head, metadata, block.data])
}

function metadataContent(xml: string): Buffer {
  const text = Buffer.from(xml)
  const head = Buffer.alloc(256)
  head.writeInt32LE(text.length, 0)
  return Buffer.concat([head, text])
}

function attachmentContent(attachment: MadeAttachment, data: Uint8Array, position: number): Buffer {
  const head = Buffer.alloc(256)
  head.writeInt32LE(data.length, 0)
  attachmentEntry({ ...attachment, position }).copy(head, 16)
  return Buffer.concat([head, data])
}

function attachmentList(attachments: readonly (MadeAttachment & { position: number })[]): Buffer {
  const head = Buffer.alloc(256)
  head.writeInt32LE(attachments.length, 0)
  return Buffer.concat([head, ...attachments.map(attachmentEntry)])
}

function attachmentEntry({ name, type, position }: MadeAttachment & { position: number }): Buffer {
  const bytes = Buffer.alloc(128)
  bytes.write('A1', 0, 'latin1')
  bytes.writeBigInt64LE(BigInt(position), 12)
  bytes.write('0123456789abcdef', 24, 'latin1')
  bytes.write(type, 40, 'latin1')
  bytes.write(name, 48, 'latin1')
  return bytes
}
