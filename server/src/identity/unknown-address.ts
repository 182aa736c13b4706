import { ApiError } from '@cresyl/contract/errors'
import type { Provider } from 'oidc-provider'
import type { Config } from '../platform/config/config.ts'
import { sentencePage } from './pages/error-page.ts'
import { sendPage } from './pages/page.ts'

/** What no route of the provider answered. */
export function answerUnknown(config: Config): Parameters<Provider['use']>[0] {
  return async (ctx, next) => {
    await next()
    if (ctx.status !== 404 || ctx.body) return
    const error = new ApiError('unknown_route')
    if (ctx.accepts('json', 'html') === 'html') sendPage(ctx, sentencePage(config, error.message))
    else ctx.body = error.toBody()
    ctx.status = error.status
  }
}
