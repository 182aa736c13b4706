import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'

export interface EventFollower {
  status: number
  headers: IncomingMessage['headers']
  /** What came so far, without the comments: `{event, data}`. */
  events: { event: string; data: Record<string, unknown> }[]
  comments: string[]
  /** Resolves when it is there, and rejects after ten seconds. */
  until(found: (follower: EventFollower) => boolean): Promise<void>
  /** Resolves when the server has ended it. */
  ended: Promise<void>
  /** Reads no further, without leaving. */
  pause(): void
  close(): void
}

/** Follows the events of a server that listens on a port of this machine. */
export async function followEvents(
  app: FastifyInstance,
  { token, host }: { token: string; host: string },
): Promise<EventFollower> {
  const { port } = app.server.address() as AddressInfo
  const asked = request({
    port,
    host: '127.0.0.1',
    path: '/api/events/',
    headers: { host, authorization: `Bearer ${token}`, 'accept-encoding': 'gzip, br' },
    agent: false,
  })
  asked.end()
  const reply = await new Promise<IncomingMessage>((resolve, reject) => {
    asked.once('response', resolve)
    asked.once('error', reject)
  })
  const changed = new Set<() => void>()
  let rest = ''
  const follower: EventFollower = {
    status: reply.statusCode ?? 0,
    headers: reply.headers,
    events: [],
    comments: [],
    until: (found) =>
      new Promise((resolve, reject) => {
        const patience = setTimeout(
          () =>
            reject(
              new Error(
                `${follower.events.length} events, at last ${JSON.stringify(follower.events.slice(-3))}`,
              ),
            ),
          10_000,
        )
        const look = () => {
          if (!found(follower)) return
          clearTimeout(patience)
          changed.delete(look)
          resolve()
        }
        changed.add(look)
        look()
      }),
    ended: new Promise((resolve) => reply.once('close', resolve)),
    pause: () => reply.pause(),
    close: () => asked.destroy(),
  }
  reply.setEncoding('utf8')
  reply.on('error', () => {})
  asked.on('error', () => {})
  reply.on('data', (text: string) => {
    const frames = (rest + text).split('\n\n')
    rest = frames.pop() ?? ''
    for (const frame of frames) {
      if (frame.startsWith(':')) follower.comments.push(frame)
      else {
        const [, event = '', data = ''] = /^event: (.*)\ndata: (.*)$/.exec(frame) ?? []
        follower.events.push({ event, data: JSON.parse(data) })
      }
    }
    for (const look of [...changed]) look()
  })
  return follower
}
