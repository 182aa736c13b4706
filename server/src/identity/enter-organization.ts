import type { IncomingMessage } from 'node:http'
import { errors, type KoaContextWithOIDC } from 'oidc-provider'
import { recordAudit } from '../domain/audit/record.ts'
import type { Context } from '../platform/context.ts'
import { createGrant, organizationOfGrant, renewGrant, revokeGrant } from './grants.ts'
import { chooseOrganization } from './organization-choice.ts'
import type { ActiveMember } from './queries.ts'
import { recordRefusal, recordSignOut } from './sign-in.ts'
import { noteVisit } from './sign-ins.ts'

export const organizationParameter = 'organization'
export const selectOrganizationPrompt = 'select_org'

/** OAuth allows ASCII without quotes here. The same whatever is the matter: it must not tell which ones exist. */
const refusedSentence =
  'You are not a member of this organisation, or it is not active. Ask one of its administrators, or choose another one.'

/**
 * Puts the session of whoever signed in into one organisation: it gets the grant for it, and the one for the
 * organisation before ends. `ask` if the person has to choose; throws where they named one that is not theirs.
 */
export async function enterOrganization(
  context: Context,
  ctx: KoaContextWithOIDC,
  requestIds: WeakMap<IncomingMessage, string>,
): Promise<'entered' | 'ask'> {
  const { oidc } = ctx
  const { session, client, provider } = oidc
  const userId = session?.accountId
  if (!session || !client || userId === undefined) throw new Error('Nobody is signed in')
  const requestId = requestIds.get(ctx.req)
  const earlierId = session.grantIdFor(client.clientId)
  const current = organizationOfGrant(earlierId)
  const picked = (oidc.result?.[selectOrganizationPrompt] as { organizationId?: string } | undefined)
    ?.organizationId
  const choice = await context.database.asSystem((tx) =>
    chooseOrganization(tx, userId, { named: textOf(oidc.params?.[organizationParameter]), picked, current }),
  )
  if (choice.kind === 'ask') return 'ask'
  if (choice.kind === 'refused') {
    await recordRefusal(context, userId, 'foreign_organization', requestId)
    throw new errors.AccessDenied(refusedSentence)
  }
  const { member } = choice
  const renewed = await renewGrant(provider, earlierId, member, context.clock.now())
  const grant = renewed ?? (await createGrant(provider, client.clientId, member))
  if (!renewed && earlierId !== undefined) await revokeGrant(provider, earlierId)
  session.ensureClientContainer(client.clientId)
  session.grantIdFor(client.clientId, grant.jti)
  oidc.entity('Grant', grant)
  await noteEntry(context, member, {
    sessionId: session.uid,
    userAgent: ctx.req.headers['user-agent'],
    method: methodOf(oidc.result?.login),
    earlier: current,
    requestId,
  })
  return 'entered'
}

function textOf(parameter: unknown): string | undefined {
  return typeof parameter === 'string' && parameter !== '' ? parameter : undefined
}

type Method = 'password' | 'demo'

/** How the person has just signed in; undefined for a session that goes on. */
function methodOf(login: unknown): Method | undefined {
  return (login as { method?: Method } | undefined)?.method
}

interface Entry {
  sessionId: string
  userAgent: string | undefined
  method: Method | undefined
  /** The organisation that the session was in before. */
  earlier: string | undefined
  requestId: string | undefined
}

async function noteEntry({ database, clock }: Context, member: ActiveMember, entry: Entry): Promise<void> {
  const { userId, organizationId } = member
  const { sessionId, userAgent, method, earlier, requestId } = entry
  const left = earlier === organizationId ? undefined : earlier
  const now = clock.now()
  const act = { userId, organizationId, subjectId: userId, occurredAt: now, ...(requestId && { requestId }) }
  await database.asSystem(async (tx) => {
    await noteVisit(tx, {
      sessionId,
      userId,
      organizationId,
      userAgent,
      isFresh: method !== undefined,
      now,
    })
    if (earlier === organizationId && method === undefined) return
    if (left !== undefined) {
      const details = { method: 'switch' }
      await recordSignOut(tx, { userId, organizationId: left, details, requestId, now })
    }
    await recordAudit(tx, {
      ...act,
      event: 'session.started',
      details: {
        method: method ?? (left === undefined ? 'session' : 'switch'),
        ...(member.acting && { superadmin: true }),
      },
    })
    if (member.acting) {
      await recordAudit(tx, { ...act, event: 'organization.entered', subjectId: organizationId })
    }
  })
}
