import { useEffect } from 'react'

const product = 'Cresyl'

/** "Dashboard · Cresyl" in the tab and the history. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = title === '' ? product : `${title} · ${product}`
  }, [title])
}
