import { HubSpotError } from './hubspot.ts'

/** Longer ones are taken for a slip. */
const longestRetryAfter = 24 * 3600
/** Of a sentence of theirs that people are shown. */
const longestQuote = 300

const neverArrived = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']

/** What went wrong, from whatever the library throws: it has a class of its own for each part of the API. */
export function hubspotErrorOf(error: unknown): HubSpotError {
  if (error instanceof HubSpotError) return error
  const { code } = error as { code?: unknown }
  if (typeof code === 'number') return fromStatus(code, error as Answered)
  if (typeof code === 'string' && neverArrived.includes(code)) {
    return new HubSpotError('unreached', 'HubSpot cannot be reached.', { cause: error })
  }
  if (error instanceof SyntaxError || /parse|media type|Unexpected/i.test(String(error))) {
    return new HubSpotError('unknown', 'HubSpot sent an invalid reply.', { cause: error })
  }
  return new HubSpotError('unknown', 'The connection to HubSpot broke.', { cause: error })
}

interface Answered {
  body?: unknown
  headers?: Record<string, string>
}

function fromStatus(status: number, { body, headers = {} }: Answered): HubSpotError {
  const options = { cause: new Error(`HubSpot answered ${status}`) }
  if (status === 429) {
    const retryAfterSeconds = readRetryAfter(headers['retry-after'])
    return new HubSpotError('busy', 'HubSpot accepts no more requests at the moment.', {
      ...options,
      retryAfterSeconds,
    })
  }
  if (status === 401 || status === 403) {
    return new HubSpotError('unauthorised', `HubSpot rejected the token.${quoteOf(body)}`, options)
  }
  if (status >= 400 && status < 500 && status !== 408) {
    return new HubSpotError('refused', `HubSpot rejected this.${quoteOf(body)}`, options)
  }
  if (status >= 500 || status === 408) {
    const retryAfterSeconds = readRetryAfter(headers['retry-after'])
    return new HubSpotError('unknown', `HubSpot reports an error (${status}).`, {
      ...options,
      retryAfterSeconds,
    })
  }
  return new HubSpotError('unknown', `HubSpot sent an unexpected reply (${status}).`, options)
}

/** Their errors have a message for people; every field of them may be missing. */
function quoteOf(body: unknown): string {
  const message = typeof body === 'object' && body !== null && 'message' in body ? body.message : undefined
  return typeof message === 'string' && message !== ''
    ? ` It says: ${message.replaceAll(/\p{Cc}+/gu, ' ').slice(0, longestQuote)}`
    : ''
}

function readRetryAfter(value: string | undefined): number | undefined {
  if (value === undefined || !/^\d{1,9}$/.test(value.trim())) return undefined
  return Math.min(Number(value), longestRetryAfter)
}
