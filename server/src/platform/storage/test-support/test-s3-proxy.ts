import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { S3Server } from './test-s3-server.ts'

export interface S3Proxy {
  server: S3Server
  /** So many of the next requests are refused: before the service hears of them, or after it has obeyed. */
  refuse(requests: number, when?: 'before' | 'after'): void
  /** How many have been. */
  refused(): number
  /** What was asked of it, such as `GET /bucket/key bytes=0-9`, without what the address was signed with. */
  readonly asked: string[]
  /** Whether connections are cut without an answer, as by a service that is gone. */
  isAway: boolean
  close(): Promise<void>
}

const slowDown =
  '<?xml version="1.0"?><Error><Code>SlowDown</Code><Message>Reduce your rate.</Message></Error>'

/** Stands before an S3 server and has it answer "503 SlowDown" when told. */
export async function openS3Proxy(behind: S3Server): Promise<S3Proxy> {
  let [left, count] = [0, 0]
  let moment: 'before' | 'after' = 'before'
  const proxy = createServer((incoming, reply) => {
    const { method, url = '/', headers } = incoming
    opened.asked.push([method, url.split('?')[0], headers.range].filter(Boolean).join(' '))
    if (opened.isAway) return incoming.destroy()
    if (left === 0) return forward(behind, incoming, (answer) => pass(answer, reply))
    left -= 1
    count += 1
    const answerLate = (answer: IncomingMessage) => answer.resume().on('end', () => refuse(reply))
    if (moment === 'after') return forward(behind, incoming, answerLate)
    incoming.resume().on('end', () => refuse(reply))
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const { port } = proxy.address() as AddressInfo
  const opened: S3Proxy = {
    asked: [],
    isAway: false,
    server: { ...behind, endpoint: `http://127.0.0.1:${port}` },
    refuse: (requests, when = 'before') => {
      left = requests
      moment = when
    },
    refused: () => count,
    close: async () => {
      proxy.closeAllConnections()
      proxy.close()
    },
  }
  return opened
}

function forward(
  { endpoint }: S3Server,
  incoming: IncomingMessage,
  onAnswer: (answer: IncomingMessage) => void,
): void {
  // The name of the host is part of what was signed.
  const { method = 'GET', headers, url = '/' } = incoming
  const outgoing = request(new URL(url, endpoint), { method, headers })
  outgoing.on('response', onAnswer)
  outgoing.on('error', () => incoming.destroy())
  incoming.pipe(outgoing)
}

function pass(answer: IncomingMessage, reply: ServerResponse): void {
  reply.writeHead(answer.statusCode ?? 500, answer.headers)
  answer.pipe(reply)
}

function refuse(reply: ServerResponse): void {
  reply.writeHead(503, { 'content-type': 'application/xml', 'content-length': slowDown.length })
  reply.end(slowDown)
}
