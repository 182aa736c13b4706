import { useEffect, useState } from 'react'

/** Milliseconds: who scrolls past sooner needs no pictures. */
const after = 100

/** Whether it has been on the page for a moment: what costs most is not made for what is only scrolled past. */
export function useLate(): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), after)
    return () => clearTimeout(timer)
  }, [])
  return isLate
}
