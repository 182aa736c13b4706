import type { Clock } from '../../clock.ts'

/** So long a level must last, in milliseconds, before its tiles are fetched while the picture moves. */
const least = 80

/** Tells levels that one stays at from those that are only passed through while zooming. */
export interface LevelPace {
  /** Whether the level may be gone with the next frame: then nothing of it is fetched yet. */
  isPassing(level: number, moving: boolean): boolean
  destroy(): void
}

/** `stayed` is called when a level has lasted long enough. */
export function createLevelPace(clock: Clock, stayed: () => void): LevelPace {
  let current: number | null = null
  let waiting: AbortController | null = null
  const wait = () => {
    waiting?.abort()
    const controller = new AbortController()
    waiting = controller
    clock.wait(least, controller.signal).then(
      () => {
        waiting = null
        stayed()
      },
      () => undefined,
    )
  }
  return {
    isPassing: (level, moving) => {
      // The first of all is what one came for.
      if (moving && current !== null && current !== level) wait()
      current = level
      return moving && waiting !== null
    },
    destroy: () => waiting?.abort(),
  }
}
