import { AsyncLocalStorage } from 'node:async_hooks'

/** From where a request came. */
export interface RequestOrigin {
  address: string
  /** What sent it, in words: “Firefox on Linux”. */
  client: string
}

/**
 * Follows what a request sets off, down to the row of the audit log that it leaves: that row is written by dozens of
 * use cases, the sign-in among them, which have no other use for it. Nothing may depend on it but what is noted.
 */
const origins = new AsyncLocalStorage<RequestOrigin>()

export function fromOrigin<T>(origin: RequestOrigin, work: () => T): T {
  return origins.run(origin, work)
}

/** Undefined for what the platform does by itself. */
export function originOfRequest(): RequestOrigin | undefined {
  return origins.getStore()
}
