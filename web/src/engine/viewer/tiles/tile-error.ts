interface TileErrorOptions extends ErrorOptions {
  /** How long the server asks to wait, in ms. */
  readonly retryAfter?: number | undefined
}

/** Why a tile could not be had. */
export class TileError extends Error {
  /** Of the answer; 0 where none came. */
  readonly status: number
  readonly retryAfter: number

  constructor(message: string, status: number, { retryAfter = 0, ...options }: TileErrorOptions = {}) {
    super(message, options)
    this.name = 'TileError'
    this.status = status
    this.retryAfter = retryAfter
  }
}

/** Whether the same request may do better later: no connection, a server in trouble, or too many at once. */
function mayPass(error: unknown): boolean {
  if (!(error instanceof TileError)) return false
  const { status } = error
  return status === 0 || status === 408 || status === 429 || status >= 500
}

/** So many attempts nobody need know of; what fails more often is shown as failed while it is tried on. */
export const quietAttempts = 3

const shortestPause = 1000
const longestPause = 60_000

/** How long to wait after so many failed attempts, in ms: longer each time. Null where another would be in vain. */
export function pauseAfter(error: unknown, attempts: number): number | null {
  if (!(error instanceof TileError) || !mayPass(error)) return null
  const growing = shortestPause * 2 ** (attempts - 1)
  return Math.min(Math.max(growing, error.retryAfter), longestPause)
}

/** What `Retry-After` says, in ms: a number of seconds or a date. Undefined where it says nothing. */
export function readRetryAfter(header: string | null, now: number): number | undefined {
  if (header === null || header.trim() === '') return undefined
  const wait = /^\d+$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - now
  return Number.isFinite(wait) ? Math.max(wait, 0) : undefined
}
