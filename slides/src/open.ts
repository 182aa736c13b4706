import { SlideError } from './errors.ts'
import { readCandidate } from './formats/candidate.ts'
import { formats } from './formats/index.ts'
import { recognise } from './formats/signatures.ts'
import type { Slide } from './slide.ts'
import { openFileSource } from './source/file-source.ts'
import type { Source } from './source/source.ts'

export interface OpenOptions {
  readonly signal?: AbortSignal | undefined
}

/**
 * Opens a slide by its content, whatever its name. Only headers are read.
 * @param source where the bytes come from, or the path of a file. The slide's `close` closes a file that was given by
 *   its path; a source that was handed over stays open and is its owner's to close, after the slide.
 */
export async function openSlide(source: Source | string, { signal }: OpenOptions = {}): Promise<Slide> {
  signal?.throwIfAborted()
  if (typeof source !== 'string') return openFrom(source, signal)
  const file = await openFileSource(source)
  try {
    const { vendor, images, associated, metadata, warnings = [], close } = await openFrom(file, signal)
    const closeBoth = () => close().finally(() => file.close())
    return { vendor, images, associated, metadata, warnings, close: closeBoth }
  } catch (error) {
    await file.close()
    throw error
  }
}

async function openFrom(source: Source, signal: AbortSignal | undefined): Promise<Slide> {
  const candidate = await readCandidate(source, signal)
  for (const format of formats) {
    if (await format.detect(candidate)) return format.open(candidate)
  }
  throw unknownFormat(candidate.head)
}

function unknownFormat(head: Uint8Array): SlideError {
  const titles = formats.map(({ title }) => title)
  const read = `the formats read are ${titles.slice(0, -1).join(', ')} and ${titles.at(-1)}`
  const hex = Buffer.from(head.subarray(0, 8))
    .toString('hex')
    .replace(/(..)(?=.)/g, '$1 ')
  const words = recognise(head)
  const begins = hex ? `begins with ${hex}${words ? ` (${words})` : ''}` : `is ${words}`
  return new SlideError('unknown_format', 'file', `${begins}; ${read}`)
}
