import { id, time } from '../api/fields.ts'
import { listOf, paging } from '../api/list.ts'
import { route } from '../api/route.ts'
import { z } from '../api/zod.ts'

export const server = z.object({
  id,
  /** Of the machine; a number for those who look after an organisation only. */
  name: z.string(),
  roles: z.array(z.string()),
  labels: z.array(z.string()),
  version: z.string(),
  /** `gone`: nothing was heard of it for a while. */
  state: z.enum(['active', 'draining', 'gone']),
  /** Null for those who look after an organisation only, like the next two. */
  cores: z.int().nullable(),
  memory_bytes: z.int().nullable(),
  /** How many jobs it runs at once. */
  slots: z.int().nullable(),
  /** How many it runs now: of the organisation, or of all for superadmins. */
  running_jobs: z.int(),
  started_at: time,
  last_seen_at: time,
})
export type Server = z.infer<typeof server>

export const listServers = route({
  method: 'GET',
  path: 'servers',
  summary: 'The servers that run jobs; their hardware, for superadmins only',
  access: 'update:organization_settings',
  query: z.strictObject({ ...paging }),
  response: listOf(server),
  status: 200,
})
