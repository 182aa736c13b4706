import { identityLimits } from '@cresyl/contract/api/limits'
import type { AuthorizationWay } from './authorization-ways.ts'
import { IdentityError } from './identity-error.ts'
import type { After, PopupWindow, ProviderWindows } from './provider-windows.ts'
import { waitForAnswer } from './window-answer.ts'

const lookEvery = 250
/** How long an answer may still be on its way after the window was closed. */
const grace = 2000

interface Surroundings {
  windows: ProviderWindows
  after: After
  /** The person changed their mind. */
  signal?: AbortSignal | undefined
}

/** Asks in a window that was opened in the click, before the request could be made. */
export function byPopup(popup: PopupWindow, { windows, after, signal }: Surroundings): AuthorizationWay {
  return async ({ url, transaction }) => {
    // Nothing but a person closes it while it is still empty.
    if (signal?.aborted || popup.sight() === 'gone') throw new IdentityError('cancelled')
    popup.goTo(url.href)
    return waitForAnswer({
      windows,
      after,
      window: popup,
      state: transaction.state,
      timeout: identityLimits.popupTimeout,
      watch(giveUp) {
        const cancel = () => giveUp(new IdentityError('cancelled'))
        const stop = watchForEnd(popup, { windows, after }, giveUp)
        signal?.addEventListener('abort', cancel)
        return () => {
          stop()
          signal?.removeEventListener('abort', cancel)
        }
      },
    })
  }
}

/**
 * A failure page has no way on: what it says is told here, where the person can try again.
 * A page that cuts itself off looks closed although someone is signing in there. So only a window in which a page
 * was seen before counts as closed, and only when the person is back at this page. Where that can't be told, the
 * answer or the time-out decides.
 */
function watchForEnd(
  popup: PopupWindow,
  { windows, after }: Surroundings,
  giveUp: (error: IdentityError) => void,
) {
  let wasThere = false
  let goneFor = 0
  let cancel = after(lookEvery, look)

  function look(): void {
    const failure = popup.failure()
    if (failure !== null) {
      giveUp(new IdentityError('failure_page', { detail: failure }))
      return
    }
    const sight = popup.sight()
    if (sight === 'back') {
      giveUp(new IdentityError('cancelled'))
      return
    }
    if (sight === 'there') wasThere = true
    if (sight === 'gone' && !wasThere) return
    goneFor = sight === 'gone' ? goneFor + lookEvery : 0
    if (goneFor > grace && windows.hasFocus()) giveUp(new IdentityError('cancelled'))
    else cancel = after(lookEvery, look)
  }

  return () => cancel()
}
