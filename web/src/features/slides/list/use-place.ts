import { z } from '@cresyl/contract/zod'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useOwnPreferences } from '../../../lib/session/preferences-context.tsx'
import { usePermission } from '../../../lib/session/session-context.tsx'
import { changePlace, columns, type PlaceChange, readPlace, type SlidePlace, views } from './place.ts'

const preference = 'slides.view'
const remembered = z.object({ view: z.enum(views), columns: z.array(z.enum(columns)) })

export interface UsedPlace {
  place: SlidePlace
  change: (change: PlaceChange) => void
  /** Whether it is known how this person likes to look at slides. */
  isKnown: boolean
}

/** Which slides the address asks for. Where it doesn't say how to show them, as this person did last. */
export function useSlidePlace(): UsedPlace {
  const [parameters, setParameters] = useSearchParams()
  const mayDelete = usePermission('delete:slides')
  const preferences = useOwnPreferences()
  const place = useMemo(() => {
    const read = readPlace(parameters)
    return mayDelete ? read : { ...read, deleted: false }
  }, [parameters, mayDelete])

  const [isKnown, setKnown] = useState(parameters.has('view') && parameters.has('columns'))
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what the address says when the page opens counts
  useEffect(() => {
    if (isKnown) return
    let isGone = false
    void preferences.get(preference).then((kept) => {
      const known = remembered.safeParse(kept)
      if (isGone) return
      if (known.success) {
        const { view, columns } = known.data
        const said = {
          ...(!parameters.has('view') && { view }),
          ...(!parameters.has('columns') && { columns }),
        }
        const changed = changePlace(parameters, said)
        if (changed.toString() !== parameters.toString()) setParameters(changed, { replace: true })
      }
      setKnown(true)
    })
    return () => {
      isGone = true
    }
  }, [])

  const change = useCallback(
    (next: PlaceChange) => {
      if (next.view !== undefined || next.columns !== undefined) {
        const { view, columns } = { ...place, ...next }
        void preferences.set(preference, { view, columns })
      }
      // Typing must not fill the history.
      const replace = next.q !== undefined && next.tissue === undefined
      setParameters((now) => changePlace(now, next), { replace, preventScrollReset: true })
    },
    [place, preferences, setParameters],
  )
  return { place, change, isKnown }
}
