import { SlideError } from '../errors.ts'

/** What is asked for, and with what. */
export interface HttpFile {
  readonly url: URL
  /** For messages: the address without its query. */
  readonly name: string
  readonly headers: Readonly<Record<string, string>>
  readonly fetch: typeof globalThis.fetch
}

/** One try of a request. */
export interface Attempt {
  readonly signal: AbortSignal
  /** Called whenever something arrived. */
  alive(): void
}

export interface RangeAnswer {
  readonly response: Response
  /** Bytes of the whole file. */
  readonly size: number
}

/** What a further attempt may mend: a broken connection, a server in trouble. */
export class TransientError extends SlideError {}

/** The file is another one than the one that was opened. */
export class ChangedError extends SlideError {
  constructor(name: string) {
    super('unreadable', name, 'changed while it was read')
  }
}

/** Asks for `length` ≥ 1 bytes and checks that the answer is of just these; its body is not read yet. */
export async function requestRange(
  file: HttpFile,
  offset: number,
  length: number,
  condition: Readonly<Record<string, string>>,
  attempt: Attempt,
): Promise<RangeAnswer> {
  const range = `bytes=${offset}-${offset + length - 1}`
  // With a range, fetch asks by itself for bytes that are not compressed.
  const headers = { ...file.headers, ...condition, range }
  const response = await file
    .fetch(file.url, { headers, signal: attempt.signal })
    .catch((error) => Promise.reject(broken(file, error)))
  attempt.alive()
  try {
    return { response, size: checkedSize(file, response, offset, length) }
  } catch (error) {
    await response.body?.cancel().catch(() => {})
    throw error
  }
}

/** The size of the whole file from an answer's headers. */
function checkedSize(file: HttpFile, response: Response, offset: number, length: number): number {
  const { status, headers } = response
  const unreadable = (reason: string) => new SlideError('unreadable', file.name, reason)
  const contentRange = headers.get('content-range') ?? ''
  if (status === 416 && /^bytes \*\/0$/i.test(contentRange.trim())) return 0
  if (status === 412 || status === 416) throw new ChangedError(file.name)
  if (status === 200) {
    throw unreadable('cannot be read in parts, as its server ignores range requests; download the file first')
  }
  if (status !== 206) throw refusal(file, status)
  const encoding = headers.get('content-encoding') ?? 'identity'
  if (encoding !== 'identity')
    throw unreadable(`is sent compressed (${encoding}), so its ranges mean nothing`)
  const [, first, last, size] = /^bytes (\d+)-(\d+)\/(\d+)$/i.exec(contentRange.trim()) ?? []
  if (size === undefined || !Number.isSafeInteger(Number(size))) {
    throw unreadable(`has no known size (Content-Range "${contentRange.slice(0, 100)}")`)
  }
  if (Number(first) !== offset || Number(last) !== offset + length - 1) {
    const asked = `${offset}-${offset + length - 1}`
    throw unreadable(`answered with the bytes ${first}-${last} of ${size} where ${asked} were asked for`)
  }
  return Number(size)
}

function refusal(file: HttpFile, status: number): SlideError {
  if (status >= 500 || status === 408 || status === 429) {
    return new TransientError(
      'unreadable',
      file.name,
      `could not be fetched: the server failed (HTTP ${status})`,
    )
  }
  if (status === 401 || status === 403) {
    return new SlideError('unreadable', file.name, `may not be read with these credentials (HTTP ${status})`)
  }
  if (status === 404 || status === 410) {
    return new SlideError('unreadable', file.name, `does not exist (HTTP ${status})`)
  }
  return new SlideError('unreadable', file.name, `could not be fetched (HTTP ${status})`)
}

/** Exactly `length` bytes: whatever the headers said, no more than that are kept. */
export async function readBody(
  file: HttpFile,
  { response }: RangeAnswer,
  length: number,
  attempt: Attempt,
): Promise<Uint8Array> {
  const bytes = new Uint8Array(length)
  const reader = response.body?.getReader()
  let filled = 0
  for (;;) {
    const part = await reader?.read().catch((error) => Promise.reject(broken(file, error)))
    if (!part || part.done) break
    attempt.alive()
    if (filled + part.value.byteLength > length) {
      await reader?.cancel().catch(() => {})
      throw new SlideError('unreadable', file.name, `sent more than the ${length} bytes that were asked for`)
    }
    bytes.set(part.value, filled)
    filled += part.value.byteLength
  }
  if (filled < length) {
    throw new TransientError('unreadable', file.name, `sent ${filled} of ${length} bytes and stopped`)
  }
  return bytes
}

const reasons: Readonly<Record<string, string>> = {
  ENOTFOUND: 'no server of that name was found',
  EAI_AGAIN: 'the name of the server could not be looked up',
  ECONNREFUSED: 'nothing answers at that address and port',
}

function broken(file: HttpFile, error: unknown): TransientError {
  // fetch says only "fetch failed"; its cause says why.
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  const message = code || (cause instanceof Error ? cause.message : String(cause))
  const reason = `could not be fetched: ${reasons[code] ?? `the connection broke (${message})`}`
  return new TransientError('unreadable', file.name, reason, { cause: error })
}
