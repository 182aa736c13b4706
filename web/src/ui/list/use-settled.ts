import { useEffect, useState } from 'react'

const settleAfter = 250

/** What was typed, once the typing has settled. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), settleAfter)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
