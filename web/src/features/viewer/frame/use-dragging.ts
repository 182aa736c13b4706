import { useEffect, useState } from 'react'

/** Whether something of this page is being dragged. */
export function useDragging(): boolean {
  const [isDragging, setDragging] = useState(false)
  useEffect(() => {
    const begin = () => setDragging(true)
    const end = () => setDragging(false)
    document.addEventListener('dragstart', begin)
    document.addEventListener('dragend', end)
    return () => {
      document.removeEventListener('dragstart', begin)
      document.removeEventListener('dragend', end)
    }
  }, [])
  return isDragging
}
