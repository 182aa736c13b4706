import { readRetryAfter, TileError } from './tile-error.ts'

/** The access token; told the one that was refused, a new one. Null where nobody is signed in. */
export type TokenSource = (refused?: string) => string | null | Promise<string | null>

export interface FetchTools {
  readonly token: TokenSource
  readonly fetch: typeof fetch
  /** Where the token goes elsewhere than into the address. */
  readonly headers?: (token: string) => HeadersInit
}

/** Where something lies, with a token in it. */
export type Address = (token: string) => string

/**
 * One answer, or a TileError. The token is read when the request is made: one that is renewed later changes nothing of
 * what has been fetched.
 */
export async function fetchTile(tools: FetchTools, address: Address, signal: AbortSignal): Promise<Response> {
  const token = await readToken(tools)
  const response = await send(tools, token, address, signal)
  if (response.status !== 401) return checked(response)
  const renewed = await readToken(tools, token)
  return checked(await send(tools, renewed, address, signal))
}

async function readToken({ token }: FetchTools, refused?: string): Promise<string> {
  const value = await token(refused)
  if (value === null) throw new TileError('Not signed in.', 401)
  return value
}

async function send(
  { fetch, headers }: FetchTools,
  token: string,
  address: Address,
  signal: AbortSignal,
): Promise<Response> {
  try {
    return await fetch(address(token), { signal, ...(headers && { headers: headers(token) }) })
  } catch (error) {
    signal.throwIfAborted()
    throw new TileError('The server did not answer.', 0, { cause: error })
  }
}

function checked(response: Response): Response {
  if (response.ok) return response
  // Unread, it would keep its connection.
  response.body?.cancel().catch(() => undefined)
  const retryAfter = readRetryAfter(response.headers.get('Retry-After'), Date.now())
  throw new TileError(`The server answered ${response.status}.`, response.status, { retryAfter })
}
