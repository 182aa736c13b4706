import type { AskingWindow, PopupWindow, ProviderWindows, WindowAnswer } from './provider-windows.ts'

export interface TestWindow extends AskingWindow {
  address: string
  closed: boolean
}

export interface TestPopup extends TestWindow, PopupWindow {
  seen: ReturnType<PopupWindow['sight']>
  /** What a failure page in it says. */
  failed: string | null
}

/** The windows that one page opens, with what they look like to it set by hand. */
export interface TestWindows extends ProviderWindows {
  popups: TestPopup[]
  frames: TestWindow[]
  blocked: boolean
  focused: boolean
  answer(answer: WindowAnswer): void
}

/** `onFrame` is called with each hidden frame, so that a test can have the provider answer in it. */
export function testWindows(onFrame: (frame: TestWindow) => void = () => {}): TestWindows {
  const listeners = new Set<(answer: WindowAnswer) => void>()
  let opened = 0

  function newWindow(address: string): TestWindow {
    opened += 1
    const window = {
      name: `window-${opened}`,
      address,
      closed: false,
      close: () => {
        window.closed = true
      },
    }
    return window
  }

  const windows: TestWindows = {
    popups: [],
    frames: [],
    blocked: false,
    focused: true,
    answer: (answer) => {
      for (const listener of listeners) listener(answer)
    },
    openPopup() {
      if (windows.blocked) return null
      const popup: TestPopup = Object.assign(newWindow('about:blank'), {
        seen: 'blank' as TestPopup['seen'],
        failed: null,
        goTo: (address: string) => {
          popup.address = address
        },
        sight: () => popup.seen,
        failure: () => popup.failed,
      })
      windows.popups.push(popup)
      return popup
    },
    openFrame(address) {
      const frame = newWindow(address)
      windows.frames.push(frame)
      onFrame(frame)
      return frame
    },
    onAnswer(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    hasFocus: () => windows.focused,
  }
  return windows
}
