import type { Server } from 'node:http'
import { ApiError } from '@cresyl/contract/errors'
import { requestLimits } from '@cresyl/contract/limits'

/** Ends a request whose body stops arriving: Fastify itself would wait for ever. */
export function endStalledRequests(server: Server, seconds: number = requestLimits.idleSeconds): void {
  server.on('request', (request, response) => {
    request.setTimeout(seconds * 1000, () => {
      // All of it is here: what takes long is the answer.
      if (request.complete || response.headersSent) return
      const error = new ApiError('request_timeout')
      response.writeHead(error.status, {
        'Content-Type': 'application/json; charset=utf-8',
        Connection: 'close',
      })
      response.end(JSON.stringify(error.toBody()), () => request.destroy())
    })
  })
}
