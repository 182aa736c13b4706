import { request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestApi, TestMember } from '../test-api.ts'

export interface RawReply {
  status: number
  headers: IncomingHttpHeaders
  bytes: Buffer
  // biome-ignore lint/suspicious/noExplicitAny: tests look into replies of every shape
  json: any
}

export interface RawRequest {
  method?: string
  headers?: Record<string, string>
  /** Ends the request before it is answered. */
  signal?: AbortSignal
}

/** Sends a request over a real connection, with the name that the server answers for. */
export function askOverTcp(
  api: TestApi,
  member: TestMember | null,
  url: string,
  { method = 'GET', headers = {}, signal }: RawRequest = {},
): Promise<RawReply> {
  const { port } = api.app.server.address() as AddressInfo
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      {
        host: '127.0.0.1',
        port,
        method,
        path: url,
        agent: false,
        ...(signal && { signal }),
        headers: {
          host: new URL(api.context.config.origin).host,
          ...(member && { authorization: `Bearer ${member.token}` }),
          ...headers,
        },
      },
      (reply) => {
        const chunks: Buffer[] = []
        reply.on('data', (chunk) => void chunks.push(chunk))
        reply.on('error', reject)
        reply.on('end', () => {
          const bytes = Buffer.concat(chunks)
          const isJson = String(reply.headers['content-type']).startsWith('application/json')
          const json = isJson && bytes.length > 0 ? JSON.parse(bytes.toString()) : null
          resolve({ status: reply.statusCode ?? 0, headers: reply.headers, bytes, json })
        })
      },
    )
    sent.on('error', reject)
    sent.end()
  })
}
