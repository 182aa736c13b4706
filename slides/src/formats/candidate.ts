import type { Source } from '../source/source.ts'
import { looksLikeTiff, openTiff } from '../tiff/open-tiff.ts'
import { tags } from '../tiff/tags.ts'
import type { Candidate, TiffCandidate } from './format.ts'

/** Enough for the signatures of other formats, of which DICOM's and tar's come late. */
const headBytes = 512

/** Reads what the formats decide by. */
export async function readCandidate(source: Source, signal?: AbortSignal): Promise<Candidate> {
  const head = await source.read(0, Math.min(headBytes, source.size), signal)
  const tiff = looksLikeTiff(head) ? await readTiffCandidate(source, signal) : undefined
  return { source, head, tiff, signal }
}

async function readTiffCandidate(source: Source, signal?: AbortSignal): Promise<TiffCandidate> {
  const file = await openTiff(source, signal)
  const first = file.directories[0]
  return {
    file,
    description: (await first?.text(tags.imageDescription, signal)) ?? '',
    software: (await first?.text(tags.software, signal)) ?? '',
  }
}
