import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { ApiError } from '@cresyl/contract/errors'

/** Answers what isn't HTTP, or too much of it: no route, hook or reply exists for it. */
export function answerMalformedRequest(
  failure: NodeJS.ErrnoException,
  socket: Socket,
  headers: Record<string, string>,
): void {
  if (failure.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const error = new ApiError(
    failure.code === 'HPE_HEADER_OVERFLOW' ? 'headers_too_large' : 'malformed_request',
  )
  const body = JSON.stringify(error.toBody())
  const lines = Object.entries({
    ...headers,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    Connection: 'close',
  }).map(([name, value]) => `${name}: ${value}`)
  socket.end([`HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`, ...lines, '', body].join('\r\n'))
}
