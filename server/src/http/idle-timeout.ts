import { ApiError } from '@cresyl/contract/errors'
import { requestLimits } from '@cresyl/contract/limits'
import type { FastifyInstance } from 'fastify'

/** Ends a request whose body stops arriving: Fastify itself would wait for ever. */
export function endStalledRequests(app: FastifyInstance, seconds: number = requestLimits.idleSeconds): void {
  app.addHook('preParsing', async (_request, reply, payload) => {
    const stalled = () => {
      const error = new ApiError('request_timeout')
      if (!reply.sent) reply.code(error.status).header('Connection', 'close').send(error.toBody())
      payload.resume()
    }
    let timer = setTimeout(stalled, seconds * 1000)
    const stop = () => clearTimeout(timer)
    payload.on('data', () => {
      clearTimeout(timer)
      timer = setTimeout(stalled, seconds * 1000)
    })
    payload.pause()
    payload.once('end', stop).once('close', stop).once('error', stop)
    return payload
  })
}
