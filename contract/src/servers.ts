import { id, time } from './fields.ts'
import { listOf, paging } from './list.ts'
import { route } from './route.ts'
import { z } from './zod.ts'

export const server = z.object({
  id,
  name: z.string(),
  roles: z.array(z.string()),
  labels: z.array(z.string()),
  version: z.string(),
  /** `gone`: nothing was heard of it for a while. */
  state: z.enum(['active', 'draining', 'gone']),
  cores: z.int(),
  memory_bytes: z.int(),
  /** How many jobs it runs at once, and how many it runs now. */
  slots: z.int(),
  running_jobs: z.int(),
  started_at: time,
  last_seen_at: time,
})
export type Server = z.infer<typeof server>

export const listServers = route({
  method: 'GET',
  path: 'servers',
  summary: 'The machines that do the work',
  access: 'update:organization_settings',
  query: z.strictObject({ ...paging }),
  response: listOf(server),
  status: 200,
})
