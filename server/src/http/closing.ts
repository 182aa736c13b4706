import type { FastifyInstance } from 'fastify'

/**
 * While closing, connections end as soon as they are idle. Node looks at them once; one that was answering at
 * that moment would be kept alive afterwards and hold the process for over a minute.
 */
export function closeConnectionsPromptly(app: FastifyInstance): void {
  let closing: NodeJS.Timeout | undefined
  app.addHook('preClose', async () => {
    closing = setInterval(() => app.server.closeIdleConnections(), 100)
  })
  app.addHook('onClose', async () => clearInterval(closing))
}
