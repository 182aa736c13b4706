import { createHash } from 'node:crypto'
import type { Context } from '../../platform/context.ts'
import type { Discovery } from './discovery.ts'
import { fetchJson } from './fetch-bounded.ts'
import { type Profile, readProfile } from './profile.ts'

/** What the provider tells about the bearer of a token; undefined where it tells nothing. */
export type AskUserinfo = (token: string, subject: string) => Promise<Profile | undefined>

const rememberedTokens = 1000

/** Asked once for each token, however often its bearer is refused. */
export function createUserinfo(
  { config, log }: Pick<Context, 'config' | 'log'>,
  discovery: Discovery,
): AskUserinfo {
  const remembered = new Map<string, Promise<Profile | undefined>>()

  const ask: AskUserinfo = async (token, subject) => {
    try {
      const { userinfoEndpoint } = await discovery.describe()
      if (userinfoEndpoint === undefined) return undefined
      const claims = await fetchJson(userinfoEndpoint, { headers: { authorization: `Bearer ${token}` } })
      if (!isAbout(claims, subject)) return undefined
      return readProfile(claims, config.identity.claims)
    } catch (error) {
      log.info({ err: error }, 'The identity provider tells nothing more about a person')
      return undefined
    }
  }

  return (token, subject) => {
    const key = createHash('sha256').update(token).digest('base64')
    const answer = remembered.get(key) ?? ask(token, subject)
    remembered.set(key, answer)
    if (remembered.size > rememberedTokens) remembered.delete(remembered.keys().next().value as string)
    return answer
  }
}

/** OpenID Connect demands this check: the answer could be about someone else. */
function isAbout(claims: unknown, subject: string): claims is Record<string, unknown> {
  return typeof claims === 'object' && claims !== null && 'sub' in claims && claims.sub === subject
}
