import type { Registration } from '@cresyl/contract/registrations'
import type { Rows } from '../resource.ts'
import type { Work } from '../work.ts'
import { countRegistrations, type RegistrationQuery, selectRegistrations } from './queries.ts'
import { viewRegistration } from './view.ts'

export async function listRegistrations({ tx }: Work, query: RegistrationQuery): Promise<Rows<Registration>> {
  const rows = await selectRegistrations(tx, query)
  return { count: await countRegistrations(tx, query), results: rows.map(viewRegistration) }
}
