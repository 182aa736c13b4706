import { type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { redactUrl } from '../platform/log.ts'

/** One line a request, written when it has been answered. */
export class RequestLog extends LogController {
  constructor() {
    super({ requestIdLogLabel: 'request' })
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
