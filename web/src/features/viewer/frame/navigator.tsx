import type { Point } from '@cresyl/contract/affine'
import Box from '@mui/material/Box'
import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import type { SlideView } from '../../../engine/viewer/slide-view.ts'
import { hasChannels } from '../../../engine/viewer/viewed-image.ts'
import { panned, type Size } from '../../../engine/viewer/viewport.ts'
import { ChevronDown, Map as MapIcon } from '../../../ui/icons.ts'
import { useThumbnailAddress } from '../../../ui/use-thumbnail-address.ts'
import { BarButton } from '../bar/bar-button.tsx'
import { floating } from '../bar/floating.ts'
import { useWritten } from '../use-written.ts'
import { isInsideCorners, keptOnImage, onImage, pictureSize, seenCorners } from './navigator-geometry.ts'
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
  const { image } = view
  const { address, isGivenUp, tryAgain } = useThumbnailAddress(image.id, boxes.usual.width)
  const picture = pictureSize(image.pyramid, box)
  const steer = useSteering(view, picture)
  const background = hasChannels(image) ? 'common.black' : 'common.white'
  return (
    <Box
      role="group"
      tabIndex={0}
      aria-label={words.navigator.label}
      title={words.navigator.hint}
      {...steer}
      sx={{
        ...box,
        display: 'grid',
        placeItems: 'center',
        bgcolor: background,
        cursor: 'crosshair',
        touchAction: 'none',
        '&:focus-visible': { outlineOffset: '-2px !important' },
      }}
    >
      <Box data-picture sx={{ ...picture, position: 'relative' }}>
        {address !== null && !isGivenUp && (
          <Box
            component="img"
            src={address}
            alt=""
            draggable={false}
            onError={tryAgain}
            sx={{ display: 'block', width: '100%', height: '100%', userSelect: 'none' }}
          />
        )}
        <Seen view={view} picture={picture} />
      </Box>
    </Box>
  )
}

function Seen({ view, picture }: { view: SlideView; picture: Size }) {
  const ref = useWritten<SVGSVGElement>(view, ['viewport', 'size'], (element) => {
    const corners = seenCorners(view.viewport(), view.size(), view.image.pyramid, picture)
    const points = corners.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')
    for (const box of element.querySelectorAll('polygon')) box.setAttribute('points', points)
    const { x, y } = onPicture(view.viewport().center, view, picture)
    element.querySelector('circle')?.setAttribute('transform', `translate(${x} ${y})`)
  })
  return (
    <Box
      component="svg"
      ref={ref}
      aria-hidden
      sx={{ position: 'absolute', inset: 0, width: '100%', height: '100%', overflow: 'visible' }}
    >
      <polygon fill="none" stroke="#FFFFFF" strokeWidth={3.5} />
      <polygon fill="none" stroke="#6B2FA0" strokeWidth={1.75} />
      {/* At high magnification the box is too small to be found. */}
      <circle r={3} fill="#6B2FA0" stroke="#FFFFFF" strokeWidth={1} />
    </Box>
  )
}

const onPicture = ({ x, y }: Point, { image }: SlideView, picture: Size) => ({
  x: (x * picture.width) / image.pyramid.width,
  y: (y * picture.height) / image.pyramid.height,
})

const arrows: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: 1, y: 0 },
  ArrowRight: { x: -1, y: 0 },
  ArrowUp: { x: 0, y: 1 },
  ArrowDown: { x: 0, y: -1 },
}

/** Where the pointer took the box, from its middle: it doesn't jump to the pointer. */
function useSteering(view: SlideView, picture: Size) {
  const held = useRef<Point | null>(null)
  const whole = view.image.pyramid

  function placeOf(event: PointerEvent<HTMLElement>): Point {
    const { left, top } =
      event.currentTarget.querySelector('[data-picture]')?.getBoundingClientRect() ??
      event.currentTarget.getBoundingClientRect()
    return { x: event.clientX - left, y: event.clientY - top }
  }

  function show(place: Point, animated: boolean) {
    view.show({ center: keptOnImage(onImage(place, whole, picture), whole) }, { animated })
  }

  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      const place = placeOf(event)
      const middle = onPicture(view.viewport().center, view, picture)
      const inside = isInsideCorners(seenCorners(view.viewport(), view.size(), whole, picture), place)
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
