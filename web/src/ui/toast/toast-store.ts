import { toastDurations } from '@cresyl/contract/api/limits'

export type Severity = 'success' | 'info' | 'warning' | 'error'

export interface ToastAction {
  label: string
  run: () => void
}

export interface Toast {
  id: number
  message: string
  severity: Severity
  /** Milliseconds until it hides itself. */
  duration: number
  action: ToastAction | undefined
}

/** More than this wait for their turn; none is dropped. */
export const visibleAtOnce = 3

export interface ToastStore {
  show(message: string, severity?: Severity, action?: ToastAction): number
  hide(id: number): void
  /** The toasts on the screen, oldest first. */
  visible(): readonly Toast[]
  subscribe(listener: () => void): () => void
}

export function createToastStore(): ToastStore {
  let queue: readonly Toast[] = []
  let onScreen: readonly Toast[] = []
  let lastId = 0
  const listeners = new Set<() => void>()

  function replace(next: readonly Toast[]) {
    queue = next
    onScreen = queue.slice(0, visibleAtOnce)
    for (const listener of listeners) listener()
  }

  return {
    show(message, severity = 'success', action) {
      lastId += 1
      const duration = severity === 'error' ? toastDurations.error : toastDurations.other
      replace([...queue, { id: lastId, message, severity, duration, action }])
      return lastId
    },
    hide(id) {
      replace(queue.filter((toast) => toast.id !== id))
    },
    visible: () => onScreen,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

// The one queue of the page: code outside React (session, uploads) says things to the person through it too.
export const toasts = createToastStore()

export function showToast(message: string, severity?: Severity, action?: ToastAction): number {
  return toasts.show(message, severity, action)
}

export function hideToast(id: number): void {
  toasts.hide(id)
}
