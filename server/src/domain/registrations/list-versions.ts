import type { RegistrationVersion } from '@cresyl/contract/registrations'
import type { Rows } from '../resource.ts'
import type { Work } from '../work.ts'
import { countVersions, findRegistration, selectVersions } from './queries.ts'
import { viewVersion } from './view.ts'

export async function listVersions(
  { tx }: Work,
  id: string,
  query: { limit: number; offset: number },
): Promise<Rows<RegistrationVersion>> {
  await findRegistration(tx, id)
  const rows = await selectVersions(tx, id, query)
  return { count: await countVersions(tx, id), results: rows.map(viewVersion) }
}
