import { useEffect, useRef, useState } from 'react'
import { useOwnPreferences } from '../../../lib/session/preferences-context.tsx'
import { useSessionState } from '../../../lib/session/session-context.tsx'
import { useNarrow } from '../../../ui/frame/use-narrow.ts'
import { changedSheets, closedSheets, type Layout, readLayout, usualLayout } from './layout.ts'

const key = 'viewer-layout'
/** A panel that is dragged wider is not stored at every step. */
const settleLength = 200

type UsedLayout = [Layout | undefined, (change: Partial<Layout>) => void]

/** Undefined until it is known: nothing is to jump. */
export function useLayout(): UsedLayout {
  const [layout, change] = useKeptLayout()
  const narrow = useNarrow()
  const [sheets, setSheets] = useState({ ...closedSheets, tools: !narrow })
  const [isAlone] = useState(() => new URLSearchParams(location.search).has('alone'))
  if (layout === undefined || !(narrow || isAlone)) return [layout, change]

  function changeSheets(part: Partial<Layout>) {
    setSheets((before) => changedSheets(before, part, narrow).sheets)
    const { kept } = changedSheets(sheets, part, narrow)
    if (Object.keys(kept).length > 0) change(kept)
  }

  return [{ ...layout, ...sheets }, changeSheets]
}

/** As it was left, on this device. */
function useKeptLayout(): UsedLayout {
  const preferences = useOwnPreferences()
  const tab = useTabStorage()
  const [layout, setLayout] = useState(() => tab.read())
  const isKnown = layout !== undefined
  const later = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    if (isKnown) return
    let current = true
    preferences.get(key).then((kept) => {
      if (current) setLayout(readLayout(kept))
    })
    return () => {
      current = false
    }
  }, [preferences, isKnown])

  function change(part: Partial<Layout>) {
    const next = { ...(layout ?? usualLayout), ...part }
    setLayout(next)
    tab.write(next)
    clearTimeout(later.current)
    later.current = setTimeout(() => preferences.set(key, next), settleLength)
  }

  return [layout, change]
}

/**
 * A copy that is written at once and read at once: what the browser stores for longer takes a moment, and is lost where
 * the page is loaded again within it.
 */
function useTabStorage() {
  const session = useSessionState()
  const tabKey = `${key}:${session.status === 'signed-in' ? session.user.id : ''}`
  return {
    read(): Layout | undefined {
      try {
        const text = sessionStorage.getItem(tabKey)
        return text === null ? undefined : readLayout(JSON.parse(text))
      } catch {
        return undefined
      }
    },
    write(layout: Layout) {
      try {
        sessionStorage.setItem(tabKey, JSON.stringify(layout))
      } catch {
        // A browser that stores nothing shows the usual layout next time.
      }
    },
  }
}
