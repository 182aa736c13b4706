import { projectKeys } from '../../server/src/domain/projects/names.ts'
import { openDatabase } from '../../server/src/platform/db/database.ts'
import { projects } from '../../server/src/platform/db/schema/index.ts'
import { newId } from '../../server/src/platform/id.ts'
import { findRunningPostgres } from '../../server/src/platform/postgres/runtime-file.ts'
import type { Product } from './product.ts'

/** Rows past the API, for lists too long to be made call by call. */
export async function insertProjects(
  { dataDir }: Product,
  organizationId: string,
  names: readonly string[],
): Promise<void> {
  const url = await findRunningPostgres(dataDir)
  if (url === null) throw new Error('The database of the product does not run: start it first.')
  const database = openDatabase({ url, maxConnections: 1 })
  const values = names.map((name) => ({ id: newId(), organizationId, name, ...projectKeys(name, '') }))
  try {
    await database.asMember({ organizationId }, (tx) => tx.insert(projects).values(values))
  } finally {
    await database.close()
  }
}
