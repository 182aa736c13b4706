import { permissionsOf, type RoleKey } from '@cresyl/contract/api/permissions'
import type { Client } from 'pg'
import { newId } from '../../../platform/id.ts'
import type { Member } from '../../work.ts'

/** With settings as every organisation has; the client is the owner of the database. */
export async function addTestOrganization(owner: Client): Promise<string> {
  const id = newId()
  await owner.query(
    `insert into organizations (id, name, display_name, branding) values ($1::uuid, $1::uuid::text, 'O', '{}')`,
    [id],
  )
  await owner.query('insert into organization_settings (id, organization_id) values ($1, $2)', [newId(), id])
  return id
}

export async function addTestMember(owner: Client, organizationId: string, role: RoleKey): Promise<Member> {
  const userId = newId()
  await owner.query(
    `insert into users (id, issuer, subject, email, name)
     values ($1::uuid, 'embedded', $1::uuid::text, $1::uuid::text, 'A')`,
    [userId],
  )
  await owner.query('insert into memberships (organization_id, user_id, role) values ($1, $2, $3)', [
    organizationId,
    userId,
    role,
  ])
  const permissions = new Set(permissionsOf(role))
  return { userId, organizationId, permissions, superadmin: false, acting: false }
}
