import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** How the server treats one request: `next` answers as a good server does. */
export type Behaviour = (request: IncomingMessage, response: ServerResponse, next: () => void) => void

export interface RangeServer {
  readonly url: string
  /** Set to change what the following requests meet. */
  bytes: Uint8Array
  etag: string | undefined
  behave: Behaviour
  /** The Range headers that arrived, in their order. */
  readonly ranges: string[]
  /** Connections that the client gave up before their answer was complete. */
  readonly aborted: { count: number }
  close(): Promise<void>
}

/** A web server on the loopback address that can do ranges, and be told to do worse. */
export async function startRangeServer(bytes: Uint8Array): Promise<RangeServer> {
  const server = createServer((request, response) => {
    state.ranges.push(request.headers.range ?? '')
    response.on('close', () => {
      if (!response.writableFinished) state.aborted.count += 1
    })
    state.behave(request, response, () => answer(state, request, response))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const state: RangeServer = {
    url: `http://127.0.0.1:${port}/slides/one.svs?token=secret`,
    bytes,
    etag: '"v1"',
    behave: (_request, _response, next) => next(),
    ranges: [],
    aborted: { count: 0 },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return state
}

function answer(server: RangeServer, request: IncomingMessage, response: ServerResponse): void {
  const { bytes, etag } = server
  const tag = etag === undefined ? {} : { etag }
  const { 'if-match': ifMatch } = request.headers
  if (ifMatch !== undefined && ifMatch !== etag) {
    response.writeHead(412, tag).end()
    return
  }
  const [, from = '0', to = '0'] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
  const first = Number(from)
  const last = Math.min(Number(to), bytes.byteLength - 1)
  if (first >= bytes.byteLength) {
    response.writeHead(416, { ...tag, 'content-range': `bytes */${bytes.byteLength}` }).end()
    return
  }
  const part = bytes.subarray(first, last + 1)
  response.writeHead(206, {
    ...tag,
    'content-length': part.byteLength,
    'content-range': `bytes ${first}-${last}/${bytes.byteLength}`,
  })
  response.end(part)
}
