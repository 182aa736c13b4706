import { SlideError } from '../errors.ts'
import { limits } from '../limits.ts'
import type { Source } from '../source/source.ts'
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
const entriesOffset = segmentHeaderBytes + 256
const entryBytes = 128

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

function text(entry: Uint8Array, from: number, length: number): string {
  const field = Buffer.from(entry.subarray(from, from + length))
  const end = field.indexOf(0)
  return field.toString('utf8', 0, end < 0 ? length : end)
}
