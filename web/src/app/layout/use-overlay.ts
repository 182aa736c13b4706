import { useState } from 'react'
import { useLocation, useNavigate, useNavigationType } from 'react-router'

/** For what lies over whichever page one is on, by the fragment of the address. */
export function useOverlay() {
  const { search } = useLocation()
  const navigate = useNavigate()
  const type = useNavigationType()
  // Opened by a click: closing is going back, so that no second entry of the same page stays behind.
  const [pushed] = useState(type === 'PUSH')
  const go = (hash: string) => navigate({ search, hash }, { replace: true, preventScrollReset: true })
  return { go, close: () => (pushed ? navigate(-1) : go('')) }
}
