import { ApiError } from '@cresyl/contract/api/errors'
import { name as nameField } from '@cresyl/contract/api/fields'
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Context } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import { organizations, projects } from '../../platform/db/schema/index.ts'
import { newId } from '../../platform/id.ts'
import { recordAudit } from '../audit/record.ts'
import { projectKeys } from '../projects/names.ts'

/** The organisation of this name; without a name the only one there is. Returns its id. */
export async function findImportOrganization({ database }: Context, name?: string): Promise<string> {
  const found = await database.asSystem((tx) =>
    tx
      .select({ id: organizations.id, name: organizations.name, disabledAt: organizations.disabledAt })
      .from(organizations)
      .where(name === undefined ? isNull(organizations.disabledAt) : eq(organizations.name, name))
      .orderBy(asc(organizations.name))
      .limit(20),
  )
  const [organization, another] = found
  if (organization === undefined) {
    refuse(
      'not_found',
      name === undefined
        ? 'There is no organisation yet. Add one first.'
        : `There is no organisation called “${name}”. Add it first, or check its name.`,
    )
  }
  if (another !== undefined) {
    const names = found.map((each) => each.name).join(', ')
    refuse('invalid_input', `There is more than one organisation. Say which one: ${names}.`)
  }
  if (organization.disabledAt !== null) {
    refuse('forbidden', `The organisation “${organization.name}” is disabled. Enable it first.`)
  }
  return organization.id
}

/** The project of this name that takes slides, or null where there is none yet. Returns its id. */
export async function findImportProject(
  { database }: Context,
  organizationId: string,
  name: string,
): Promise<string | null> {
  return database.asMember({ organizationId, showDeleted: true }, (tx) => findOpenProject(tx, name))
}

/** The project of this name that takes slides; it is made where there is none. Returns its id. */
export async function makeImportProject(
  { database, clock }: Context,
  organizationId: string,
  givenName: string,
): Promise<string> {
  const parsed = nameField.safeParse(givenName)
  if (!parsed.success) {
    refuse(
      'invalid_input',
      `“${givenName}” can't be the name of a project: ${parsed.error.issues[0]?.message}.`,
    )
  }
  const { data: name } = parsed
  const now = clock.now()
  return database.asMember({ organizationId, showDeleted: true }, async (tx) => {
    const found = await findOpenProject(tx, name)
    if (found !== null) return found
    const [made] = await tx
      .insert(projects)
      .values({
        id: newId(),
        organizationId,
        name,
        ...projectKeys(name, ''),
        createdAt: now,
        updatedAt: now,
      })
      .onConflictDoNothing()
      .returning({ id: projects.id })
    // Someone else has made it at the same moment.
    if (made === undefined) return (await findOpenProject(tx, name)) ?? refuseVanished(name)
    await recordAudit(tx, {
      organizationId,
      event: 'project.created',
      subjectId: made.id,
      details: { name, description: '' },
      occurredAt: now,
    })
    return made.id
  })
}

async function findOpenProject(tx: Tx, name: string): Promise<string | null> {
  const [found] = await tx
    .select({ id: projects.id, archivedAt: projects.archivedAt, deletedAt: projects.deletedAt })
    .from(projects)
    .where(and(eq(projects.nameKey, projectKeys(name, '').nameKey)))
    // One that is not deleted counts, whatever else had its name before.
    .orderBy(sql`${projects.deletedAt} desc nulls first`)
    .limit(1)
  if (found === undefined) return null
  if (found.deletedAt !== null) {
    refuse('archived', `The project “${name}” was deleted. Restore it first, or name another one.`)
  }
  if (found.archivedAt !== null) {
    refuse(
      'archived',
      `The project “${name}” is archived and takes no more slides. Unarchive it first, or name another one.`,
    )
  }
  return found.id
}

function refuseVanished(name: string): never {
  refuse('already_running', `The project “${name}” is being changed by someone else. Try again.`)
}

function refuse(code: ApiError['code'], detail: string): never {
  throw new ApiError(code, { detail })
}
