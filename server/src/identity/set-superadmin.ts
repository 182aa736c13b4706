import { ApiError } from '@cresyl/contract/api/errors'
import { and, eq, sql } from 'drizzle-orm'
import { recordAudit } from '../domain/audit/record.ts'
import { withdrawPasswordResets } from '../domain/users/offer-password-reset.ts'
import type { Context } from '../platform/context.ts'
import type { Tx } from '../platform/db/database.ts'
import { embeddedIssuer, users } from '../platform/db/schema/index.ts'
import { isIn, normalizeEmail, organizationNamesOf, organizationsOf } from './queries.ts'

export interface SuperadminChange {
  email: string
  /** Needed where people of several providers have the address. */
  issuer?: string | undefined
  /** Needed where several accounts of our own have it: the name of one that the person is a member of. */
  organization?: string | undefined
  superadmin: boolean
}

/** Makes someone a superadmin, or no longer; the audit log of each of their organisations says so. */
export async function setSuperadmin(
  { database, clock }: Context,
  { email, issuer, organization, superadmin }: SuperadminChange,
): Promise<{ id: string }> {
  return database.asSystem(async (tx) => {
    const person = await findOne(tx, email, issuer, organization)
    if (person.superadmin === superadmin) return { id: person.id }
    await tx.update(users).set({ superadmin }).where(eq(users.id, person.id))
    // Administrators may make links for their members, but not for who looks after all organisations.
    await withdrawPasswordResets(tx, person.id)
    for (const organizationId of await organizationsOf(tx, person.id)) {
      await recordAudit(tx, {
        organizationId,
        event: 'member.updated',
        subjectId: person.id,
        details: { superadmin: [person.superadmin, superadmin] },
        occurredAt: clock.now(),
      })
    }
    return { id: person.id }
  })
}

async function findOne(tx: Tx, email: string, issuer: string | undefined, organization: string | undefined) {
  const address = normalizeEmail(email) ?? ''
  const found = await tx
    .select({ id: users.id, issuer: users.issuer, superadmin: users.superadmin })
    .from(users)
    .where(
      and(
        eq(sql`lower(${users.email})`, address),
        issuer === undefined ? undefined : eq(users.issuer, issuer),
        organization === undefined ? undefined : isIn(tx, organization),
      ),
    )
    .orderBy(users.issuer)
  const [person, ...others] = address === '' ? [] : found
  if (person === undefined) {
    throw new ApiError('not_found', {
      detail: `No one has the e-mail address ${email}${issuer === undefined ? '' : ` at ${issuer}`}${organization === undefined ? '' : ` in ${organization}`}. Check the spelling, or let the person sign in once first.`,
    })
  }
  if (others.length === 0) return person
  const issuers = [...new Set(found.map((each) => each.issuer))]
  if (issuers.length === 1 && person.issuer === embeddedIssuer) {
    const names = await organizationNamesOf(
      tx,
      found.map(({ id }) => id),
    )
    throw new ApiError('invalid_input', {
      detail: `Several accounts have the e-mail address ${email}, in ${names.join(', ')}. Say which with --org.`,
    })
  }
  throw new ApiError('invalid_input', {
    detail:
      issuers.length > 1
        ? `Several people have the e-mail address ${email}. Say which with --issuer: ${issuers.join(', ')}.`
        : `${found.length} people of ${person.issuer} have the e-mail address ${email}. Give the one who is meant another address there, and let them sign in again.`,
  })
}
