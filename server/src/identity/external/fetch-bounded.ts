/** How long the provider may take for one answer. */
export const patienceMilliseconds = 5000
const longestAnswer = 512 * 1024

export interface FetchOptions {
  headers?: Headers | Record<string, string>
  signal?: AbortSignal
}

/** Asks the identity provider: bounded in time and size, and never led on to another address. */
export async function fetchBounded(url: string, { headers, signal }: FetchOptions = {}): Promise<Response> {
  const reply = await fetch(url, {
    ...(headers && { headers }),
    redirect: 'error',
    signal: signal ?? AbortSignal.timeout(patienceMilliseconds),
  })
  if (reply.status !== 200) {
    await reply.body?.cancel()
    throw new Error(`${url} answered ${reply.status}`)
  }
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of reply.body ?? []) {
    length += chunk.length
    if (length > longestAnswer) throw new Error(`${url} answered more than ${longestAnswer} bytes`)
    chunks.push(chunk)
  }
  return new Response(Buffer.concat(chunks), { status: 200 })
}

export async function fetchJson(url: string, options?: FetchOptions): Promise<unknown> {
  return (await fetchBounded(url, options)).json()
}
