import { ApiError } from '@cresyl/contract/api/errors'
import { line, name as nameField } from '@cresyl/contract/api/fields'
import { type RoleKey, roleSchema } from '@cresyl/contract/api/permissions'
import { organizationName } from '@cresyl/contract/people/organizations'
import { z } from 'zod'
import { recordAudit } from '../domain/audit/record.ts'
import { insertOrganization as insertWithSettings } from '../domain/organizations/create-organization.ts'
import type { Context } from '../platform/context.ts'
import type { Tx } from '../platform/db/database.ts'
import { violatedUniqueness } from '../platform/db/failures.ts'
import { credentials, embeddedIssuer, memberships, users } from '../platform/db/schema/index.ts'
import { newId } from '../platform/id.ts'
import { foldText } from '../platform/text.ts'
import { hashPassword } from './passwords.ts'
import {
  findOrganizationId,
  findPasswordHash,
  findUserIds,
  lockAddress,
  organizationNamesOf,
} from './queries.ts'

const externalIdField = line(255).min(1, 'say what the identity provider calls the organisation').optional()

const organizationFields = z.strictObject({
  name: organizationName,
  displayName: nameField,
  externalId: externalIdField,
})
export type NewOrganization = z.input<typeof organizationFields>

const userFields = z.strictObject({
  email: z.string().trim().toLowerCase().max(320).pipe(z.email('is not an e-mail address')),
  name: nameField,
  organization: z.string(),
  role: roleSchema,
  superadmin: z.boolean().default(false),
  /** Whether another account may be made where the address has one in another organisation. */
  separate: z.boolean().default(false),
  password: z.string(),
})
export type NewUser = z.input<typeof userFields>

export async function addOrganization(context: Context, input: NewOrganization): Promise<{ id: string }> {
  const fields = parse(organizationFields, input)
  const insert = () => context.database.asSystem((tx) => insertOrganization(tx, fields, context.clock.now()))
  return refusing(
    'organizations_name_key',
    `There is already an organisation called “${fields.name}”. Choose another name.`,
    () => refusingTakenExternalId(fields.externalId, insert),
  )
}

export function parseExternalId(given: string | undefined): string | undefined {
  return parse(z.strictObject({ externalId: externalIdField }), { externalId: given }).externalId
}

export function refusingTakenExternalId<T>(
  externalId: string | undefined,
  write: () => Promise<T>,
): Promise<T> {
  const sentence = `The identity provider's “${externalId}” is another organisation already. Check the external id.`
  return refusing('organizations_external_id_key', sentence, write)
}

/** Adds a person of the embedded provider to an organisation. */
export async function addUser(context: Context, input: NewUser): Promise<{ id: string }> {
  const { separate, ...fields } = parse(userFields, input)
  const { email, organization } = fields
  const like = await context.database.asSystem(async (tx) =>
    findPasswordHash(tx, await findUserIds(tx, email)),
  )
  const passwordHash = await hashPassword(fields.password, like)
  return context.database.asSystem(async (tx) => {
    const organizationId = await findOrganizationId(tx, organization)
    await lockAddress(tx, email)
    const taken = await organizationNamesOf(tx, await findUserIds(tx, email))
    if (taken.includes(organization) || (taken.length > 0 && !separate)) {
      throw new ApiError('name_taken', { detail: explainTaken(email, organization, taken) })
    }
    return insertMember(tx, { ...fields, organizationId, passwordHash }, context.clock.now())
  })
}

function explainTaken(email: string, organization: string, taken: readonly string[]): string {
  const there = `Someone already has the e-mail address ${email}, in ${taken.join(', ')}.`
  return taken.includes(organization)
    ? `${there} To enable a disabled account, go to Manage organisation → Members.`
    : `${there} If this is the right person, invite them: Manage organisation → Members → Invite. To create another account for “${organization}”, with a password of its own, add --separate.`
}

export async function insertOrganization(
  tx: Tx,
  fields: { name: string; displayName: string; externalId?: string | undefined },
  now: Date,
): Promise<{ id: string }> {
  const { id } = await insertWithSettings(tx, fields, now)
  await recordAudit(tx, {
    organizationId: id,
    event: 'organization.created',
    subjectId: id,
    occurredAt: now,
  })
  return { id }
}

export interface MemberToInsert {
  organizationId: string
  email: string
  name: string
  role: RoleKey
  superadmin: boolean
  passwordHash: string
  /** Absent for who was added on the command line. */
  joining?: Joining
}

/** How a person came in by themselves. */
export interface Joining {
  invitationId: string
  requestId: string
}

export async function insertMember(tx: Tx, person: MemberToInsert, now: Date): Promise<{ id: string }> {
  const { organizationId, email, name, role, superadmin, passwordHash, joining } = person
  const id = newId()
  await tx.insert(users).values({
    id,
    issuer: embeddedIssuer,
    subject: id,
    email,
    name,
    nameKey: foldText(name),
    superadmin,
    createdAt: now,
  })
  await tx.insert(memberships).values({ organizationId, userId: id, role, createdAt: now })
  await tx.insert(credentials).values({ userId: id, passwordHash, updatedAt: now })
  await recordAudit(tx, {
    organizationId,
    event: 'member.added',
    subjectId: id,
    details: {
      role,
      ...(superadmin && { superadmin }),
      ...(joining && { invitation: joining.invitationId }),
    },
    ...(joining && { userId: id, requestId: joining.requestId }),
    occurredAt: now,
  })
  return { id }
}

async function refusing<T>(uniqueness: string, sentence: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (violatedUniqueness(error) !== uniqueness) throw error
    throw new ApiError('name_taken', { detail: sentence, cause: error })
  }
}

function parse<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data
  const faults = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  throw new ApiError('invalid_input', { detail: `Nothing was added. ${faults.join('; ')}.` })
}
