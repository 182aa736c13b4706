import { useSyncExternalStore } from 'react'
import { formatDateTime, formatRelative } from './dates.ts'
import { useLocale } from './locale.ts'

/** "5 minutes ago", with the exact time on hover. */
export function RelativeTime({ time }: { time: string }) {
  const now = useMinute()
  const locale = useLocale()
  return (
    <time dateTime={time} title={formatDateTime(time, locale)}>
      {formatRelative(time, now, locale)}
    </time>
  )
}

let now = new Date()
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

// One timer for every time on the page; it rests while none is shown.
function subscribe(listener: () => void) {
  if (listeners.size === 0) {
    now = new Date()
    timer = setInterval(() => {
      now = new Date()
      for (const each of listeners) each()
    }, 60_000)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) clearInterval(timer)
  }
}

/** The time, anew every minute. */
export function useMinute(): Date {
  return useSyncExternalStore(subscribe, () => now)
}
