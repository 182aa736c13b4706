import { identityLimits } from '@cresyl/contract/api/limits'
import type { AuthorizationWay } from './authorization-ways.ts'
import type { After, ProviderWindows } from './provider-windows.ts'
import { waitForAnswer } from './window-answer.ts'

/** Asks in a frame that nobody sees. It works as long as the browser gives the provider its cookies there. */
export function byFrame(windows: ProviderWindows, after: After): AuthorizationWay {
  return async ({ url, transaction }) => {
    const window = windows.openFrame(url.href)
    const timeout = identityLimits.tokenRequestTimeout
    try {
      return await waitForAnswer({ windows, after, window, state: transaction.state, timeout })
    } finally {
      window.close()
    }
  }
}
