import type { AppConfig } from '@cresyl/contract/people/app-config'
import { byFrame } from '../identity/by-frame.ts'
import { createIdentityClient } from '../identity/identity-client.ts'
import { loginAddress, returnToOf } from '../identity/return-to.ts'
import { createBeginning } from './beginning.ts'
import type { SessionEnvironment } from './environment.ts'
import { refusalNote } from './refusal-note.ts'
import { createSigningIn } from './signing-in.ts'
import { createStage } from './stage.ts'
import type { Session } from './state.ts'
import { createUpkeep } from './upkeep.ts'

export function createSession(config: AppConfig, environment: SessionEnvironment): Session {
  const { page, tabs, windows, after, now, sessionStorage } = environment
  const refusal = refusalNote(sessionStorage)
  const stage = createStage(config, page, now, refusal)
  const client = createIdentityClient({
    ...environment,
    identity: config.identity,
    origin: page.origin,
    hidden: byFrame(windows, after),
    leaveFor: stage.leaveFor,
  })
  const { tokens, signedOut, silent } = client
  const beginning = createBeginning(client, stage, environment)
  const upkeep = createUpkeep(client, stage, environment, beginning)
  const { signIn, switchOrganization } = createSigningIn(config, client, stage, environment)
  let stopUpkeep = () => {}

  /** Nobody is asked for silently afterwards. */
  async function forgetEverything(): Promise<void> {
    silent.forbid()
    client.forgetUnanswered()
    await beginning.forgetEverything()
  }

  return {
    getState: stage.getState,
    subscribe: stage.subscribe,
    async start() {
      stopUpkeep = upkeep.begin()
      await beginning.begin()
    },
    signIn,
    switchOrganization,
    learn: stage.learn,
    takeNotice: beginning.takeNotice,
    async signOut() {
      if (stage.isLeaving()) return
      stage.close()
      const stored = await tokens.read().catch(() => null)
      await signedOut.set().catch(() => undefined)
      // Before they notice that local storage is empty, which only tells them that the session ended.
      tabs.tellSignedOut()
      await forgetEverything()
      if (!(await client.isReachable())) return stage.stayOutUnended()
      const url = await client.endSessionUrl(stored?.idToken).catch(() => null)
      stage.leaveFor(url ?? loginAddress('/'))
    },
    can: (permission) => stage.permissionsOf(tokens.accessToken()).includes(permission),
    accessToken: upkeep.accessToken,
    async renew(refused, why) {
      refusal.keep(why)
      const renewed = await upkeep.renew(refused ?? tokens.accessToken() ?? undefined)
      if (renewed !== null) refusal.drop()
      return renewed
    },
    expire(why) {
      if (stage.isLeaving() || stage.getState().status === 'signed-out') return
      refusal.keep(why)
      stage.close()
      const address = loginAddress(returnToOf(page.address(), page.origin))
      forgetEverything().then(() => stage.leaveFor(address))
    },
    stop: () => stopUpkeep(),
  }
}
