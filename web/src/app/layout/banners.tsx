import Box from '@mui/material/Box'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { bannerHeightVariable } from '../../ui/frame/theme.ts'

/** What is to be seen over every page, whatever is scrolled. */
export function Banners({ children }: { children: ReactNode }) {
  return (
    <Box
      ref={useMeasuredHeight()}
      // Over the drawer and the top bar, under dialogs.
      sx={{ position: 'sticky', top: 0, zIndex: (theme) => theme.zIndex.drawer + 1 }}
    >
      {children}
    </Box>
  )
}

/** What sticks to the top of the page starts below it, however many lines it has. */
function useMeasuredHeight() {
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const { style } = document.documentElement
    const measure = () => style.setProperty(bannerHeightVariable, `${ref.current?.offsetHeight ?? 0}px`)
    const observer = new ResizeObserver(measure)
    if (ref.current) observer.observe(ref.current)
    measure()
    return () => {
      observer.disconnect()
      style.removeProperty(bannerHeightVariable)
    }
  }, [])
  return ref
}
