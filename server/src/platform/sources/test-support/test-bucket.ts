import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { RemoteObject } from '../source-descriptor.ts'

export interface TestObject {
  bytes: Uint8Array
  etag: string
}

/** Serves objects by signed addresses, as a bucket does, and counts what is asked of it. */
export interface TestBucket {
  readonly objects: Map<string, TestObject>
  /** Each request as `name bytes=0-9`, in order. */
  readonly requests: string[]
  /** Signatures that hold. */
  readonly signatures: Set<string>
  /** Returns true where it has dealt with the request itself. */
  behave: (request: IncomingMessage, response: ServerResponse) => boolean
  put(name: string, bytes: Uint8Array, etag?: string): RemoteObject
  /** As it is now, by another signature. */
  describe(name: string, options?: { signature?: string; expiresAt?: number; version?: string }): RemoteObject
  close(): Promise<void>
}

export async function startTestBucket(): Promise<TestBucket> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://bucket')
    const name = url.pathname.slice(1)
    bucket.requests.push(`${name} ${request.headers.range ?? 'whole'}`)
    if (bucket.behave(request, response)) return
    if (!bucket.signatures.has(url.searchParams.get('signature') ?? '')) {
      return void response.writeHead(403).end()
    }
    const object = bucket.objects.get(name)
    if (!object) return void response.writeHead(404).end()
    answer(object, request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const bucket: TestBucket = {
    objects: new Map(),
    requests: [],
    signatures: new Set(['first']),
    behave: () => false,
    put: (name, bytes, etag = '"1"') => {
      bucket.objects.set(name, { bytes, etag })
      return bucket.describe(name)
    },
    describe: (name, { signature = 'first', expiresAt = 1000, version = '1' } = {}) => ({
      key: `${name} ${version}`,
      size: bucket.objects.get(name)?.bytes.byteLength ?? 0,
      url: `http://127.0.0.1:${port}/${name}?signature=${signature}`,
      expiresAt,
    }),
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return bucket
}

function answer({ bytes, etag }: TestObject, request: IncomingMessage, response: ServerResponse): void {
  const { range = '', 'if-match': ifMatch } = request.headers
  if (ifMatch !== undefined && ifMatch !== etag) return void response.writeHead(412).end()
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range) ?? []
  const part = bytes.subarray(Number(from), Number(to) + 1)
  const given = `bytes ${from}-${Number(from) + part.byteLength - 1}/${bytes.byteLength}`
  response.writeHead(206, { etag, 'content-range': given, 'content-length': part.byteLength }).end(part)
}

/** Bytes that tell where they are from, the same for the same seed. */
export function patternedBytes(length: number, seed = 1): Uint8Array {
  const bytes = new Uint8Array(length)
  let state = seed * 2654435761
  for (let index = 0; index < length; index += 1) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    bytes[index] = state >>> 24
  }
  return bytes
}
