import { SlideError } from './errors.ts'
import { readCandidate } from './formats/candidate.ts'
import type { Candidate, Format } from './formats/format.ts'
import { formats } from './formats/index.ts'
import { type InnerPart, lookInside } from './formats/look-inside.ts'
import { recognise } from './formats/signatures.ts'
import type { Slide } from './slide.ts'
import { openFileSource } from './source/file-source.ts'
import { sliceSource } from './source/slice-source.ts'
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
  const format = await formatOf(candidate)
  if (format) return format.open(candidate)
  const inside = await lookInside(source, candidate.head, signal)
  for await (const part of inside.parts(signal)) {
    const slide = await openPart(source, part, signal)
    if (slide) return slide
  }
  throw unknownFormat(candidate.head, inside.words())
}

async function formatOf(candidate: Candidate): Promise<Format | undefined> {
  for (const format of formats) if (await format.detect(candidate)) return format
  return undefined
}

/** Smaller pictures within a file may be of the label: they must not pass for the scan. */
const leastPixels = 4_000_000

/** A slide within the file; undefined where that part is none, or can't be read. */
async function openPart(
  source: Source,
  { offset, size, name }: InnerPart,
  signal: AbortSignal | undefined,
): Promise<Slide | undefined> {
  try {
    const candidate = await readCandidate(sliceSource(source, offset, size), signal)
    const slide = await (await formatOf(candidate))?.open(candidate)
    const [largest] = slide?.images ?? []
    if (!slide || !largest || largest.width * largest.height < leastPixels) return undefined
    const properties = { 'Found within the file': name, ...slide.metadata.properties }
    return { ...slide, metadata: { ...slide.metadata, properties } }
  } catch (error) {
    if (error instanceof SlideError && error.code !== 'unreadable') return undefined
    throw error
  }
}

function unknownFormat(head: Uint8Array, inside: string): SlideError {
  const titles = formats.map(({ title }) => title)
  const read = `the formats read are ${titles.slice(0, -1).join(', ')} and ${titles.at(-1)}`
  const hex = Buffer.from(head.subarray(0, 8))
    .toString('hex')
    .replace(/(..)(?=.)/g, '$1 ')
  const words = recognise(head)
  const begins = hex ? `begins with ${hex}${words ? ` (${words})` : ''}${inside}` : `is ${words}`
  return new SlideError('unknown_format', 'file', `${begins}; ${read}`)
}
