import { attachedOffset, entriesOffset, readAttachments } from '../czi/attachments.ts'
import { compressions } from '../czi/compressions.ts'
import { readDirectory, type SubblockTable } from '../czi/directory.ts'
import { readMetadataText } from '../czi/metadata.ts'
import { openCzi } from '../czi/open-czi.ts'
import { bytesPerPixel, pixelFormat } from '../czi/pixel-formats.ts'
import { int64, readHeader, readSegmentStart, segmentHeaderBytes, viewOf } from '../czi/segments.ts'
import { locateSubblock } from '../czi/subblock.ts'
import { SlideError } from '../errors.ts'
import type { Slide } from '../slide.ts'
import { openFileSource } from '../source/file-source.ts'
import type { Source } from '../source/source.ts'
import { parseXml } from '../xml/parse-xml.ts'
import { ByteRanges } from './byte-ranges.ts'
import { describeImage, different } from './check-copy.ts'
import { writeCziText } from './czi-text.ts'
import type { Patch } from './new-layout.ts'
import type { CopyPlan } from './plan-copy.ts'

export interface CziCopy {
  readonly slide: Slide
  readonly plan: Omit<CopyPlan, 'positions'>
}

/** Of the header of the file, after that of its segment. */
const usualHeaderBytes = 512
const leastHeaderBytes = 80
/** Of the header of the directory: its segment's and the count of its entries. */
const countEnd = segmentHeaderBytes + 4
const alignment = 32

/**
 * A copy of a CZI: its blocks stay where and as they are, with the directory that leads to them. Label, preview, thumbnail
 * and all other attachments, the metadata of blocks, the ids of the file and what nothing refers to become zeros.
 */
export async function planCziCopy(source: Source, signal?: AbortSignal): Promise<CziCopy> {
  const slide = await openCzi(source, signal)
  const header = await readHeader(source, signal)
  const table = await readDirectory(source, header.directoryPosition, signal)
  const kept = new ByteRanges()
  const dropped = new Set<string>()
  kept.add(header.directoryPosition, header.directoryPosition + countEnd)
  kept.add(header.directoryPosition + 160, table.end)
  const positionOf = (block: number) => table.position[block] as number
  for (const block of [...table.position.keys()].sort((a, b) => positionOf(a) - positionOf(b))) {
    signal?.throwIfAborted()
    const position = positionOf(block)
    const { headBytes, offset, length } = await locateSubblock(source, position, signal)
    kept.add(position, position + headBytes)
    kept.add(offset, offset + Math.min(length, pixelBytes(table, block)))
    if (offset > position + Math.max(segmentHeaderBytes + 256, headBytes))
      dropped.add('the metadata of blocks')
  }
  const patches = new Patches(source, kept)
  const metadataPosition = await keepText(source, header.metadataPosition, slide, patches, signal)
  if (metadataPosition !== 0) dropped.add('texts of the metadata that are not known to be technical')
  for (const { name, position } of await readAttachments(source, header.attachmentsPosition, signal)) {
    dropped.add(describeAttachment(name))
    await patches.remove(position, 'ZISRAWATTACH', attachedOffset, signal)
  }
  if (header.attachmentsPosition !== 0) {
    await patches.remove(header.attachmentsPosition, 'ZISRAWATTDIR', entriesOffset, signal)
  }
  await patches.addHeader(header.directoryPosition, metadataPosition, signal)
  return { slide, plan: { size: patches.size, kept, patches: patches.inOrder(), dropped: [...dropped] } }
}

/** Behind uncompressed pixels something else may lie. */
function pixelBytes(table: SubblockTable, block: number): number {
  if (table.compression[block] !== compressions.none) return Number.POSITIVE_INFINITY
  const format = pixelFormat(table.pixelType[block] as number, 'CZI')
  return (table.storedWidth[block] as number) * (table.storedHeight[block] as number) * bytesPerPixel(format)
}

/** Opens the copy and compares: it must give the same images, and nothing beside them. */
export async function checkCziCopy(path: string, original: Slide, signal?: AbortSignal): Promise<void> {
  const source = await openFileSource(path)
  try {
    const copy = await openCzi(source, signal)
    const [beside] = copy.associated
    if (beside) throw different(`it still has a ${beside.kind}`)
    const same =
      copy.images.length === original.images.length &&
      copy.images.every((image, index) => {
        const before = original.images[index]
        return before !== undefined && describeImage(image) === describeImage(before)
      })
    if (!same) throw different('the images are described differently')
  } catch (error) {
    const wrong = error instanceof SlideError && error.structure !== 'copy' && error.code !== 'unreadable'
    throw wrong ? different(error.message, { cause: error }) : error
  } finally {
    await source.close()
  }
}

/** The technical part of the XML in its place, or at the end of the file where it needs more room. */
async function keepText(
  source: Source,
  position: number,
  slide: Slide,
  patches: Patches,
  signal: AbortSignal | undefined,
): Promise<number> {
  const text = await readMetadataText(source, position, signal)
  if (text === undefined) return 0
  const stepT = slide.images.find((image) => image.stepT !== undefined)?.stepT
  const written = Buffer.from(writeCziText(parseXml(text, 'CZI metadata'), stepT), 'ascii')
  const allocated = await patches.allocatedAt(position, 'ZISRAWMETADATA', signal)
  const content = Buffer.concat([Buffer.alloc(256), written])
  content.writeInt32LE(written.length, 0)
  if (content.length <= allocated) {
    patches.addSegment(position, 'ZISRAWMETADATA', allocated, content)
    return position
  }
  patches.addSegment(position, 'DELETED', allocated, Buffer.alloc(0))
  return patches.append('ZISRAWMETADATA', content)
}

/** For people, and never a name that somebody gave. */
function describeAttachment(name: string): string {
  const known: Readonly<Record<string, string>> = {
    Label: 'the label',
    SlidePreview: 'the preview of the slide',
    Thumbnail: 'the thumbnail',
    TimeStamps: 'time stamps',
    EventList: 'the list of events',
  }
  return (Object.hasOwn(known, name) ? known[name] : undefined) ?? 'other attachments'
}

/** Segments of the copy that are not those of the file. */
class Patches {
  size: number
  readonly #source: Source
  readonly #kept: ByteRanges
  readonly #patches: Patch[] = []

  constructor(source: Source, kept: ByteRanges) {
    this.#source = source
    this.#kept = kept
    this.size = source.size
  }

  /** In the order of the file; two that overlap mean that the file contradicts itself. */
  inOrder(): Patch[] {
    const sorted = this.#patches.toSorted((a, b) => a.offset - b.offset)
    for (const [index, { offset, bytes }] of sorted.entries()) {
      const next = sorted[index + 1]
      if (
        this.#kept.overlaps(offset, offset + bytes.length) ||
        (next && next.offset < offset + bytes.length)
      ) {
        throw new SlideError('malformed', 'CZI', `has parts that overlap at byte ${offset}`)
      }
    }
    return sorted
  }

  async allocatedAt(position: number, id: string, signal: AbortSignal | undefined): Promise<number> {
    const start = await readSegmentStart(this.#source, position, id, segmentHeaderBytes, id, signal)
    const allocated = int64(viewOf(start), 16)
    if (allocated >= 0 && position + segmentHeaderBytes + allocated <= this.#source.size) return allocated
    throw new SlideError('malformed', id, `has ${allocated} bytes at byte ${position}`)
  }

  addSegment(position: number, id: string, allocated: number, content: Uint8Array): void {
    this.#patches.push({ offset: position, bytes: segment(id, allocated, content) })
  }

  /** Leaves a segment that readers pass over. */
  async remove(position: number, id: string, least: number, signal: AbortSignal | undefined): Promise<void> {
    const allocated = await this.allocatedAt(position, id, signal)
    if (this.#kept.overlaps(position, position + Math.max(least, segmentHeaderBytes + allocated))) {
      throw new SlideError('malformed', 'CZI', `has parts that overlap at byte ${position}`)
    }
    // Several entries may name one attachment.
    if (this.#patches.some(({ offset }) => offset === position)) return
    this.addSegment(position, 'DELETED', allocated, new Uint8Array(0))
  }

  append(id: string, content: Uint8Array): number {
    const position = Math.ceil(this.size / alignment) * alignment
    const allocated = Math.ceil(content.length / alignment) * alignment
    this.addSegment(position, id, allocated, content)
    this.size = position + segmentHeaderBytes + allocated
    return position
  }

  /** Versions and positions stay, ids of the file don't. */
  async addHeader(directory: number, metadata: number, signal: AbortSignal | undefined): Promise<void> {
    const allocated = await this.allocatedAt(0, 'ZISRAWFILE', signal)
    const before = viewOf(await this.#source.read(segmentHeaderBytes, 8, signal))
    if (allocated < leastHeaderBytes)
      throw new SlideError('malformed', 'CZI header', `has ${allocated} bytes`)
    const content = Buffer.alloc(Math.min(usualHeaderBytes, allocated))
    content.writeInt32LE(before.getInt32(0, true), 0)
    content.writeInt32LE(before.getInt32(4, true), 4)
    content.writeBigInt64LE(BigInt(directory), 52)
    content.writeBigInt64LE(BigInt(metadata), 60)
    this.addSegment(0, 'ZISRAWFILE', allocated, content)
  }
}

function segment(id: string, allocated: number, content: Uint8Array): Uint8Array {
  const head = Buffer.alloc(segmentHeaderBytes)
  head.write(id, 0, 'latin1')
  head.writeBigInt64LE(BigInt(allocated), 16)
  head.writeBigInt64LE(BigInt(content.length), 24)
  return new Uint8Array(Buffer.concat([head, content]))
}
