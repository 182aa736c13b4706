import { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { redactUrl } from '../../platform/log.ts'
import { type Trace, traceOf } from '../../platform/trace.ts'

const requestId = 'request'

/** Every line about a request says which trace it belongs to, and so do those of the jobs it starts. */
export function logTraces(app: FastifyInstance): void {
  app.setChildLoggerFactory((log, bindings, options, { headers }) => {
    const id = String(bindings[requestId])
    return log.child({ ...bindings, ...requestBindings(id, traceOf(headers.traceparent, id)) }, options)
  })
}

/** What every line about a request has in common. */
export function requestBindings(id: string, { id: trace, parent }: Trace): Record<string, string> {
  return parent === undefined ? { [requestId]: id, trace } : { [requestId]: id, trace, parent }
}

export interface AnsweredRequest {
  method: string
  /** Without what must not be logged. */
  url: string
  from: string
  status: number
  milliseconds: number
}

/** The line about an answered request. */
export function requestLine({ method, url, from, status, milliseconds }: AnsweredRequest) {
  return { method, url, from, status, ms: Math.round(milliseconds * 10) / 10 }
}

/** One line a request, written when it has been answered. */
export class RequestLog extends LogController {
  constructor() {
    super({ requestIdLogLabel: requestId })
  }

  override incomingRequest(): void {}

  override requestCompleted(error: Error | null, request: FastifyRequest, reply: FastifyReply): void {
    const { method, ip: from } = request
    const { statusCode: status, elapsedTime: milliseconds } = reply
    const url = redactUrl(request.url)
    const line = requestLine({ method, url, from, status, milliseconds })
    if (error) request.log.warn({ ...line, err: error }, 'answered in part')
    else request.log.info(line, 'answered')
  }
}
