import type { Registration, RegistrationVersion } from '@cresyl/contract/slides/registrations'
import type { Rows } from '../resource.ts'
import type { Work } from '../work.ts'
import {
  countRegistrations,
  countVersions,
  findRegistration,
  type RegistrationQuery,
  selectRegistrations,
  selectVersions,
} from './queries.ts'
import { viewRegistration, viewVersion } from './view.ts'

export async function listRegistrations({ tx }: Work, query: RegistrationQuery): Promise<Rows<Registration>> {
  const rows = await selectRegistrations(tx, query)
  return { count: await countRegistrations(tx, query), results: rows.map(viewRegistration) }
}

export async function readRegistration({ tx }: Work, id: string): Promise<Registration> {
  return viewRegistration(await findRegistration(tx, id))
}

export async function listVersions(
  { tx }: Work,
  id: string,
  query: { limit: number; offset: number },
): Promise<Rows<RegistrationVersion>> {
  await findRegistration(tx, id)
  const rows = await selectVersions(tx, id, query)
  return { count: await countVersions(tx, id), results: rows.map(viewVersion) }
}
