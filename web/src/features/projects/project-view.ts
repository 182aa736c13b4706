import { useEffect, useState } from 'react'
import { useOwnPreferences } from '../../lib/session/preferences-context.tsx'

export const projectViews = ['cards', 'table'] as const
export type ProjectView = (typeof projectViews)[number]

const key = 'project-view'

/** How someone likes to see the projects on this device; undefined until that is known. */
export function useProjectView() {
  const preferences = useOwnPreferences()
  const [view, setView] = useState<ProjectView>()
  useEffect(() => {
    let current = true
    void preferences.get(key).then((kept) => {
      if (current) setView((chosen) => chosen ?? projectViews.find((each) => each === kept) ?? 'cards')
    })
    return () => {
      current = false
    }
  }, [preferences])
  return {
    view,
    choose(next: ProjectView) {
      setView(next)
      void preferences.set(key, next)
    },
  }
}
