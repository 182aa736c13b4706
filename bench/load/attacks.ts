import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { newId } from '../../contract/src/api/new-id.ts'
import { takeOrders } from '../support/child.ts'

/** What a member of another organisation does to the product for so long. */
export interface AttackOrder {
  attack: AttackName
  origin: string
  port: number
  token: string
  /** Of a large slide of their own, with an annotation of very many corners. */
  imageId: string
  predictorIds: readonly string[]
  seconds: number
}

export interface AttackReport {
  /** How often each status was answered; 0 for no answer. */
  statuses: Record<string, number>
}

type Attack = (order: AttackOrder, send: Send) => Promise<unknown>
type Send = (method: string, where: string, body?: Body, headers?: object) => Promise<Response | null>
type Body = string | Uint8Array<ArrayBuffer>

const json = (value: unknown) => JSON.stringify(value)

const contentOf = async <Content>(reply: Response | null): Promise<Partial<Content>> =>
  reply?.ok ? reply.json() : {}

/** Again and again on so many connections, until time is up. */
async function flood(seconds: number, connections: number, once: () => Promise<unknown>): Promise<void> {
  const end = performance.now() + seconds * 1000
  const goOn = async () => {
    while (performance.now() < end) await once()
  }
  await Promise.all(Array.from({ length: connections }, goOn))
}

/** Takes a hundred bytes of the reply every 20 seconds. */
async function readSlowly({ port, token }: AttackOrder, path: string, seconds: number): Promise<void> {
  const socket = connect({ port, host: '127.0.0.1' })
  socket.on('error', () => {})
  socket.pause()
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost:${port}\r\nAuthorization: Bearer ${token}\r\n\r\n`)
  for (let passed = 0; passed < seconds; passed += 20) {
    socket.read(100)
    await sleep(Math.min(20, seconds - passed) * 1000)
  }
  socket.destroy()
}

const attacks = {
  'bodies that take long to read': ({ seconds }, send) => {
    const deep = `{"image_id":${'['.repeat(24e6)}${']'.repeat(24e6)}}`
    const packed = gzipSync(deep) as Uint8Array<ArrayBuffer>
    const keys = `{${Array.from({ length: 300_000 }, (_, n) => `"k${n}":1`).join(',')}}`
    const shallow = `{"image_id":${'['.repeat(1e6)}${']'.repeat(1e6)}}`
    const bodies: [Body, object][] = [
      [packed, { 'content-encoding': 'gzip' }],
      [keys, {}],
      [shallow, {}],
    ]
    let turn = 0
    return flood(seconds, 20, () => {
      const [body, headers] = bodies[turn++ % bodies.length] as [Body, object]
      return send('POST', 'annotations/download-url/', body, headers)
    })
  },
  'jobs that take hours': async ({ imageId, predictorIds, seconds }, send) => {
    const everything = { x: 0, y: 0, width: 2 ** 20, height: 2 ** 20 }
    for (let times = 0; times < 5; times += 1) {
      for (const predictor_id of predictorIds)
        await send('POST', 'inference-jobs/', json({ input_image_id: imageId, predictor_id }))
      await send('POST', `images/${imageId}/exports/`, json({ ...everything, mpp: 0.125, format: 'tiff' }))
    }
    await sleep(seconds * 1000)
  },
  'uploads that are begun and never sent': async ({ seconds }, send) => {
    const end = performance.now() + seconds * 1000
    for (let times = 0; times < 44; times += 1) {
      const file = { name: `large-${times}.svs`, size: 40e9, media_type: 'svs' }
      const reply = await send('POST', 'files/', json(file))
      const { id } = await contentOf<{ id: string }>(reply)
      if (id !== undefined) await send('POST', `files/${id}/multipart/init/`)
    }
    await sleep(Math.max(0, end - performance.now()))
  },
  'slow readers and many downloads': async (order, send) => {
    const { imageId, seconds, origin } = order
    const region = `/api/viewers/regions/${imageId}/?x=0&y=0&width=8000&height=4000&format=png`
    const slow = Array.from({ length: 8 }, () => readSlowly(order, region, seconds))
    const address = await send('GET', `annotations/download-url/?image_id=${imageId}&format=geojson`)
    const { url } = await contentOf<{ url: string }>(address)
    const download = async () => {
      const reply = url === undefined ? null : await fetch(new URL(url, origin)).catch(() => null)
      await reply?.arrayBuffer().catch(() => {})
      if (reply?.status !== 200) await sleep(100)
    }
    await Promise.all([...slow, flood(seconds, 20, download)])
  },
  'tickets, selections and refused requests': async ({ imageId, seconds }, send) => {
    // A picture as far as its first bytes tell.
    const noise = Buffer.alloc(1_400_000, 'cresyl').toString('base64')
    const ticket = json({ subject: 'Help', content: 'Please', screenshot: `data:image/png;base64,${noise}` })
    const ids = Array.from({ length: 50_000 }, () => newId())
    const selection = json({ image_id: imageId, format: 'geojson', id: ids })
    await Promise.all([
      flood(seconds, 2, () => send('POST', 'hubspot/create-ticket/', ticket)),
      flood(seconds, 2, () => send('POST', 'annotations/download-url/', selection)),
      flood(seconds, 8, () => send('POST', 'organizations/', json({ name: 'x', display_name: 'X' }))),
    ])
  },
} satisfies Record<string, Attack>

export type AttackName = keyof typeof attacks
export const attackNames = Object.keys(attacks) as AttackName[]

if (process.send !== undefined) {
  takeOrders(async (order: AttackOrder): Promise<AttackReport> => {
    const statuses: Record<string, number> = {}
    const send: Send = async (method, where, body, headers = {}) => {
      const reply = await fetch(`${order.origin}/api/${where}`, {
        method,
        headers: {
          authorization: `Bearer ${order.token}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body }),
      }).catch(() => null)
      const status = String(reply?.status ?? 0)
      statuses[status] = (statuses[status] ?? 0) + 1
      return reply
    }
    await attacks[order.attack](order, send)
    return { statuses }
  })
}
