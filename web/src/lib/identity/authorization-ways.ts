import type { TextStorage } from '../storage/text-storage.ts'
import type { AuthorizationRequest } from './authorization-request.ts'
import { keepTransaction } from './transaction.ts'

/**
 * A way to get the provider's answer to a request. It either brings the answer back into this page, or leaves
 * the page ('left') and the answer is found in the address when the app starts again.
 */
export type AuthorizationWay = (request: AuthorizationRequest) => Promise<URLSearchParams | 'left'>

export function byRedirect(
  sessionStorage: TextStorage,
  leaveFor: (address: string) => void,
): AuthorizationWay {
  return async ({ url, transaction }) => {
    keepTransaction(sessionStorage, transaction)
    leaveFor(url.href)
    return 'left'
  }
}
