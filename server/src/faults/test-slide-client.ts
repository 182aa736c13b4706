import { readdir, readFile } from 'node:fs/promises'
import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, vi } from 'vitest'
import type { ProductPlace } from '../test-product.ts'

export const patience = { timeout: 180_000, interval: 200 }

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  bytes: Buffer
  // biome-ignore lint/suspicious/noExplicitAny: tests look into replies of every shape
  json: any
}

export interface Asked {
  method?: string
  body?: unknown
  headers?: Record<string, string>
}

/** Someone who uses the product over connections of their own. */
export interface SlideClient {
  token: string
  ask(path: string, asked?: Asked): Promise<Answer>
  /** As the browser does: announced, sent in parts. Resolves with the id of the file, which is then read. */
  upload(name: string, content: Uint8Array): Promise<string>
  close(): void
}

export function openSlideClient(origin: string, token: string, connections = 4): SlideClient {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const client: SlideClient = {
    token,
    ask: (path, asked) => send(agent, new URL(`/api/${path}`, origin), client.token, asked),
    upload: async (name, content) => {
      const media_type = name.split('.').at(-1)
      const size = content.byteLength
      const created = await client.ask('files/', { method: 'POST', body: { name, media_type, size } })
      expect(created.status, created.bytes.toString()).toBe(201)
      const { id } = created.json
      const { json: plan } = await client.ask(`files/${id}/multipart/init/`, { method: 'POST' })
      const parts: { PartNumber: number; ETag: string }[] = []
      for (let number = 1; number <= plan.part_count; number += 1) {
        const { json } = await client.ask(`files/${id}/multipart/part-url/?partNumber=${number}`)
        const body = content.slice((number - 1) * plan.part_size, number * plan.part_size)
        const sent = await fetch(json.url, { method: 'PUT', body })
        parts.push({ PartNumber: number, ETag: sent.headers.get('etag') ?? '' })
      }
      const completed = await client.ask(`files/${id}/multipart/complete/`, {
        method: 'POST',
        body: { parts },
      })
      expect(completed.status, completed.bytes.toString()).toBe(200)
      return id
    },
    close: () => agent.destroy(),
  }
  return client
}

function send(agent: Agent, url: URL, token: string, asked: Asked = {}): Promise<Answer> {
  const { method = 'GET', body, headers = {} } = asked
  const content = body === undefined ? undefined : JSON.stringify(body)
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        agent,
        method,
        headers: {
          ...(token !== '' && { authorization: `Bearer ${token}` }),
          ...(content !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
      },
      (reply) => {
        const chunks: Buffer[] = []
        reply.on('data', (chunk) => void chunks.push(chunk))
        reply.on('error', reject)
        reply.on('end', () => {
          const bytes = Buffer.concat(chunks)
          const isJson = bytes.length > 0 && String(reply.headers['content-type']).includes('json')
          const json = isJson ? JSON.parse(bytes.toString()) : null
          resolve({ status: reply.statusCode ?? 0, headers: reply.headers, bytes, json })
        })
      },
    )
    sent.on('error', reject)
    sent.end(content)
  })
}

export interface ReadFile {
  id: string
  reading_state: string
  reading_message: string
  slide_id: string | null
}

/** Waits until a file has become a slide, or not. */
export const untilRead = (client: SlideClient, fileId: string): Promise<ReadFile> =>
  vi.waitUntil(async () => {
    const { json } = await client.ask(`files/${fileId}/`)
    return json?.reading_state === 'ready' || json?.reading_state === 'failed' ? json : undefined
  }, patience)

export interface UploadedSlide {
  fileId: string
  slideId: string
  imageId: string
}

export async function uploadSlide(
  client: SlideClient,
  name: string,
  content: Uint8Array,
): Promise<UploadedSlide> {
  const fileId = await client.upload(name, content)
  const { reading_state, reading_message, slide_id } = await untilRead(client, fileId)
  expect(reading_state, reading_message).toBe('ready')
  return { fileId, slideId: slide_id ?? '', imageId: await imageOf(client, fileId) }
}

export async function imageOf(client: SlideClient, fileId: string, kind = 'source'): Promise<string> {
  const { json } = await client.ask(`images/?file_id=${fileId}&kind=${kind}`)
  return json.results[0].id
}

export const tilePath = (imageId: string, at = '0/0/0', query = '') =>
  `viewers/tiles/${imageId}/${at}/${query}`

export interface Looking {
  /** How often each status was answered; `none`: a connection that ended. */
  counts(): Record<string, number>
  stop(): Promise<Record<string, number>>
}

/** Asks for the paths one after the other, over and over, as long as nobody says stop. */
export function startLooking(client: SlideClient, paths: readonly string[], atOnce = 2): Looking {
  const counts: Record<string, number> = {}
  let stopped = false
  let next = 0
  const look = async () => {
    while (!stopped) {
      const path = paths[next++ % paths.length] ?? ''
      const status = await client.ask(path).then(
        (answer) => String(answer.status),
        () => 'none',
      )
      counts[status] = (counts[status] ?? 0) + 1
      await sleep(5)
    }
  }
  const looking = Array.from({ length: atOnce }, look)
  return {
    counts: () => ({ ...counts }),
    stop: async () => {
      stopped = true
      await Promise.all(looking)
      return counts
    },
  }
}

/** A client for each process that answers, whose one connection leads to that process. */
export async function clientsOfEach(
  place: ProductPlace,
  origin: string,
  token: string,
  processes: readonly string[],
): Promise<Map<string, SlideClient>> {
  const clients = new Map<string, SlideClient>()
  await vi.waitUntil(async () => {
    const client = openSlideClient(origin, token, 1)
    const { headers } = await client.ask('organizations/current/')
    const name = await vi.waitUntil(async () => {
      const line = (await readLogs(place))
        .split('\n')
        .find((each) => each.includes(String(headers['x-request-id'])))
      return line && (JSON.parse(line).process as string)
    }, patience)
    if (clients.has(name)) client.close()
    else clients.set(name, client)
    return processes.every((each) => clients.has(each))
  }, patience)
  return clients
}

/** All that was written down, in the files that were full too. */
export async function readLogs({ dataDir }: ProductPlace): Promise<string> {
  const folder = join(dataDir, 'logs')
  const names = (await readdir(folder)).sort()
  return (await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))).join('')
}

/** What a process holds in memory, in MB. */
export async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024
}

export const openFiles = async (pid: number) => (await readdir(`/proc/${pid}/fd`)).length

/** The processes that a process has started, such as those that decode for it. */
export async function childrenOf(pid: number): Promise<number[]> {
  return (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).split(' ').filter(Boolean).map(Number)
}
