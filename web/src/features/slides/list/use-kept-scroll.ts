import { useEffect, useLayoutEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'

/** Where each entry of the history was left, as far as this tab remembers. */
const left = new Map<string, number>()

/** Whoever comes back finds the list where they left it, once it is as long again. */
export function useKeptScroll(isThere: boolean): void {
  const { key } = useLocation()
  const isReturn = useNavigationType() === NavigationType.Pop
  const wanted = useRef(isReturn ? left.get(key) : undefined)

  useLayoutEffect(() => {
    if (!isThere || wanted.current === undefined) return
    const top = wanted.current
    wanted.current = undefined
    // After the frame's own attempt, which came before the list was there.
    const frame = requestAnimationFrame(() => scrollTo({ top, behavior: 'instant' }))
    return () => cancelAnimationFrame(frame)
  }, [isThere])

  useEffect(() => {
    const note = () => {
      if (wanted.current === undefined) left.set(key, scrollY)
    }
    addEventListener('scroll', note, { passive: true })
    return () => removeEventListener('scroll', note)
  }, [key])
}
