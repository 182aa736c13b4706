import { createContext, useContext } from 'react'

/** Aligning the slides of two panes, for whatever offers it. */
export interface AlignOffer {
  begin: () => void
  /** Why it can't be done now; undefined where it can. */
  reason: string | undefined
  /** Chooses another slide first, which then lies in a pane beside this one. */
  choose: () => void
  chooseReason: string | undefined
}

export const AlignContext = createContext<AlignOffer | null>(null)

export function useAlignOffer(): AlignOffer {
  const offer = useContext(AlignContext)
  if (offer === null) throw new Error('Nothing here aligns slides.')
  return offer
}
