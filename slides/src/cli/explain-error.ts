import { SlideError, type SlideErrorCode } from '../errors.ts'
import { OutputError } from './output.ts'
import { Interrupted } from './program.ts'
import { UsageError } from './usage.ts'
import { readable } from './words.ts'

/** What to do, where the reason doesn't say it itself. */
const advice: Readonly<Partial<Record<SlideErrorCode, string>>> = {
  unsupported: 'save it in another way with the program it comes from',
  malformed: 'the file is damaged, so fetch or export it again',
  truncated: 'the file is not whole, so copy or download it again',
}

/** An error in one line for the person at the terminal. */
export function explainError(error: unknown, debug: boolean): string {
  const sentence = readable(sentenceOf(error))
  if (debug) return `${sentence}\n${stackOf(error)}`
  return isExpected(error) ? sentence : `${sentence} Run it again with --debug to see where this arose.`
}

function sentenceOf(error: unknown): string {
  if (error instanceof SlideError) return describeSlideError(error)
  if (!(error instanceof Error)) return `Failed: ${String(error)}.`
  return isExpected(error) ? error.message : `Failed: ${error.message}.`
}

function describeSlideError({ code, structure, reason }: SlideError): string {
  const todo = reason.includes('; ') ? undefined : advice[code]
  return `${structure}: ${reason}${todo ? `; ${todo}` : ''}.`
}

const isExpected = (error: unknown): boolean =>
  error instanceof SlideError ||
  error instanceof OutputError ||
  error instanceof UsageError ||
  error instanceof Interrupted

function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  const cause = error.cause === undefined ? '' : `\nCaused by ${stackOf(error.cause)}`
  return `${error.stack ?? error.message}${cause}`
}
