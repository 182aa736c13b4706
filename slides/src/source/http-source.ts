import { setTimeout as delay } from 'node:timers/promises'
import { SlideError } from '../errors.ts'
import type { Attempt, HttpFile, RangeAnswer } from './http-range.ts'
import { ChangedError, readBody, requestRange, TransientError } from './http-range.ts'
import { rangeSource } from './range-source.ts'
import type { Source } from './source.ts'

export interface HttpOptions extends RetryOptions {
  readonly headers?: Readonly<Record<string, string>>
  readonly fetch?: typeof globalThis.fetch
  /** Ends the opening; reads have signals of their own. */
  readonly signal?: AbortSignal | undefined
  /** Bytes of the whole file, where they are known: then opening asks for nothing. */
  readonly size?: number | undefined
  /** Where it is known, with the size: no other version of the file is read. */
  readonly etag?: string | undefined
  /** For messages; the address without its query where it is left out. */
  readonly name?: string | undefined
}

export interface HttpSource extends Source {
  /** Of the version that is read: undefined before the first answer, null where the server gives none. */
  readonly etag: string | null | undefined
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

/**
 * A file on a web server that answers range requests.
 * @param address or what gives the one to use at the moment: signed addresses expire
 */
export async function openHttpSource(
  address: string | URL | (() => string | URL),
  options: HttpOptions = {},
): Promise<HttpSource> {
  const { headers = {}, fetch = globalThis.fetch, signal } = options
  const current = typeof address === 'function' ? address : () => address
  const { origin, pathname } = checkedAddress(current())
  const name = options.name ?? origin + pathname
  const fileNow = (): HttpFile => ({ url: checkedAddress(current()), name, headers, fetch })
  let version: Partial<Version> & Pick<Version, 'size'> =
    options.size === undefined
      ? await withRetries(options, signal, (attempt) => learnVersion(fileNow(), attempt))
      : { size: options.size, ...(options.etag !== undefined && { etag: options.etag }) }
  const source = rangeSource({
    name,
    size: version.size,
    fetchRange: (offset, length, readSignal) =>
      withRetries(options, readSignal, async (attempt) => {
        const file = fileNow()
        const answer = await requestRange(file, offset, length, conditionOf(version), attempt)
        const given = versionOf(answer)
        // Another answer may have come meanwhile: all must be of one version.
        if (!sameVersion(given, version)) {
          await answer.response.body?.cancel()
          throw new ChangedError(name)
        }
        version = given
        return readBody(file, answer, length, attempt)
      }),
  })
  return {
    ...source,
    get etag() {
      return version.etag
    },
  }
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

/** A weak tag never satisfies If-Match; the answer's own tag is compared in any case. */
function conditionOf({ etag }: Partial<Version>): Record<string, string> {
  return etag && !etag.startsWith('W/') ? { 'if-match': etag } : {}
}

function versionOf({ response: { headers }, size }: RangeAnswer): Version {
  return { size, etag: headers.get('etag'), lastModified: headers.get('last-modified') }
}

function sameVersion(given: Version, known: Partial<Version>): boolean {
  if (given.size !== known.size) return false
  if (known.etag !== undefined && given.etag !== known.etag) return false
  return given.etag !== null || known.lastModified === undefined || given.lastModified === known.lastModified
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
