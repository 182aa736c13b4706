import { SlideError, type SlideErrorCode } from '@cresyl/slides'
import { JobFailure } from '../../platform/queue/job-handler.ts'
import type { SourceDescriptor } from '../../platform/sources/source-descriptor.ts'
import type { Damage } from './damaged-tiles.ts'

/** How a file came here, which decides what can be done about it: sent, or read in the folder where it lies. */
export type Origin = 'upload' | 'import'

/** As processes know it that are told nothing but where the bytes are. */
export const originOf = (source: SourceDescriptor): Origin =>
  source.kind === 'file' && source.foreign ? 'import' : 'upload'

const sendIt: Record<Origin, string> = {
  upload: 'upload that',
  import: 'put that in its folder',
}

const copyIt: Record<Origin, string> = {
  upload: 'Copy it from the scanner again and upload that copy.',
  import: 'Copy it to its folder again, then read it again.',
}

const checkIt: Record<Origin, string> = {
  upload: 'Open it in the scanner’s software. If it is fine there, upload it again.',
  import:
    'Open it in the scanner’s software. If it is fine there, copy it to its folder again and read it again.',
}

const reachIt: Record<Origin, string> = {
  upload: 'Check that the server can reach its storage, then read it again.',
  import: 'Check that its folder can be reached and nothing writes to the file, then read it again.',
}

/** What is wrong, and what to do about it; the reason that the library gives follows as details. */
const sentences: Record<
  SlideErrorCode,
  (origin: Origin, formats: string) => readonly [what: string, todo: string]
> = {
  unknown_format: (origin, formats) => [
    'This is not a slide format that Cresyl can read.',
    `Export it as ${formats} and ${sendIt[origin]}.`,
  ],
  unsupported: (origin) => [
    'Cresyl can’t read this kind of file yet.',
    `Export it with other settings, such as another compression, and ${sendIt[origin]}, or read it again after a server update.`,
  ],
  malformed: (origin) => ['The file is damaged.', checkIt[origin]],
  truncated: (origin) => ['The file is incomplete.', copyIt[origin]],
  too_large: () => [
    'The file exceeds the limits for slides.',
    'Open it in the scanner’s software; real slides stay far below these limits.',
  ],
  out_of_range: (origin) => ['The file contradicts itself.', checkIt[origin]],
  unreadable: (origin) => ['The file could not be read.', reachIt[origin]],
  unwritable: () => [
    'The server has no room to prepare this slide.',
    'Ask your system administrator to free space in the cache folder, then read it again.',
  ],
}

/** Only these may go away by themselves. */
const passing: readonly SlideErrorCode[] = ['unreadable', 'unwritable']

/** An error of the slide library as the sentence for people; anything else stays as it is. */
export function explainSlideError(error: unknown, origin: Origin): unknown {
  if (!(error instanceof SlideError)) return error
  const [reason = '', formats = ''] = error.reason.split('; the formats read are ')
  const [what, todo] = sentences[error.code](origin, formats.replace(/ and (?!.* and )/, ' or '))
  const subject = error.code === 'unknown_format' ? 'it' : error.structure
  const retry = passing.includes(error.code)
  return new JobFailure(`${what} ${todo} Details: ${subject} ${reason}.`, { cause: error, retry })
}

/** Runs work on a slide; what is wrong with the file comes out as a sentence. */
export async function explained<Output>(origin: Origin, work: () => Promise<Output>): Promise<Output> {
  try {
    return await work()
  } catch (error) {
    throw explainSlideError(error, origin)
  }
}

/** Of a file that can be read, but not all of it. */
export const explainWarnings = (warnings: readonly string[]): string[] =>
  warnings.length > 0 ? [`Not all of this file can be shown. Details: ${warnings.join('. ')}.`] : []

/** For a slide that is there all the same. */
export function explainDamage({ tiles, reason }: Damage, origin: Origin): string {
  const what =
    tiles === 1 ? 'One tile is damaged and left blank.' : `${tiles} tiles are damaged and left blank.`
  return `${what} ${checkIt[origin]} Details: ${reason}.`
}
