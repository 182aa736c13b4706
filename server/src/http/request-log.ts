import { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { redactUrl } from '../platform/log.ts'
import { traceOf } from '../platform/trace.ts'

const requestId = 'request'

/** Every line about a request says which trace it belongs to, and so do those of the jobs it starts. */
export function logTraces(app: FastifyInstance): void {
  app.setChildLoggerFactory((log, bindings, options, { headers }) => {
    const { id: trace, parent } = traceOf(headers.traceparent, String(bindings[requestId]))
    return log.child({ ...bindings, trace, ...(parent !== undefined && { parent }) }, options)
  })
}

/** One line a request, written when it has been answered. */
export class RequestLog extends LogController {
  constructor() {
    super({ requestIdLogLabel: requestId })
  }

  override incomingRequest(): void {}

  override requestCompleted(error: Error | null, request: FastifyRequest, reply: FastifyReply): void {
    const line = {
      method: request.method,
      url: redactUrl(request.url),
      from: request.ip,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    }
    if (error) request.log.warn({ ...line, err: error }, 'answered in part')
    else request.log.info(line, 'answered')
  }
}
