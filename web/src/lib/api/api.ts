import { errorCatalogue } from '@cresyl/contract/api/errors'
import type { Route, RouteReply } from '@cresyl/contract/api/route'
import { consoleLog, type Log } from '../log.ts'
import { CallError } from './call-error.ts'
import { errorText, readReply } from './reply.ts'
import { type BuiltRequest, buildRequest, type CallInput } from './request.ts'

/** What calls need of the session; a rejected promise means "could not find out", null "signed out". */
export interface ApiSession {
  accessToken(): Promise<string | null>
  /** A token other than the refused one. */
  renew(refused: string, why?: string): Promise<string | null>
  expire(why?: string): void
}

export interface ApiSettings {
  origin: string
  session: ApiSession
  fetch?: typeof fetch
  log?: Log
}

export interface CallOptions {
  signal?: AbortSignal
  /** The same key and body is carried out once: make one per thing the person does, not per try. */
  idempotencyKey?: string
}

type CallArguments<R extends Route> =
  Record<never, never> extends CallInput<R>
    ? [input?: CallInput<R>, options?: CallOptions]
    : [input: CallInput<R>, options?: CallOptions]

export interface Api {
  call<R extends Route>(route: R, ...given: CallArguments<R>): Promise<RouteReply<R>>
  /** A reply that goes on, for the caller to read and to judge by its status. */
  open(path: string, options: { signal: AbortSignal }): Promise<Response>
}

export function createApi({ origin, session, fetch = globalThis.fetch, log = consoleLog }: ApiSettings): Api {
  async function send(request: BuiltRequest, token: string, signal?: AbortSignal): Promise<Response> {
    const { url, headers, ...rest } = request
    return reach(signal, () =>
      fetch(url, {
        ...rest,
        headers: { ...headers, Authorization: `Bearer ${token}` },
        ...(signal && { signal }),
      }),
    )
  }

  async function sendSignedIn(request: BuiltRequest, signal?: AbortSignal): Promise<Response> {
    const token = await reach(signal, () => session.accessToken())
    if (token === null) throw signedOut()
    const response = await send(request, token, signal)
    if (response.status !== 401) return response

    const why = await refusalIn(response)
    const renewed = await reach(signal, () => session.renew(token, why))
    if (renewed === null) throw signedOut()
    const second = await send(request, renewed, signal)
    if (second.status === 401) session.expire(await refusalIn(second.clone()))
    return second
  }

  function signedOut(): CallError {
    session.expire()
    return new CallError({
      status: 401,
      code: 'unauthenticated',
      message: errorCatalogue.unauthenticated.message,
    })
  }

  return {
    async call(route, ...[input, options]) {
      const request = buildRequest(origin, route, input ?? {}, options?.idempotencyKey)
      const response = await sendSignedIn(request, options?.signal)
      const reply = await reach(options?.signal, () => readReply(route, response, log))
      // The server checks its replies against the same schema; checking again here would only cost time.
      return reply as RouteReply<typeof route>
    },
    open: (path, { signal }) =>
      sendSignedIn(
        { url: `${origin}/api/${path}/`, method: 'GET', headers: { Accept: 'text/event-stream' } },
        signal,
      ),
  }
}

/** What the server says about a token that it does not take; undefined where that can't be read. */
async function refusalIn(response: Response): Promise<string | undefined> {
  return response.json().then(errorText, () => undefined)
}

/** Whatever goes wrong on the way becomes a sentence; an abort stays what the caller made it. */
async function reach<Result>(signal: AbortSignal | undefined, act: () => Promise<Result>): Promise<Result> {
  try {
    return await act()
  } catch (cause) {
    if (cause instanceof CallError || signal?.aborted) throw cause
    throw new CallError({
      status: 0,
      code: 'unreachable',
      message: 'The server cannot be reached. Check your connection and try again.',
      cause,
    })
  }
}
