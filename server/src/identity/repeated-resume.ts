import type { Provider } from 'oidc-provider'
import type { Context } from '../platform/context.ts'
import { authorizationAddress, findFinishedInteraction } from './finished-interactions.ts'

/**
 * Browsers may send the step that ends an interaction twice, for instance because they fetch ahead. The interaction is
 * used up by the first; the second begins the same request again, which the new session answers at once.
 */
export function answerRepeatedResume(context: Context): Parameters<Provider['use']>[0] {
  const running = new Map<string, Promise<void>>()

  /** One after the other: by the time the second is answered, the browser has the cookie of the session. */
  async function inTurn(uid: string, act: () => Promise<void>): Promise<void> {
    const before = running.get(uid)
    const turn = (async () => {
      await before?.catch(() => undefined)
      await act()
    })()
    running.set(uid, turn)
    try {
      await turn
    } finally {
      if (running.get(uid) === turn) running.delete(uid)
    }
  }

  return async (ctx, next) => {
    const [, uid] = /^\/auth\/([^/]+)\/?$/i.exec(ctx.path) ?? []
    if (uid === undefined) return next()
    await inTurn(uid, next)
    if (ctx.status !== 400) return
    const finished = await findFinishedInteraction(context, uid)
    if (finished === undefined) return
    ctx.status = 303
    ctx.redirect(authorizationAddress(context.config, finished))
  }
}
