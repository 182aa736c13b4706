import { id } from '@cresyl/contract/api/fields'
import { eq } from 'drizzle-orm'
import type { Account, AccountClaims, FindAccount, KoaContextWithOIDC } from 'oidc-provider'
import type { Context } from '../platform/context.ts'
import type { Tx } from '../platform/db/database.ts'
import { users } from '../platform/db/schema/index.ts'
import { idTokenClaims } from './claims.ts'
import { organizationOfGrant } from './grants.ts'
import { openOrganizations } from './organization-choice.ts'
import { type ActiveMember, findActiveMember } from './queries.ts'
import { stateOfSignIn } from './sign-ins.ts'

/** A person in an organisation, of whom tokens speak. */
export class MemberAccount implements Account {
  [key: string]: unknown
  readonly accountId: string
  readonly member: ActiveMember
  readonly #origin: string

  constructor(member: ActiveMember, origin: string) {
    this.accountId = member.userId
    this.member = member
    this.#origin = origin
  }

  claims(): AccountClaims {
    return idTokenClaims(this.member, this.#origin)
  }
}

/** A person who asks for a code; in which organisation is not decided yet. */
export class PersonAccount implements Account {
  [key: string]: unknown
  readonly accountId: string
  readonly email: string

  constructor(userId: string, email: string) {
    this.accountId = userId
    this.email = email
  }

  claims(): AccountClaims {
    return { sub: this.accountId }
  }
}

/** Undefined for who is disabled or signed out by now: then no code, no refresh token and no session of theirs works. */
export function createAccountFinder({ database, config }: Context): FindAccount {
  return async (ctx, sub, token) => {
    if (!id.safeParse(sub).success) return undefined
    return database.asSystem(async (tx) => {
      const sessionId = token && 'sessionUid' in token ? token.sessionUid : sessionToContinue(ctx)
      if (sessionId !== undefined && (await stateOfSignIn(tx, sessionId, sub)) === 'ended') return undefined
      if (!token) return findPerson(tx, sub)
      const organizationId = organizationOfGrant(token.grantId)
      const member = organizationId && (await findActiveMember(tx, sub, organizationId))
      return member ? new MemberAccount(member, config.origin) : undefined
    })
  }
}

/** Whoever has just typed the password begins anew. */
function sessionToContinue({ oidc }: KoaContextWithOIDC): string | undefined {
  return oidc.result?.login ? undefined : oidc.session?.uid
}

async function findPerson(tx: Tx, userId: string): Promise<PersonAccount | undefined> {
  const open = await openOrganizations(tx, userId)
  if (open.length === 0) return undefined
  const [person] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId))
  return person && new PersonAccount(userId, person.email)
}
