import { IdentityError } from './identity-error.ts'
import type { After, AskingWindow, ProviderWindows } from './provider-windows.ts'

interface Waiting {
  windows: Pick<ProviderWindows, 'onAnswer'>
  after: After
  window: AskingWindow
  state: string
  /** Milliseconds. */
  timeout: number
  /** Other reasons to give up; returns what ends the watch. */
  watch?: (giveUp: (error: IdentityError) => void) => () => void
}

/**
 * Every tab of the app hears what any window has to say. The state tells whose answer it is; the name of the
 * window only that ours came back with an answer to something else.
 */
export function waitForAnswer({ windows, after, window, state, timeout, watch }: Waiting) {
  return new Promise<URLSearchParams>((resolve, reject) => {
    const stops: (() => void)[] = []
    const stop = () => {
      for (const each of stops.splice(0)) each()
    }
    const giveUp = (error: IdentityError) => {
      stop()
      reject(error)
    }
    stops.push(
      windows.onAnswer((answer) => {
        const parameters = new URLSearchParams(answer.query)
        if (parameters.get('state') === state) {
          stop()
          resolve(parameters)
        } else if (answer.window === window.name) giveUp(new IdentityError('state_mismatch'))
      }),
      after(timeout, () => giveUp(new IdentityError('timeout'))),
    )
    if (watch) stops.push(watch(giveUp))
  })
}
