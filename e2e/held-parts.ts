import type { Page, Route } from '@playwright/test'

/** Parts of files on their way from one browser, kept from leaving it: time stands still for what uploads them. */
export interface HeldParts {
  /** How many wait now. */
  waiting(): number
  /** Lets so many go, the oldest first, and keeps holding the others. */
  letGo(count: number): Promise<void>
  /** Lets all go, and holds none any more. */
  release(): Promise<void>
  /** Answers every part with this status from now on, until they are released. */
  refuse(status: number): Promise<void>
}

const parts = /\/uploads\/[^/]+\/parts\/\d+/

export async function holdParts(page: Page): Promise<HeldParts> {
  const held: Route[] = []
  let answer: ((route: Route) => Promise<void>) | undefined
  await page.context().route(parts, async (route) => {
    if (answer) await answer(route)
    else held.push(route)
  })
  // A page that gave a part up meanwhile has no request any more.
  const pass = (route: Route) => route.continue().catch(() => {})
  const answerAll = async (how: (route: Route) => Promise<void>) => {
    answer = how
    await Promise.all(held.splice(0).map(how))
  }
  return {
    waiting: () => held.length,
    letGo: async (count) => {
      await Promise.all(held.splice(0, count).map(pass))
    },
    release: () => answerAll(pass),
    refuse: (status) =>
      answerAll((route) =>
        route
          .fulfill({ status, headers: { 'access-control-allow-origin': '*' }, body: '{}' })
          .catch(() => {}),
      ),
  }
}
