import Box from '@mui/material/Box'
import { type KeyboardEvent, type PointerEvent, type RefObject, useRef } from 'react'
import {
  type HistogramAxis,
  keyStep,
  positionOf,
  valueAt,
} from '../../../engine/viewer/display/histogram-axis.ts'
import { words } from './words.ts'

/** Each has its own side to be taken by, so that handles that stand close can be told apart. */
const reach = {
  low: { left: -20, width: 24, top: 20, bottom: -8 },
  high: { left: -4, width: 24, top: 20, bottom: -8 },
  middle: { left: -12, width: 24, top: -6, height: 26 },
} as const

interface HistogramHandleProps {
  kind: keyof typeof reach
  label: string
  value: number
  /** The value in words. */
  text: string
  limits: readonly [least: number, greatest: number]
  axis: HistogramAxis
  /** What it moves along. */
  frame: RefObject<HTMLDivElement | null>
  onHold: (holding: boolean) => void
  /** `dragged`: by hand, more often than can be drawn. */
  onMove: (value: number, dragged: boolean) => void
}

/** A line in a histogram that can be dragged, or moved by keys. */
export function HistogramHandle(props: HistogramHandleProps) {
  const { kind, label, value, text, limits, axis, frame, onHold, onMove } = props
  const grip = useRef<number | null>(null)

  function take(event: PointerEvent) {
    const box = frame.current?.getBoundingClientRect()
    if (event.button !== 0 || !box) return
    event.currentTarget.setPointerCapture(event.pointerId)
    // Where it was taken stays under the pointer.
    grip.current = event.clientX - (box.left + positionOf(value, axis) * box.width)
    onHold(true)
  }

  function drag(event: PointerEvent) {
    const box = frame.current?.getBoundingClientRect()
    if (grip.current === null || !box) return
    onMove(valueAt((event.clientX - grip.current - box.left) / box.width, axis), true)
  }

  function letGo() {
    if (grip.current === null) return
    grip.current = null
    onHold(false)
  }

  function press(event: KeyboardEvent) {
    const next = valueAfter(event, value, limits, axis)
    if (next === undefined) return
    event.preventDefault()
    onMove(Math.min(limits[1], Math.max(limits[0], next)), false)
  }

  return (
    <Box
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={limits[0]}
      aria-valuemax={limits[1]}
      aria-valuenow={value}
      aria-valuetext={text}
      aria-orientation="horizontal"
      title={`${label}: ${text}. ${words.histogram.keys}`}
      onPointerDown={take}
      onPointerMove={drag}
      onPointerUp={letGo}
      onPointerCancel={letGo}
      onLostPointerCapture={letGo}
      onKeyDown={press}
      style={{ left: `calc(${positionOf(value, axis) * 100}% + ${reach[kind].left}px)` }}
      sx={{
        position: 'absolute',
        ...reach[kind],
        left: undefined,
        cursor: 'ew-resize',
        touchAction: 'none',
        borderRadius: 0.5,
        '&::before': { content: '""', position: 'absolute', ...marks[kind] },
        '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: 1 },
      }}
    />
  )
}

const line = { width: 2, top: -20, bottom: 8, bgcolor: '#FFFFFF', boxShadow: '0 0 0 1px #141118' }
const marks = {
  low: { ...line, left: 19 },
  high: { ...line, left: 3 },
  middle: {
    width: 10,
    height: 10,
    left: 7,
    top: 1,
    borderRadius: '50%',
    bgcolor: '#FFFFFF',
    boxShadow: '0 0 0 2px #141118',
  },
} as const

function valueAfter(
  { key, shiftKey }: KeyboardEvent,
  value: number,
  [least, greatest]: HistogramHandleProps['limits'],
  axis: HistogramAxis,
): number | undefined {
  const step = keyStep(axis, shiftKey)
  const far = keyStep(axis, true)
  switch (key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return value + step
    case 'ArrowLeft':
    case 'ArrowDown':
      return value - step
    case 'PageUp':
      return value + far
    case 'PageDown':
      return value - far
    case 'Home':
      return least
    case 'End':
      return greatest
    default:
      return undefined
  }
}
