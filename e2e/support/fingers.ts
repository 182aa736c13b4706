import { setTimeout } from 'node:timers/promises'
import type { CDPSession, Page } from '@playwright/test'
import type { Place } from './viewer-view-steps.ts'

export const phone = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 2,
}

export type Fingers = readonly Place[]

/**
 * In ms: so long fingers take from place to place, and rest before they are lifted. After faster ones Chromium was seen
 * to swallow the next tap.
 */
const pace = 60

/** Puts fingers down, moves them through these places, and lifts them at rest. */
export async function move(page: Page, ...steps: readonly [Fingers, ...Fingers[]]): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const [first, ...others] = steps
  await touch(session, 'touchStart', first)
  for (const fingers of others) {
    await setTimeout(pace)
    await touch(session, 'touchMove', fingers)
  }
  if (others.length > 0) await setTimeout(pace)
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
