import { SlideError } from '../errors.ts'
import { limits } from '../limits.ts'
import type { AssociatedImage, Slide } from '../slide.ts'
import { sliceSource } from '../source/slice-source.ts'
import type { Source } from '../source/source.ts'
import { openJpegImage } from './jpeg-image.ts'
import { int64, readSegmentStart, segmentHeaderBytes, viewOf } from './segments.ts'

/** Something else in the file: a thumbnail, a picture of the label, time stamps. */
export interface CziAttachment {
  readonly name: string
  /** What it is: `JPG`, `CZI`, `CZTIMS`. */
  readonly type: string
  /** Byte of the file where its segment begins. */
  readonly position: number
}

const structure = 'CZI attachment directory'
export const entriesOffset = segmentHeaderBytes + 256
export const entryBytes = 128
/** Of an attachment: its data begin so many bytes after its segment. */
export const attachedOffset = segmentHeaderBytes + 256

export async function readAttachments(
  source: Source,
  position: number,
  signal?: AbortSignal,
): Promise<CziAttachment[]> {
  if (position === 0) return []
  const start = await readSegmentStart(source, position, 'ZISRAWATTDIR', entriesOffset, structure, signal)
  const count = viewOf(start).getInt32(segmentHeaderBytes, true)
  if (count < 0) throw new SlideError('malformed', structure, `has ${count} entries`)
  if (count > limits.directoryEntries) {
    throw new SlideError('too_large', structure, `has ${count} entries, more than ${limits.directoryEntries}`)
  }
  if (position + entriesOffset + count * entryBytes > source.size) {
    throw new SlideError('truncated', structure, `has ${count} entries, but the file ends before the last`)
  }
  const bytes = await source.read(position + entriesOffset, count * entryBytes, signal)
  return Array.from({ length: count }, (_, index) => {
    const entry = bytes.subarray(index * entryBytes, (index + 1) * entryBytes)
    return { name: text(entry, 48, 80), type: text(entry, 40, 8), position: int64(viewOf(entry), 12) }
  })
}

const kinds: Readonly<Record<string, AssociatedImage['kind']>> = {
  Label: 'label',
  SlidePreview: 'macro',
  Thumbnail: 'thumbnail',
}

export interface AttachedImages {
  readonly associated: readonly AssociatedImage[]
  readonly warnings: readonly SlideError[]
  close(): Promise<void>
}

/** The label, the preview of the slide and the thumbnail; damaged ones are left out with a warning. */
export async function openAttachedImages(
  source: Source,
  attachments: readonly CziAttachment[],
  openNested: (part: Source, signal?: AbortSignal) => Promise<Slide>,
  signal?: AbortSignal,
): Promise<AttachedImages> {
  const associated: AssociatedImage[] = []
  const warnings: SlideError[] = []
  const nested: Slide[] = []
  for (const [name, kind] of Object.entries(kinds)) {
    const attachment = attachments.find((each) => each.name === name)
    if (!attachment) continue
    try {
      const part = await attachedPart(source, attachment, signal)
      if (attachment.type === 'CZI') {
        const slide = await openNested(part, signal)
        nested.push(slide)
        const [image] = slide.images
        if (image) associated.push({ kind, image })
      } else if (attachment.type === 'JPG') {
        associated.push({ kind, image: await openJpegImage(part, `CZI attachment ${name}`, signal) })
      }
    } catch (error) {
      if (!(error instanceof SlideError) || error.code === 'unreadable') throw error
      warnings.push(new SlideError(error.code, `CZI ${kind}`, error.message, { cause: error }))
    }
  }
  return {
    associated,
    warnings,
    async close() {
      for (const slide of nested) await slide.close()
    },
  }
}

/** Seconds of each time point, on a clock of the microscope's own; undefined where the file has none that make sense. */
export async function readTimeStamps(
  source: Source,
  attachments: readonly CziAttachment[],
  signal?: AbortSignal,
): Promise<number[] | undefined> {
  const attachment = attachments.find(({ name, type }) => name === 'TimeStamps' && type === 'CZTIMS')
  if (!attachment) return undefined
  try {
    const part = await attachedPart(source, attachment, signal)
    const count = viewOf(await part.read(0, 8, signal)).getInt32(4, true)
    if (count < 0 || count > limits.directoryEntries) return undefined
    const view = viewOf(await part.read(8, count * 8, signal))
    return Array.from({ length: count }, (_, index) => view.getFloat64(index * 8, true))
  } catch (error) {
    if (error instanceof SlideError && error.code !== 'unreadable') return undefined
    throw error
  }
}

async function attachedPart(
  source: Source,
  { name, position }: CziAttachment,
  signal: AbortSignal | undefined,
): Promise<Source> {
  const part = `CZI attachment ${name}`
  const start = await readSegmentStart(source, position, 'ZISRAWATTACH', segmentHeaderBytes + 4, part, signal)
  const length = viewOf(start).getInt32(segmentHeaderBytes, true)
  const offset = position + attachedOffset
  if (length < 1) throw new SlideError('malformed', part, `has ${length} bytes`)
  if (offset + length > source.size) {
    throw new SlideError('truncated', part, `has ${length} bytes, but the file ends before`)
  }
  return sliceSource(source, offset, length)
}

function text(entry: Uint8Array, from: number, length: number): string {
  const field = Buffer.from(entry.subarray(from, from + length))
  const end = field.indexOf(0)
  return field.toString('utf8', 0, end < 0 ? length : end)
}
