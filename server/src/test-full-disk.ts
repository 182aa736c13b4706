import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

/** Everything that one kind of writer was told. */
export interface Side {
  /** Ids of what the server said it had kept. */
  acknowledged: string[]
  /** How often each status was answered; `none`: no reply in time, or a broken connection. */
  statuses: Record<string, number>
}

export type Sides = Record<string, Side>

/** A reply that takes longer counts as none. */
const patienceMilliseconds = 15_000

export interface Caller {
  call(method: string, path: string, body?: unknown): Promise<{ status: number | 'none'; json: unknown }>
  longestMilliseconds(): number
}

export function createCaller(origin: string, token: string): Caller {
  let longest = 0
  return {
    call: async (method, path, body) => {
      const began = performance.now()
      try {
        const reply = await fetch(`${origin}/api/${path}`, {
          method,
          headers: {
            authorization: `Bearer ${token}`,
            ...(body !== undefined && { 'content-type': 'application/json' }),
          },
          ...(body !== undefined && { body: JSON.stringify(body) }),
          signal: AbortSignal.timeout(patienceMilliseconds),
        })
        const text = await reply.text()
        return { status: reply.status, json: text === '' ? null : JSON.parse(text) }
      } catch {
        return { status: 'none', json: null }
      } finally {
        longest = Math.max(longest, performance.now() - began)
      }
    },
    longestMilliseconds: () => Math.round(longest),
  }
}

/** Sends a file as the app does; its id once it is stored. */
export async function uploadFile(
  { call }: Caller,
  path: string,
): Promise<{ status: number | 'none'; id?: string }> {
  const bytes = await readFile(path)
  const name = `slide-${crypto.randomUUID()}.${path.split('.').at(-1)}`
  const media_type = name.split('.').at(-1)
  const created = await call('POST', 'files/', { name, media_type, size: bytes.length })
  const id = idOf(created.json)
  if (created.status !== 201 || id === undefined) return { status: created.status }
  const begun = await call('POST', `files/${id}/multipart/init/`)
  if (begun.status !== 200) return { status: begun.status }
  const address = await call('GET', `files/${id}/multipart/part-url/?partNumber=1`)
  if (address.status !== 200) return { status: address.status }
  const { url } = address.json as { url: string }
  const sent = await fetch(url, {
    method: 'PUT',
    body: bytes,
    signal: AbortSignal.timeout(patienceMilliseconds),
  }).catch(() => null)
  if (sent?.status !== 200) return { status: sent?.status ?? 'none' }
  const parts = [{ PartNumber: 1, ETag: sent.headers.get('etag') }]
  const { status } = await call('POST', `files/${id}/multipart/complete/`, { parts })
  return status === 200 ? { status, id } : { status }
}

export const idOf = (json: unknown): string | undefined => (json as { id?: string } | null)?.id

type Write = () => Promise<{ status: number | 'none'; id?: string | undefined }>

/** Writes from every side, each in a loop of its own, until stopped. */
export function writeFromAllSides(writes: Record<string, Write>): { sides: Sides; stop(): Promise<void> } {
  const sides: Sides = {}
  let stopped = false
  const loops = Object.entries(writes).map(async ([name, write]) => {
    const side: Side = { acknowledged: [], statuses: {} }
    sides[name] = side
    while (!stopped) {
      const { status, id } = await write()
      side.statuses[status] = (side.statuses[status] ?? 0) + 1
      if (id !== undefined) side.acknowledged.push(id)
      await sleep(status === 'none' || status >= 400 ? 100 : 20)
    }
  })
  return {
    sides,
    stop: async () => {
      stopped = true
      await Promise.all(loops)
    },
  }
}

/** All ids of a list. */
export async function listIds({ call }: Caller, path: string): Promise<Set<string>> {
  const { json } = await call('GET', `${path}${path.includes('?') ? '&' : '?'}limit=-1`)
  return new Set((json as { results: { id: string }[] }).results.map(({ id }) => id))
}
