import { SlideError, type SlideErrorCode } from '@cresyl/slides'
import { JobFailure } from '../../platform/queue/job-handler.ts'
import type { SourceDescriptor } from '../../platform/sources/source-descriptor.ts'
import type { Damage } from './damaged-tiles.ts'

/** How a file came here, which decides what can be done about it: sent, or read in the folder where it lies. */
export type Origin = 'upload' | 'import'

/** As processes know it that are told nothing but where the bytes are. */
export const originOf = (source: SourceDescriptor): Origin =>
  source.kind === 'file' && source.foreign ? 'import' : 'upload'

const kept: Record<Origin, string> = {
  upload: 'This file is kept',
  import: 'This file stays where it is',
}

const replaceIt: Record<Origin, string> = {
  upload: 'upload it again',
  import: 'copy it over the one in its folder, and have it read again',
}

const copyIt: Record<Origin, string> = {
  upload:
    'It may have been sent before the scanner was done: copy it from there again, and upload that copy.',
  import:
    'It may have been copied before the scanner was done: copy it to its folder again, and have it read again.',
}

const checkIt = (origin: Origin) =>
  `Check it with the program it comes from. If it is in order there, ${replaceIt[origin]}.`

const reachIt: Record<Origin, string> = {
  upload: 'See that the storage of this server can be reached, then have it read again.',
  import:
    'See that its folder can be reached and that nobody writes to it any more, then have it read again.',
}

/** What and why, around the reason that the library gives; then what to do, unless the reason says it. */
const sentences: Record<SlideErrorCode, (origin: Origin) => readonly [what: string, todo: string]> = {
  unknown_format: (origin) => [
    `${kept[origin]}, but it is no slide that can be read`,
    'Export it in one of these, or have it read again when its format has been added.',
  ],
  unsupported: (origin) => [
    `${kept[origin]}, but it cannot be read yet`,
    'Have it read again after an update of this server, or save it in another way with the program it comes from. Sending the same file again would not help.',
  ],
  malformed: (origin) => ['This file is damaged', checkIt(origin)],
  truncated: (origin) => ['This file is not whole', copyIt[origin]],
  too_large: () => [
    'This file asks for more than is allowed',
    'Check it with the program it comes from; real slides stay far below this.',
  ],
  out_of_range: (origin) => ['This file contradicts itself', checkIt(origin)],
  unreadable: (origin) => ['This file could not be read', reachIt[origin]],
  unwritable: () => [
    'What is made of this file could not be written',
    'Ask whoever runs this server to make room in its cache folder, then have it read again.',
  ],
}

/** Only these may go away by themselves. */
const passing: readonly SlideErrorCode[] = ['unreadable', 'unwritable']

/** An error of the slide library as the sentence for people; anything else stays as it is. */
export function explainSlideError(error: unknown, origin: Origin): unknown {
  if (!(error instanceof SlideError)) return error
  const [what, todo] = sentences[error.code](origin)
  const retry = passing.includes(error.code)
  return new JobFailure(`${what}: ${reasonOf(error)}. ${todo}`, { cause: error, retry })
}

function reasonOf({ code, structure, reason }: SlideError): string {
  if (code !== 'unknown_format') return `${structure} ${reason}`
  // Two facts of one kind each: how it begins, and what is read.
  return `it ${reason.replace('; the formats', '. The formats')}`
}

/** Runs work on a slide; what is wrong with the file comes out as a sentence. */
export async function explained<Output>(origin: Origin, work: () => Promise<Output>): Promise<Output> {
  try {
    return await work()
  } catch (error) {
    throw explainSlideError(error, origin)
  }
}

/** For a slide that is there all the same. */
export function explainDamage({ tiles, reason }: Damage, origin: Origin): string {
  const what =
    tiles === 1
      ? `One tile is damaged and left blank: ${reason}.`
      : `${tiles} tiles are damaged and left blank, the first of them: ${reason}.`
  return `${what} If the file is in order where it comes from, ${replaceIt[origin]}.`
}
