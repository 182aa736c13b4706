import { randomBytes } from 'node:crypto'
import { Agent, request } from 'node:http'

/** Runs in a process of its own, whose work is nobody's figure. */
export interface SendOrder {
  urls: string[]
  bytes: number
  connections: number
}

/** The ETags in the order of the addresses. */
export interface SendReport {
  etags: string[]
  milliseconds: number
}

let content = Buffer.alloc(0)

process.on('message', async (order: SendOrder) => {
  if (content.length !== order.bytes) content = randomBytes(order.bytes)
  const report = await sendAll(order)
  process.send?.(report)
})
process.on('disconnect', () => process.exit())

async function sendAll({ urls, connections }: SendOrder): Promise<SendReport> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const since = performance.now()
  const etags: string[] = []
  let next = 0
  const sendSome = async () => {
    for (let index = next++; index < urls.length; index = next++) {
      etags[index] = await send(agent, urls[index] ?? '')
    }
  }
  await Promise.all(Array.from({ length: connections }, sendSome))
  agent.destroy()
  return { etags, milliseconds: performance.now() - since }
}

function send(agent: Agent, url: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'PUT', agent, headers: { 'content-length': content.length } })
    sent.on('response', (reply) => {
      reply.resume()
      reply.on('end', () => {
        if (reply.statusCode !== undefined && reply.statusCode < 300)
          resolve(String(reply.headers.etag ?? ''))
        else reject(new Error(`PUT was answered with ${reply.statusCode}`))
      })
    })
    sent.on('error', reject)
    sent.end(content)
  })
}
