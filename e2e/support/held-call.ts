import type { Page, Route } from '@playwright/test'

/** A call of the page that waits until it is told how it ends. */
export interface HeldCall {
  /** Resolves when the page has made it. */
  readonly made: Promise<void>
  pass(): Promise<void>
  /** The server does what it is asked, and the page does not hear of it yet. */
  carryOut(): Promise<void>
  /** Its connection breaks. */
  lose(): Promise<void>
}

/** The next call of this method to an address that ends like this. */
export async function holdCall(page: Page, method: string, ending: string): Promise<HeldCall> {
  const { promise, resolve } = Promise.withResolvers<Route>()
  const isIt = ({ pathname }: URL) => pathname.replace(/\/$/, '').endsWith(ending)
  let isHeld = false
  await page.route(isIt, (route) => {
    if (isHeld || route.request().method() !== method) return route.fallback()
    isHeld = true
    resolve(route)
  })
  return {
    made: promise.then(() => undefined),
    pass: async () => (await promise).continue(),
    carryOut: async () => void (await (await promise).fetch()),
    lose: async () => (await promise).abort('connectionreset'),
  }
}
