import { ApiError } from '@cresyl/contract/api/errors'
import { recordAudit } from '../domain/audit/record.ts'
import type { Context } from '../platform/context.ts'
import type { Tx } from '../platform/db/database.ts'
import { createAccessTokens } from './access-tokens.ts'
import { loadSigningKeys } from './keys.ts'
import { findOrganizationId, findUserIds, organizationNamesOf, requireActiveMember } from './queries.ts'

export interface TokenRequest {
  email: string
  /** The name of the organisation; the one the person joined first if absent. */
  organization?: string
}

/** An access token for a person of the embedded provider, who need not know: the audit log says so. */
export async function issueToken(context: Context, { email, organization }: TokenRequest): Promise<string> {
  const tokens = createAccessTokens(context, await loadSigningKeys(context))
  const member = await context.database.asSystem(async (tx) => {
    const userId = await findOne(tx, email, organization)
    const organizationId = organization === undefined ? undefined : await findOrganizationId(tx, organization)
    const found = await requireActiveMember(tx, userId, organizationId)
    await recordAudit(tx, {
      organizationId: found.organizationId,
      event: 'token.issued',
      userId,
      subjectId: userId,
      ...(found.acting && { details: { superadmin: true } }),
      occurredAt: context.clock.now(),
    })
    return found
  })
  return tokens.mint(member)
}

/** Of several accounts with the address, the one in the organisation named. */
async function findOne(tx: Tx, email: string, organization: string | undefined): Promise<string> {
  const all = await findUserIds(tx, email)
  const found =
    all.length > 1 && organization !== undefined ? await findUserIds(tx, email, organization) : all
  const [userId, ...others] = found
  if (userId === undefined) {
    throw new ApiError('not_found', {
      detail: `No one has the e-mail address ${email}. Check the spelling, or add the person first.`,
    })
  }
  if (others.length === 0) return userId
  const names = (await organizationNamesOf(tx, found)).join(', ')
  throw new ApiError('invalid_input', {
    detail: `Several accounts have the e-mail address ${email}, in ${names}. Say which with --org.`,
  })
}
