import Box from '@mui/material/Box'
import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { ChartOption } from './chart-option.ts'
import type { Drawing, Hit } from './draw-chart.ts'

interface ChartViewProps {
  /** What it shows, for who can't see it. */
  label: string
  option: ChartOption
  height: number
  onHit: (hit: Hit) => void
  /** In its place where the code that draws could not be fetched. */
  fallback: ReactNode
}

/** What draws charts, fetched once. */
export function loadDrawing(): Promise<typeof import('./draw-chart.ts')> {
  return import('./draw-chart.ts')
}

/** A chart. What draws it is fetched when the first one is shown, at the latest. */
export function ChartView({ label, option, height, onHit, fallback }: ChartViewProps) {
  const element = useRef<HTMLDivElement>(null)
  const [drawing, setDrawing] = useState<Drawing | null>(null)
  const [isFailed, setFailed] = useState(false)
  const hit = useEffectEvent(onHit)

  useEffect(() => {
    let made: Drawing | null = null
    let isGone = false
    loadDrawing().then(
      ({ drawChart }) => {
        if (isGone || !element.current) return
        made = drawChart(element.current, (what) => hit(what))
        setDrawing(made)
      },
      () => setFailed(true),
    )
    return () => {
      isGone = true
      made?.dispose()
      setDrawing(null)
    }
  }, [])

  // Before the page is painted, or printed.
  useLayoutEffect(() => drawing?.show(option), [drawing, option])

  if (isFailed) return fallback
  return (
    <Box
      ref={element}
      role="img"
      aria-label={label}
      sx={{ width: '100%', ...onPaper }}
      // Beside a higher one it is as high as that.
      style={{ minHeight: height, flex: `1 0 ${height}px` }}
    />
  )
}

/** On paper the picture is as wide as its place there. */
const onPaper = {
  '@media print': {
    flex: '0 0 auto !important',
    minHeight: '0 !important',
    '& > div': { width: '100% !important', height: 'auto !important' },
    '& svg': { position: 'static !important', width: '100% !important', height: 'auto !important' },
  },
} as const
