import type { AuthorizationRequest } from './authorization-request.ts'

/** The page outside the app where pop-ups and hidden frames end; it sends its address to the app. */
export const silentPage = '/silent.html'

/** A way to get the provider's answer to a request without leaving the page: a pop-up or a hidden frame. */
export type AuthorizationWay = (request: AuthorizationRequest) => Promise<URLSearchParams>
