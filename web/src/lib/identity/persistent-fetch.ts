import { identityLimits } from '@cresyl/contract/api/limits'
import { IdentityError } from './identity-error.ts'

export interface Persistence {
  /** Milliseconds for one attempt, its body included. */
  timeout: number
  attempts: number
  /** Milliseconds before another attempt. */
  pause: number
}

/** What oauth4webapi asks a fetch for. */
export interface FetchInit {
  method: string
  headers: Record<string, string>
  body?: URLSearchParams | string | undefined
  redirect: 'manual'
}

export const persistence: Persistence = {
  timeout: identityLimits.tokenRequestTimeout,
  attempts: identityLimits.tokenRequestAttempts,
  pause: 500,
}

/** A fetch that tries again after network errors, time-outs and 5xx; what is refused (4xx) is final. */
export function persistentFetch(fetch: typeof globalThis.fetch, { timeout, attempts, pause }: Persistence) {
  async function attempt(url: string, init: FetchInit): Promise<Response> {
    const { body: sent, ...rest } = init
    const signal = AbortSignal.timeout(timeout)
    const response = await fetch(url, { ...rest, signal, ...(sent !== undefined && { body: sent }) })
    // Read here so that a body that stops arriving counts as a time-out too.
    const body = await response.arrayBuffer()
    if (response.status >= 500) throw new Error(`The identity provider answered ${response.status}.`)
    return new Response(body.byteLength > 0 ? body : null, response)
  }

  return async (url: string, init: FetchInit): Promise<Response> => {
    for (let left = attempts - 1; ; left--) {
      try {
        return await attempt(url, init)
      } catch (cause) {
        if (left === 0) throw failure(cause)
        await new Promise((resolve) => setTimeout(resolve, pause))
      }
    }
  }
}

function failure(cause: unknown): IdentityError {
  if (cause instanceof DOMException && cause.name === 'TimeoutError') {
    return new IdentityError('timeout', { cause })
  }
  const detail = 'the identity provider cannot be reached. Check your connection and try again.'
  return new IdentityError('unreachable', { detail, cause })
}
