import type { Point } from '@cresyl/contract/slides/affine'
import Box from '@mui/material/Box'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { drawOverview, imagePlace, seenBox } from '../../../engine/viewer/overview.ts'
import type { SlideView } from '../../../engine/viewer/slide-view.ts'
import { hasChannels } from '../../../engine/viewer/viewed-image.ts'
import { panned, type Size } from '../../../engine/viewer/viewport.ts'
import { ChevronDown, Map as MapIcon } from '../../../ui/frame/icons.ts'
import { BarButton } from '../bar/bar-button.tsx'
import { floating } from '../bar/floating.ts'
import { useShownView } from '../stack-of.ts'
import { useOpenTiles } from '../tile-connections.ts'
import { useWritten } from '../use-written.ts'
import { words } from './words.ts'

const boxes = { usual: { width: 200, height: 150 }, small: { width: 136, height: 102 } } as const

interface NavigatorProps {
  view: SlideView
  isOpen: boolean
  /** Where panes are small, too. */
  isSmall: boolean
  onToggle: () => void
}

/** The whole image, small, with what is seen of it. */
export function Navigator({ view, isOpen, isSmall, onToggle }: NavigatorProps) {
  if (!isOpen) {
    return (
      <Box sx={floating}>
        <BarButton label={words.navigator.expand} icon={MapIcon} onClick={onToggle} />
      </Box>
    )
  }
  return (
    <Box sx={{ ...floating, position: 'relative', overflow: 'hidden' }}>
      <Overview view={view} box={boxes[isSmall ? 'small' : 'usual']} />
      <Box sx={{ ...floating, position: 'absolute', right: 4, bottom: 4, opacity: 0.9 }}>
        <BarButton label={words.navigator.collapse} icon={ChevronDown} onClick={onToggle} size={24} />
      </Box>
    </Box>
  )
}

function Overview({ view, box }: { view: SlideView; box: Size }) {
  const shown = useShownView(view) ?? view
  const steer = useSteering(view, box)
  return (
    <Box
      role="group"
      tabIndex={0}
      aria-label={words.navigator.label}
      title={words.navigator.hint}
      {...steer}
      sx={{
        ...box,
        position: 'relative',
        bgcolor: hasChannels(shown.image) ? 'common.black' : 'common.white',
        cursor: 'crosshair',
        touchAction: 'none',
        userSelect: 'none',
        '&:focus-visible': { outlineOffset: '-2px !important' },
      }}
    >
      <Whole view={view} shown={shown} box={box} />
      <Seen view={view} box={box} />
    </Box>
  )
}

/** The image that is seen, drawn as the view draws it. */
function Whole({ view, shown, box }: { view: SlideView; shown: SlideView; box: Size }) {
  const openTiles = useOpenTiles()
  const [element, setElement] = useState<HTMLElement | null>(null)
  useEffect(() => {
    if (element) return drawOverview(element, view, { shown, tiles: openTiles(shown.image), box })
  }, [element, view, shown, openTiles, box])
  return <Box ref={setElement} />
}

function Seen({ view, box }: { view: SlideView; box: Size }) {
  const ref = useWritten<SVGSVGElement>(view, ['viewport', 'size'], (element) => {
    const { x, y, width, height } = seenBox(view, box)
    for (const seen of element.querySelectorAll('rect')) {
      seen.setAttribute('transform', `translate(${x.toFixed(1)} ${y.toFixed(1)})`)
      seen.setAttribute('width', width.toFixed(1))
      seen.setAttribute('height', height.toFixed(1))
    }
    const middle = `translate(${x + width / 2} ${y + height / 2})`
    element.querySelector('circle')?.setAttribute('transform', middle)
  })
  return (
    <Box
      component="svg"
      ref={ref}
      aria-hidden
      sx={{ position: 'absolute', inset: 0, width: '100%', height: '100%' }}
    >
      <rect fill="none" stroke="#FFFFFF" strokeWidth={3.5} />
      <rect fill="none" stroke="#6B2FA0" strokeWidth={1.75} />
      {/* At high magnification the box is too small to be found. */}
      <circle r={3} fill="#6B2FA0" stroke="#FFFFFF" strokeWidth={1} />
    </Box>
  )
}

const arrows: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: 1, y: 0 },
  ArrowRight: { x: -1, y: 0 },
  ArrowUp: { x: 0, y: 1 },
  ArrowDown: { x: 0, y: -1 },
}

/** Where the pointer took the box, from its middle: it doesn't jump to the pointer. */
function useSteering(view: SlideView, box: Size) {
  const held = useRef<Point | null>(null)

  function placeOf(event: PointerEvent<HTMLElement>): Point {
    const { left, top } = event.currentTarget.getBoundingClientRect()
    return { x: event.clientX - left, y: event.clientY - top }
  }

  function show(place: Point, animated: boolean) {
    view.show({ center: imagePlace(view, box, place) }, { animated })
  }

  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      const place = placeOf(event)
      const seen = seenBox(view, box)
      const middle = { x: seen.x + seen.width / 2, y: seen.y + seen.height / 2 }
      const inside =
        2 * Math.abs(place.x - middle.x) <= seen.width && 2 * Math.abs(place.y - middle.y) <= seen.height
      held.current = inside ? { x: middle.x - place.x, y: middle.y - place.y } : { x: 0, y: 0 }
      if (!inside) show(place, true)
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (held.current === null) return
      const place = placeOf(event)
      show({ x: place.x + held.current.x, y: place.y + held.current.y }, false)
    },
    onPointerUp: () => {
      held.current = null
    },
    onPointerCancel: () => {
      held.current = null
    },
    onKeyDown(event: KeyboardEvent) {
      const way = arrows[event.key]
      if (way === undefined) return
      event.preventDefault()
      event.stopPropagation()
      const { width, height } = view.size()
      view.show(panned(view.aim(), view.size(), { x: way.x * width * 0.25, y: way.y * height * 0.25 }))
    },
  }
}
