import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { bindKeys } from '../../engine/viewer/input/bind-keys.ts'
import type { KeyAction } from '../../engine/viewer/input/keys.ts'
import { useOfferedActions } from '../../ui/frame/palette-actions.ts'
import { offeredKeys } from './offered-keys.ts'

/** What keys do; false where there is nothing to do just now, so that the browser may have the key. */
export type KeyHandlers = Partial<Record<KeyAction, () => unknown>>

type Registry = Set<{ readonly current: KeyHandlers }>

interface ViewerKeys {
  readonly registry: Registry
  /** Does what the key of an action does; false where there is nothing to do. */
  perform(action: KeyAction): boolean
}

const ViewerKeysContext = createContext<ViewerKeys | null>(null)

/** The one listener of the viewer: it leaves fields, menus and dialogs alone. */
export function ViewerKeysProvider({
  act,
  children,
}: {
  /** For what nobody below has taken. */
  act: (action: KeyAction) => boolean
  children: ReactNode
}) {
  const otherwise = useRef(act)
  otherwise.current = act
  const [keys] = useState<ViewerKeys>(() => {
    const registry: Registry = new Set()
    return {
      registry,
      perform(action) {
        for (const { current } of registry) {
          const handle = current[action]
          if (handle && handle() !== false) return true
        }
        return otherwise.current(action)
      },
    }
  })
  useEffect(() => bindKeys(document, keys.perform), [keys])
  return <ViewerKeysContext value={keys}>{children}</ViewerKeysContext>
}

/** Offers in the palette what keys do here. */
export function OfferedKeys() {
  const keys = useContext(ViewerKeysContext)
  useOfferedActions(useMemo(() => (keys ? offeredKeys(keys.perform) : []), [keys]))
  return null
}

/** While this is on the page, these keys do this. */
export function useViewerKeys(handlers: KeyHandlers): void {
  const registry = useContext(ViewerKeysContext)?.registry
  const latest = useRef(handlers)
  latest.current = handlers
  useEffect(() => {
    registry?.add(latest)
    return () => void registry?.delete(latest)
  }, [registry])
}
