import { z } from '@cresyl/contract/api/zod'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useOwnPreferences } from '../../../lib/session/preferences-context.tsx'
import { usePermission } from '../../../lib/session/session-context.tsx'
import { useAddress } from '../../../ui/address/use-address.ts'
import { columns, type PlaceChange, type SlidePlace, slideList, views } from './place.ts'

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
  const { parameters, values, change: changeAddress } = useAddress(slideList)
  const mayDelete = usePermission('delete:slides')
  const preferences = useOwnPreferences()
  const place = useMemo(() => (mayDelete ? values : { ...values, deleted: false }), [values, mayDelete])

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
        const changed = slideList.change(parameters, said)
        if (changed.toString() !== parameters.toString()) changeAddress(said, { replace: true })
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
      changeAddress(next)
    },
    [place, preferences, changeAddress],
  )
  return { place, change, isKnown }
}
