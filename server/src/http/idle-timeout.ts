import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { ApiError } from '@cresyl/contract/errors'
import { requestLimits } from '@cresyl/contract/limits'

/** How long an answered client may go on sending before its connection is closed. */
const graceMilliseconds = 5000

/** Ends requests whose body stops arriving, or isn't wanted any more: Fastify itself would wait for ever. */
export function endStalledRequests(server: Server, seconds: number = requestLimits.idleSeconds): void {
  server.on('request', (request, response) => {
    // Tiles have been answered by now, and none that comes with a body.
    if (response.writableEnded || !announcesBody(request)) return
    request.setTimeout(seconds * 1000, () => answerStalled(request, response))
    response.once('finish', () => takeInRest(request))
  })
}

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
