import type { FastifyInstance } from 'fastify'

/** A client that is still sending or reading by then loses its connection: the whole server stops within 10 s. */
const patienceMilliseconds = 6000

/**
 * While closing, connections end as soon as they are idle. Node looks at them once; one that was answering at
 * that moment would be kept alive afterwards and hold the process for over a minute.
 */
export function closeConnectionsPromptly(app: FastifyInstance): void {
  let closing: NodeJS.Timeout | undefined
  let deadline: NodeJS.Timeout | undefined
  app.addHook('preClose', async () => {
    closing = setInterval(() => app.server.closeIdleConnections(), 100)
    deadline = setTimeout(() => app.server.closeAllConnections(), patienceMilliseconds)
  })
  app.addHook('onClose', async () => {
    clearInterval(closing)
    clearTimeout(deadline)
  })
}
