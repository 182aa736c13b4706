import type { Provider } from 'oidc-provider'
import type { Config } from '../platform/config/config.ts'

/**
 * The provider gives any origin leave until it knows the client, which preflights don't name. There is one client, on
 * one origin; what is read by GET (keys, the provider's description) is for everyone.
 */
export function refuseForeignOrigins({ origin }: Config): Parameters<Provider['use']>[0] {
  return async (ctx, next) => {
    await next()
    if (ctx.method === 'GET' || ctx.get('Origin') === origin) return
    for (const name of Object.keys(ctx.response.headers)) {
      if (name.startsWith('access-control-')) ctx.remove(name)
    }
  }
}
