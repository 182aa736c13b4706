import { useEffect, useSyncExternalStore } from 'react'
import { formatPercent } from '../../ui/dates.ts'

/** While the tab is in the background its title begins with how far the uploads are. */
export function useTitleProgress(progress: number | null): void {
  const isHidden = useSyncExternalStore(subscribe, () => document.hidden)
  const prefix = isHidden && progress !== null ? `${formatPercent(progress)} · ` : ''
  useEffect(() => {
    if (prefix === '') return
    document.title = prefix + document.title
    return () => {
      // The page may have given itself another title meanwhile.
      if (document.title.startsWith(prefix)) document.title = document.title.slice(prefix.length)
    }
  }, [prefix])
}

function subscribe(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}
