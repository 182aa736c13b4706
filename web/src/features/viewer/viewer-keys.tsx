import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { bindKeys } from '../../engine/viewer/input/bind-keys.ts'
import type { KeyAction } from '../../engine/viewer/input/keys.ts'

/** What keys do; false where there is nothing to do just now, so that the browser may have the key. */
export type KeyHandlers = Partial<Record<KeyAction, () => unknown>>

type Registry = Set<{ readonly current: KeyHandlers }>

const ViewerKeysContext = createContext<Registry | null>(null)

/** The one listener of the viewer: it leaves fields, menus and dialogs alone. */
export function ViewerKeysProvider({
  act,
  children,
}: {
  /** For what nobody below has taken. */
  act: (action: KeyAction) => boolean
  children: ReactNode
}) {
  const [registry] = useState<Registry>(() => new Set())
  const otherwise = useRef(act)
  otherwise.current = act
  useEffect(
    () =>
      bindKeys(document, (action) => {
        for (const { current } of registry) {
          const handle = current[action]
          if (handle && handle() !== false) return true
        }
        return otherwise.current(action)
      }),
    [registry],
  )
  return <ViewerKeysContext value={registry}>{children}</ViewerKeysContext>
}

/** While this is on the page, these keys do this. */
export function useViewerKeys(handlers: KeyHandlers): void {
  const registry = useContext(ViewerKeysContext)
  const latest = useRef(handlers)
  latest.current = handlers
  useEffect(() => {
    registry?.add(latest)
    return () => void registry?.delete(latest)
  }, [registry])
}
