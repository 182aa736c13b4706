import Box from '@mui/material/Box'
import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { panelWidths } from './layout.ts'
import { words } from './words.ts'

interface PanelHandleProps {
  width: number
  onWidth: (width: number) => void
}

const step = 16

/** The edge by which the panel is made wider or narrower, by pointer or arrow keys. */
export function PanelHandle({ width, onWidth }: PanelHandleProps) {
  const held = useRef<{ from: number; width: number } | null>(null)

  function change(wanted: number) {
    const { narrowest, widest } = panelWidths
    onWidth(Math.round(Math.min(Math.max(wanted, narrowest), widest)))
  }

  const pointer = {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      event.currentTarget.setPointerCapture(event.pointerId)
      held.current = { from: event.clientX, width }
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (held.current) change(held.current.width + held.current.from - event.clientX)
    },
    onPointerUp: () => {
      held.current = null
    },
    onPointerCancel: () => {
      held.current = null
    },
  }

  function onKeyDown(event: KeyboardEvent) {
    const by = event.key === 'ArrowLeft' ? step : event.key === 'ArrowRight' ? -step : 0
    if (by === 0) return
    event.preventDefault()
    event.stopPropagation()
    change(width + by)
  }

  return (
    <Box
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={words.panel.width}
      aria-valuenow={width}
      aria-valuemin={panelWidths.narrowest}
      aria-valuemax={panelWidths.widest}
      title={words.panel.width}
      {...pointer}
      onKeyDown={onKeyDown}
      sx={{
        position: 'absolute',
        insetBlock: 0,
        left: -4,
        width: 8,
        zIndex: 2,
        cursor: 'col-resize',
        touchAction: 'none',
        '&:hover, &:active': { bgcolor: 'tokens.accent' },
      }}
    />
  )
}
