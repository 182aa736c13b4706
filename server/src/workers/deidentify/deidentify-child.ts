import { type Deidentified, deidentify, SlideError } from '@cresyl/slides'
import { noCopyPossible } from '../../domain/files/no-copy-possible.ts'
import type { SandboxRun } from '../../platform/processes/sandbox.ts'
import { JobFailure } from '../../platform/queue/job-handler.ts'
import { openDescribed, type SourceDescriptor } from '../../platform/tiles/image-location.ts'

/** What is handed to the process that makes a copy. */
export interface CopyOrder {
  source: SourceDescriptor
  /** Where nothing is yet. */
  target: string
}

/** What was left out, or why there is never going to be a copy. */
export type CopyOutcome = Deidentified | { refusal: string }

/** Runs in a process of its own: files are hostile until shown otherwise. */
export const run: SandboxRun<CopyOrder, CopyOutcome> = async ({ source, target }, { progress }) => {
  try {
    const bytes = await openDescribed(source)
    try {
      return await deidentify(bytes, target, { progress })
    } finally {
      await bytes.close()
    }
  } catch (error) {
    if (!(error instanceof SlideError)) throw error
    if (error.code === 'unsupported') return { refusal: noCopyPossible(error.message) }
    throw explain(error)
  }
}

function explain(error: SlideError): JobFailure {
  const { code, reason, message } = error
  // Named after a file of ours, which says nothing to anyone.
  if (code === 'unwritable') {
    const sentence = `The copy ${reason}. Ask your system administrator to check the cache folder, then try again.`
    return new JobFailure(sentence, { cause: error, retry: true })
  }
  return new JobFailure(`The file could not be copied: ${message}. Try again later.`, {
    cause: error,
    retry: true,
  })
}
