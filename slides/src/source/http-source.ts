import { setTimeout as delay } from 'node:timers/promises'
import { SlideError } from '../errors.ts'
import type { Attempt, HttpFile, RangeAnswer } from './http-range.ts'
import { readBody, requestRange, TransientError } from './http-range.ts'
import { rangeSource } from './range-source.ts'
import type { Source } from './source.ts'

export interface HttpOptions extends RetryOptions {
  readonly headers?: Readonly<Record<string, string>>
  readonly fetch?: typeof globalThis.fetch
  /** Ends the opening; reads have signals of their own. */
  readonly signal?: AbortSignal | undefined
}

interface RetryOptions {
  /** How often a range is asked for in all, where the connection breaks or the server fails. */
  readonly attempts?: number
  /** Wait before the second attempt, ms; it doubles with each further one. */
  readonly retryDelay?: number
  /** How long a server may send nothing before the attempt counts as failed, ms. */
  readonly idleTimeout?: number
}

/** What the address must keep answering, so that all ranges are of the same file. */
interface Version {
  readonly size: number
  readonly etag: string | null
  readonly lastModified: string | null
}

/** A file on a web server that answers range requests. */
export async function openHttpSource(address: string | URL, options: HttpOptions = {}): Promise<Source> {
  const url = checkedAddress(address)
  const { headers = {}, fetch = globalThis.fetch, signal } = options
  const file: HttpFile = { url, name: url.origin + url.pathname, headers, fetch }
  const version = await withRetries(options, signal, (attempt) => learnVersion(file, attempt))
  return rangeSource({
    name: file.name,
    size: version.size,
    fetchRange: (offset, length, readSignal) =>
      withRetries(options, readSignal, (attempt) => fetchRange(file, version, offset, length, attempt)),
  })
}

function checkedAddress(address: string | URL): URL {
  const url = URL.parse(String(address))
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url
  // Cut at the query, which may hold a secret.
  throw new SlideError('unreadable', String(address).split('?')[0] ?? '', 'is not an http or https address')
}

async function learnVersion(file: HttpFile, attempt: Attempt): Promise<Version> {
  const answer = await requestRange(file, 0, 1, {}, attempt)
  if (answer.size > 0) await readBody(file, answer, 1, attempt)
  else await answer.response.body?.cancel()
  return versionOf(answer)
}

async function fetchRange(
  file: HttpFile,
  version: Version,
  offset: number,
  length: number,
  attempt: Attempt,
): Promise<Uint8Array> {
  // A weak tag never satisfies If-Match; the answer's own tag is compared in any case.
  const strong = version.etag !== null && !version.etag.startsWith('W/')
  const condition: Record<string, string> = strong ? { 'if-match': version.etag } : {}
  const answer = await requestRange(file, offset, length, condition, attempt)
  if (!sameVersion(versionOf(answer), version)) {
    await answer.response.body?.cancel()
    throw new SlideError('unreadable', file.name, 'changed while it was read')
  }
  return readBody(file, answer, length, attempt)
}

function versionOf({ response: { headers }, size }: RangeAnswer): Version {
  return { size, etag: headers.get('etag'), lastModified: headers.get('last-modified') }
}

function sameVersion(a: Version, b: Version): boolean {
  return a.size === b.size && a.etag === b.etag && (a.etag !== null || a.lastModified === b.lastModified)
}

/** Gives each attempt a signal of its own, aborted where nothing arrives for the idle time. */
async function withRetries<T>(
  { attempts = 4, retryDelay = 200, idleTimeout = 30_000 }: RetryOptions,
  signal: AbortSignal | undefined,
  run: (attempt: Attempt) => Promise<T>,
): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    signal?.throwIfAborted()
    const controller = new AbortController()
    const abort = () => controller.abort(signal?.reason)
    signal?.addEventListener('abort', abort, { once: true })
    const silent = () => controller.abort(new Error(`nothing arrived for ${idleTimeout} ms`))
    const timer = setTimeout(silent, idleTimeout)
    try {
      return await run({ signal: controller.signal, alive: () => timer.refresh() })
    } catch (error) {
      signal?.throwIfAborted()
      if (!(error instanceof TransientError) || tried >= attempts) throw error
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
    }
    await delay(retryDelay * 2 ** (tried - 1), undefined, { signal }).catch(() => signal?.throwIfAborted())
  }
}
