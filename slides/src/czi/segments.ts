import { SlideError } from '../errors.ts'
import type { Source } from '../source/source.ts'

/** Every segment begins with its id, its allocated and its used size. */
export const segmentHeaderBytes = 32
const idBytes = 16

/** Positions of the parts of a file, 0 where there is none. */
export interface CziHeader {
  readonly directoryPosition: number
  readonly metadataPosition: number
  readonly attachmentsPosition: number
}

/** Whether the first 16 bytes of a file are those of a CZI. */
export const looksLikeCzi = (head: Uint8Array): boolean => segmentId(head) === 'ZISRAWFILE'

export function segmentId(bytes: Uint8Array): string {
  const end = bytes.subarray(0, idBytes).indexOf(0)
  return Buffer.from(bytes.subarray(0, end < 0 ? idBytes : end)).toString('latin1')
}

export const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** A signed 64-bit number; what is beyond 2^53 is beyond every file too. */
export const int64 = (view: DataView, offset: number): number => Number(view.getBigInt64(offset, true))

/** The bytes from the start of a segment, whose id is checked. */
export async function readSegmentStart(
  source: Source,
  position: number,
  id: string,
  length: number,
  structure: string,
  signal?: AbortSignal,
): Promise<Uint8Array> {
  if (position < 0) throw new SlideError('malformed', structure, `lies at byte ${position}`)
  if (position + length > source.size) {
    const reason = `lies at byte ${position} and goes beyond the end of the file (${source.size} bytes)`
    throw new SlideError('truncated', structure, reason)
  }
  const bytes = await source.read(position, length, signal)
  const found = segmentId(bytes)
  if (found !== id) {
    const shown = /^[\x20-\x7e]+$/.test(found) ? `"${found}"` : 'other bytes'
    throw new SlideError('malformed', structure, `has ${shown} at byte ${position} where ${id} belongs`)
  }
  return bytes
}

export async function readHeader(source: Source, signal?: AbortSignal): Promise<CziHeader> {
  const structure = 'CZI header'
  const bytes = await readSegmentStart(source, 0, 'ZISRAWFILE', 112, structure, signal)
  const view = viewOf(bytes)
  const part = view.getInt32(80, true)
  if (part !== 0) {
    const reason = `is part ${part} of a file in several parts, which is not read; save it as one file`
    throw new SlideError('unsupported', structure, reason)
  }
  return {
    directoryPosition: int64(view, 84),
    metadataPosition: int64(view, 92),
    attachmentsPosition: int64(view, 104),
  }
}
