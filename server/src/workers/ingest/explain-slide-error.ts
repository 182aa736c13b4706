import { SlideError, type SlideErrorCode } from '@cresyl/slides'
import { JobFailure } from '../../platform/queue/job-handler.ts'

/** What and why, around the reason that the library gives; then what to do, unless the reason says it. */
const sentences: Record<SlideErrorCode, readonly [what: string, todo: string]> = {
  unknown_format: [
    'This file is kept, but it is no slide that can be read',
    'Export it in one of these, or have it read again when its format has been added.',
  ],
  unsupported: [
    'This file is kept, but it cannot be read yet',
    'Save it in another way with the program it comes from, or have it read again after an update.',
  ],
  malformed: [
    'This file is damaged',
    'Check it with the program it comes from. If it is in order there, upload it again, or copy it again to the folder it is read from.',
  ],
  truncated: [
    'This file is not whole',
    'Copy it from the scanner again: upload that copy, or put it in the place of this one in the folder it is read from.',
  ],
  too_large: [
    'This file asks for more than is allowed',
    'Check it with the program it comes from; real slides stay far below this.',
  ],
  out_of_range: [
    'This file contradicts itself',
    'Check it with the program it comes from. If it is in order there, upload it again, or copy it again to the folder it is read from.',
  ],
  unreadable: [
    'This file could not be read where it lies',
    'See that its disk or storage can be reached, then have it read again.',
  ],
  unwritable: [
    'What is made of this file could not be written',
    'Make room in the cache folder of the server, then have it read again.',
  ],
}

/** Only these may go away by themselves. */
const passing: readonly SlideErrorCode[] = ['unreadable', 'unwritable']

/** An error of the slide library as the sentence for people; anything else stays as it is. */
export function explainSlideError(error: unknown): unknown {
  if (!(error instanceof SlideError)) return error
  const [what, todo] = sentences[error.code]
  const retry = passing.includes(error.code)
  return new JobFailure(`${what}: ${reasonOf(error)}. ${todo}`, { cause: error, retry })
}

function reasonOf({ code, structure, reason }: SlideError): string {
  if (code !== 'unknown_format') return `${structure} ${reason}`
  // Two facts of one kind each: how it begins, and what is read.
  return `it ${reason.replace('; the formats', '. The formats')}`
}

/** Runs work on a slide; what is wrong with the file comes out as a sentence. */
export async function explained<Output>(work: () => Promise<Output>): Promise<Output> {
  try {
    return await work()
  } catch (error) {
    throw explainSlideError(error)
  }
}
