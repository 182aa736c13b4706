export interface Alarm {
  ring(): void
  /** Until it rings, or has rung since the last time, or the time is over. */
  wait(milliseconds: number): Promise<void>
}

export function createAlarm(): Alarm {
  let rung = false
  let wake: (() => void) | undefined
  return {
    ring: () => {
      rung = true
      wake?.()
    },
    wait: async (milliseconds) => {
      if (!rung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, milliseconds)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
      rung = false
      wake = undefined
    },
  }
}
