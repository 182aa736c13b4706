import { listServers } from '../../domain/jobs/list-servers.ts'
import type { Handlers } from '../handler.ts'

export const serverHandlers = {
  listServers: async (call) => call.page(await call.readSystem((work) => listServers(work, call.query))),
} satisfies Partial<Handlers>
