import { signInFailureElement } from '@cresyl/contract/people/app-config'
import { onAnswer } from '../identity/answer-channel.ts'
import type { AskingWindow, PopupWindow, ProviderWindows } from '../identity/provider-windows.ts'
import { loginPath } from '../identity/return-to.ts'

const blank = 'about:blank'
const size = { width: 480, height: 720 }

export function browserWindows(window: Window & typeof globalThis): ProviderWindows {
  return {
    openPopup: () => openPopup(window),
    openFrame: (address) => openFrame(window.document, address),
    onAnswer,
    hasFocus: () => window.document.hasFocus(),
  }
}

function openPopup(window: Window): PopupWindow | null {
  const name = newName()
  const left = Math.round(window.screenX + (window.outerWidth - size.width) / 2)
  const top = Math.round(window.screenY + (window.outerHeight - size.height) / 2)
  const features = { popup: 1, left, top, ...size }
  const popup = window.open(
    blank,
    name,
    Object.entries(features)
      .map(([feature, value]) => `${feature}=${value}`)
      .join(),
  )
  if (!popup) return null
  return {
    name,
    goTo: (address) => popup.location.replace(address),
    sight: () => (popup.closed ? 'gone' : seenIn(popup)),
    failure: () => readFailure(popup),
    close: () => popup.close(),
  }
}

function readFailure(popup: Window): string | null {
  try {
    return popup.document.getElementById(signInFailureElement)?.textContent ?? null
  } catch {
    // The page of another site is not for us to read.
    return null
  }
}

function seenIn({ location }: Window): 'blank' | 'there' | 'back' {
  try {
    if (location.href === blank) return 'blank'
    return location.pathname === loginPath ? 'back' : 'there'
  } catch {
    // The address of another site is not for us to read, so one is shown.
    return 'there'
  }
}

function openFrame(document: Document, address: string): AskingWindow {
  const frame = document.createElement('iframe')
  frame.name = newName()
  frame.hidden = true
  frame.title = 'Renewal of the sign-in'
  frame.src = address
  document.body.append(frame)
  return { name: frame.name, close: () => frame.remove() }
}

/** No two windows may have the same name: opening one would load the other anew. */
function newName(): string {
  return `cresyl-${crypto.randomUUID()}`
}
