import { SlideError } from '@cresyl/slides'
import type { SentFailure } from './decode-messages.ts'

/**
 * Why something could not be decoded, other than a SlideError:
 * - `busy`: too much waits already; try again shortly
 * - `stopped`: the service is stopping
 * - `too_slow`, `too_much_memory`, `crashed`: its process had to be ended, or ended by itself
 * - `quarantined`: its file has ended too many processes
 * - `unforeseen`: a defect of ours; the cause is for the log
 */
export type DecodeFailureCode =
  | 'busy'
  | 'stopped'
  | 'too_slow'
  | 'too_much_memory'
  | 'crashed'
  | 'quarantined'
  | 'unforeseen'

/** Its message is a sentence for people. */
export class DecodeFailure extends Error {
  override readonly name = 'DecodeFailure'
  readonly code: DecodeFailureCode
  /** Whether asking again soon may help. */
  readonly retry: boolean

  constructor(code: DecodeFailureCode, sentence: string, options: ErrorOptions & { retry?: boolean } = {}) {
    super(sentence, options)
    this.code = code
    this.retry = options.retry ?? false
  }
}

/** How a process of the pool ended while it had something to do. */
export interface ProcessEnding {
  /** `crash`: nobody here wanted it to. */
  readonly why: 'time' | 'memory' | 'crash'
  /** Such as `SIGSEGV` or `exit code 1`. */
  readonly how: string
  /** What it wrote last, for the log. */
  readonly lastLines: string
}

const damaged =
  'The file is probably damaged or unusual: check it in the software it comes from, and tell your system administrator if it is fine there.'

export function explainEnding(
  { why, how, lastLines }: ProcessEnding,
  limits: { memoryBytes: number; timeoutMilliseconds: number },
): DecodeFailure {
  const cause = new Error(`The process ended with ${how}${lastLines === '' ? '' : `\n${lastLines}`}`)
  // V8 gives up by itself where its heap reaches the limit before anyone looks.
  if (why === 'memory' || lastLines.includes('heap out of memory')) {
    const megabytes = Math.round(limits.memoryBytes / 1024 / 1024)
    const sentence = `This part of the slide can't be shown, because decoding it takes more than ${megabytes} MB of memory. ${damaged}`
    return new DecodeFailure('too_much_memory', sentence, { cause })
  }
  if (why === 'time') {
    const seconds = Math.round(limits.timeoutMilliseconds / 100) / 10
    const sentence = `This part of the slide can't be shown, because decoding it takes longer than ${seconds} ${seconds === 1 ? 'second' : 'seconds'}. ${damaged}`
    return new DecodeFailure('too_slow', sentence, { cause })
  }
  const sentence = `This part of the slide can't be shown, because decoding it ended its process more than once (${how}). ${damaged}`
  return new DecodeFailure('crashed', sentence, { cause })
}

export function quarantined(milliseconds: number): DecodeFailure {
  const minutes = Math.max(1, Math.ceil(milliseconds / 60_000))
  const pause = minutes === 1 ? 'a minute' : `${minutes} minutes`
  return new DecodeFailure(
    'quarantined',
    `Parts of this slide can't be shown for ${pause}, because decoding it had to be stopped several times. ${damaged}`,
  )
}

export const busy = () =>
  new DecodeFailure(
    'busy',
    'Too many parts of slides are being decoded at the moment. Please try again shortly.',
    { retry: true },
  )

export const stopped = () =>
  new DecodeFailure('stopped', 'The service is stopping. Please try again shortly.', { retry: true })

/** Storage doesn't answer in time; the file itself may be in order. */
export const unreached = () =>
  new DecodeFailure(
    'too_slow',
    "This part of the slide can't be shown at the moment, because reading it takes too long. Please try again later.",
    { retry: true },
  )

/** An error of a child, made one of this process. */
export function receiveFailure(
  failure: Exclude<SentFailure, { type: 'aborted' }>,
): SlideError | DecodeFailure {
  if (failure.type === 'slow') return unreached()
  if (failure.type === 'slide') return new SlideError(failure.code, failure.structure, failure.reason)
  return new DecodeFailure(
    'unforeseen',
    "This part of the slide can't be shown because of an unexpected error. Ask your system administrator to check the log.",
    { cause: new Error(failure.detail) },
  )
}
