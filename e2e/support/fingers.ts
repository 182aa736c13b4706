import type { CDPSession, Page } from '@playwright/test'
import type { Place } from './viewer-view-steps.ts'

export const phone = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 2,
}

export type Fingers = readonly Place[]

/** Puts fingers down, moves them through these places, and lifts them. */
export async function move(page: Page, ...steps: readonly [Fingers, ...Fingers[]]): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const [first, ...rest] = steps
  await touch(session, 'touchStart', first)
  for (const fingers of rest) await touch(session, 'touchMove', fingers)
  await touch(session, 'touchEnd', [])
  await session.detach()
}

async function touch(
  session: CDPSession,
  type: 'touchStart' | 'touchMove' | 'touchEnd',
  fingers: Fingers,
): Promise<void> {
  const touchPoints = fingers.map(({ x, y }, id) => ({ x, y, id }))
  await session.send('Input.dispatchTouchEvent', { type, touchPoints })
}

export const moved = ({ x, y }: Place, by: Place): Place => ({ x: x + by.x, y: y + by.y })
export const apart = (at: Place, half: number): Fingers => [
  moved(at, { x: -half, y: 0 }),
  moved(at, { x: half, y: 0 }),
]
