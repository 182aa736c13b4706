import { ApiError } from '@cresyl/contract/errors'
import { recordAudit } from '../domain/audit/record.ts'
import type { Context } from '../platform/context.ts'
import { createAccessTokens } from './access-tokens.ts'
import { loadSigningKeys } from './keys.ts'
import { findOrganizationId, findUserId, requireActiveMember } from './queries.ts'

export interface TokenRequest {
  email: string
  /** The name of the organisation; the one the person joined first if absent. */
  organization?: string
}

/** An access token for a person of the embedded provider, who need not know: the audit log says so. */
export async function issueToken(context: Context, { email, organization }: TokenRequest): Promise<string> {
  const tokens = createAccessTokens(context, await loadSigningKeys(context))
  const member = await context.database.asSystem(async (tx) => {
    const userId = await findUserId(tx, email)
    if (userId === undefined) {
      throw new ApiError('not_found', {
        detail: `There is nobody with the e-mail address ${email}. Check the spelling, or add the person first.`,
      })
    }
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
