import { type PointerEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Band, bandBetween, type Layout, type Point } from './window.ts'

/** A hand is never quite still: less is a click. */
const leastMove = 6
/** So near to the edge of the window the page scrolls along, by this much a frame at most. */
const edge = 56
const fastest = 28

export interface DrawnBand {
  from: Point
  to: Point
  band: Band | null
}

interface UsedBand {
  drawn: DrawnBand | null
  begin: (event: PointerEvent) => void
}

/** Draws a rectangle over the slides with the mouse; `onEnd` hears what it touched. */
export function useBand(
  list: RefObject<HTMLElement | null>,
  layout: Layout,
  onEnd: (band: Band | null, keeps: boolean) => void,
): UsedBand {
  const [start, setStart] = useState<{ from: Point; x: number; y: number; keeps: boolean } | null>(null)
  const [to, setTo] = useState<Point | null>(null)
  const pointer = useRef({ x: 0, y: 0 })

  const pointIn = () => {
    const { left = 0, top = 0 } = list.current?.getBoundingClientRect() ?? {}
    return { x: pointer.current.x - left, y: pointer.current.y - top }
  }
  const follow = useEffectEvent(() => {
    const moved = start && Math.hypot(pointer.current.x - start.x, pointer.current.y - start.y) > leastMove
    if (moved || to !== null) setTo(pointIn())
  })
  const end = useEffectEvent((isDone: boolean) => {
    if (start && to && isDone) onEnd(bandBetween(start.from, to, layout), start.keeps)
    if (to) refuseClick()
    setStart(null)
    setTo(null)
  })

  const isOn = start !== null
  useEffect(() => {
    if (!isOn) return
    const listening = new AbortController()
    const { signal } = listening
    addEventListener(
      'pointermove',
      (event) => {
        pointer.current = { x: event.clientX, y: event.clientY }
        follow()
      },
      { signal },
    )
    addEventListener('scroll', () => follow(), { signal, passive: true })
    addEventListener('pointerup', () => end(true), { signal })
    addEventListener('pointercancel', () => end(false), { signal })
    addEventListener('blur', () => end(false), { signal })
    addEventListener('keydown', (event) => event.key === 'Escape' && end(false), { signal })
    return () => listening.abort()
  }, [isOn])

  const isDrawing = to !== null
  useEffect(() => {
    if (!isDrawing) return
    let frame = requestAnimationFrame(function along() {
      const { y } = pointer.current
      const beyond = y < edge + 56 ? y - edge - 56 : Math.max(0, y - (innerHeight - edge))
      if (beyond !== 0)
        scrollBy({ top: Math.max(-fastest, Math.min(fastest, beyond / 2)), behavior: 'instant' })
      frame = requestAnimationFrame(along)
    })
    return () => cancelAnimationFrame(frame)
  }, [isDrawing])

  function begin(event: PointerEvent) {
    const { target, pointerType, button, clientX, clientY } = event
    const isControl = target instanceof Element && target.closest('button, input, [role="columnheader"]')
    if (pointerType !== 'mouse' || button !== 0 || isControl) return
    pointer.current = { x: clientX, y: clientY }
    const keeps = event.shiftKey || event.ctrlKey || event.metaKey
    setStart({ from: pointIn(), x: clientX, y: clientY, keeps })
  }

  const drawn = start && to ? { from: start.from, to, band: bandBetween(start.from, to, layout) } : null
  return { drawn, begin }
}

/** Letting go over a slide is the end of the rectangle, not a click on the slide. */
function refuseClick() {
  const refuse = (event: MouseEvent) => {
    event.preventDefault()
    event.stopPropagation()
  }
  addEventListener('click', refuse, { capture: true, once: true })
  setTimeout(() => removeEventListener('click', refuse, { capture: true }))
}
