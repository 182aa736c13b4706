import type { Database } from '../../db/database.ts'
import { organizations } from '../../db/schema/index.ts'
import { newId } from '../../id.ts'

export async function addTestOrganization(database: Database): Promise<string> {
  const id = newId()
  const branding = { logo: null, primary_color: null } as never
  await database.asSystem((tx) =>
    tx.insert(organizations).values({ id, name: `lab-${id}`, displayName: 'Lab', branding }),
  )
  return id
}
