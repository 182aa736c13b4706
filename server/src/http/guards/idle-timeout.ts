import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { ApiError } from '@cresyl/contract/api/errors'
import { requestLimits } from '@cresyl/contract/api/limits'

/** How long an answered client may go on sending before its connection is closed. */
const graceMilliseconds = 5000

/** A body has this long and then a second for each so many bytes of it: less than any line that people work on. */
export interface LeastPace {
  graceSeconds: number
  bytesPerSecond: number
}
const leastPace: LeastPace = { graceSeconds: 30, bytesPerSecond: 512 }

/**
 * Ends requests whose body stops arriving, comes byte by byte, or isn't wanted any more: Fastify itself would wait for
 * ever.
 */
export function endStalledRequests(
  server: Server,
  seconds: number = requestLimits.idleSeconds,
  least = leastPace,
): void {
  server.on('request', (request, response) => {
    // Tiles have been answered by now, and none that comes with a body.
    if (response.writableEnded || !announcesBody(request)) return
    const end = () => answerStalled(request, response)
    request.setTimeout(seconds * 1000, end)
    watchPace(request, least, end)
    response.once('finish', () => takeInRest(request))
  })
}

/** Only while we wait for the body: what lies here unread is slow by our fault, and begins anew. */
function watchPace(request: IncomingMessage, { graceSeconds, bytesPerSecond }: LeastPace, end: () => void) {
  const { socket } = request
  let began = performance.now()
  let bytesBefore = socket.bytesRead
  let timer = setTimeout(look, graceSeconds * 1000).unref()
  function look() {
    if (request.complete) return
    if (request.readableLength > 0) {
      began = performance.now()
      bytesBefore = socket.bytesRead
    }
    const allowed = (graceSeconds + (socket.bytesRead - bytesBefore) / bytesPerSecond) * 1000
    const left = began + allowed - performance.now()
    if (left <= 0) return end()
    timer = setTimeout(look, Math.min(left, longestTimer)).unref()
  }
  for (const over of ['end', 'close']) request.once(over, () => clearTimeout(timer))
}

/** Node takes no longer ones: an hour is enough to look again. */
const longestTimer = 3_600_000

/** Without either header there is no body, by the rules of HTTP. */
function announcesBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
}

function answerStalled(request: IncomingMessage, response: ServerResponse): void {
  // All of it is here: what takes long is the answer.
  if (request.complete || response.headersSent) return
  const error = new ApiError('request_timeout')
  response.writeHead(error.status, { 'Content-Type': 'application/json; charset=utf-8', Connection: 'close' })
  response.end(JSON.stringify(error.toBody()), () => request.destroy())
}

/** A body that nobody reads would keep its connection open; cutting it off at once could lose the answer. */
function takeInRest(request: IncomingMessage): void {
  if (request.complete) return
  request.unpipe()
  request.resume()
  const patience = setTimeout(() => request.destroy(), graceMilliseconds).unref()
  request.once('close', () => clearTimeout(patience))
  request.once('end', () => clearTimeout(patience))
}
