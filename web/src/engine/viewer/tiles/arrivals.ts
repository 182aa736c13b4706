import type { Clock } from '../../clock.ts'

/** What comes within so many milliseconds of something that was drawn is drawn together. */
const together = 80

/** Tells that something came: the first and the last that is missing at once, those between a few times a second. */
export interface Arrivals {
  /** So many are missing now. */
  expect(missing: number): void
  one(): void
  destroy(): void
}

/** Drawing everything takes longer than a tile takes to come: drawn one by one, the last would be seen later. */
export function createArrivals(clock: Clock, tell: () => void): Arrivals {
  let missing = 0
  let isOwing = false
  let pause: AbortController | null = null

  const tellNow = () => {
    isOwing = false
    pause?.abort()
    const controller = new AbortController()
    pause = controller
    clock.wait(together, controller.signal).then(
      () => {
        pause = null
        if (isOwing) tellNow()
      },
      () => undefined,
    )
    tell()
  }
  return {
    expect: (count) => {
      missing = count
    },
    one: () => {
      missing -= 1
      if (missing <= 0 || pause === null) tellNow()
      else isOwing = true
    },
    destroy: () => pause?.abort(),
  }
}
