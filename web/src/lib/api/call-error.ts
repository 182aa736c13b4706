import type { ErrorCode } from '@cresyl/contract/api/errors'

export interface CallErrorParts {
  /** 0 where no reply arrived. */
  status: number
  /** `null`: the reply carried none that the contract knows (a proxy's page, for instance). */
  code: ErrorCode | 'unreachable' | null
  message: string
  fields?: Record<string, string[]>
  current?: unknown
  /** What the server calls the request, in its log. */
  request?: string | undefined
  cause?: unknown
}

/** A call that did not do what was asked; `message` is a sentence for the person at the screen. */
export class CallError extends Error {
  readonly status: number
  readonly code: CallErrorParts['code']
  readonly fields: Record<string, string[]>
  /** With `stale_version`: what is stored now. */
  readonly current: unknown
  readonly request: string | undefined

  constructor(parts: CallErrorParts) {
    super(parts.message, { cause: parts.cause })
    this.name = 'CallError'
    this.status = parts.status
    this.code = parts.code
    this.fields = parts.fields ?? {}
    this.current = parts.current
    this.request = parts.request
  }
}

/** Whether the same call may go better later: what the server refused, it refuses again. */
export function isWorthRetrying(error: unknown): boolean {
  if (!(error instanceof CallError)) return false
  // 507: there is no room, and none comes by asking.
  const refused = (error.status >= 400 && error.status < 500) || error.status === 507
  return !refused || error.status === 408 || error.status === 429
}
