import Box from '@mui/material/Box'
import type { SlideView } from '../../../engine/viewer/slide-view.ts'
import { curtainNamePlaces } from '../../../engine/viewer/stack/curtain.ts'
import { lensMiddle } from '../../../engine/viewer/stack/lens.ts'
import type { Stack } from '../../../engine/viewer/stack/stack.ts'
import { floating } from '../bar/floating.ts'
import { stackOf, useStack } from '../stack-of.ts'
import { useViewState } from '../viewer-context.tsx'
import { stackCaption } from './stack-caption.ts'
import { useStackDesk } from './stack-desk.tsx'

const name = {
  ...floating,
  px: 2,
  py: 0.5,
  maxWidth: 200,
  typography: 'body2',
  fontWeight: 600,
  whiteSpace: 'nowrap',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
} as const

/** On the picture: which image is which side of the curtain, or in the lens. */
export function CompareNames({ view }: { view: SlideView }) {
  const stack = stackOf(view)
  const mode = useStack(stack, 'state', (each) => (each.isHeld() ? 'single' : each.state().mode))
  if (stack === null || (mode !== 'curtain' && mode !== 'lens')) return null
  return <PlacedNames stack={stack} view={view} />
}

/** Room that a name takes below the lens. */
const below = 40

function PlacedNames({ stack, view }: { stack: Stack; view: SlideView }) {
  const { nameOf } = useStackDesk()
  const state = useStack(stack, 'state', (each) => each.state())
  useViewState(view, 'size', () => `${view.size().width} ${view.size().height}`)
  if (state === null) return null
  const size = view.size()
  if (state.mode === 'lens') {
    const { x, y } = lensMiddle(state.lens, size)
    const isBelow = y + state.lens.radius + below < size.height
    const edge = y + (isBelow ? state.lens.radius + 8 : -state.lens.radius - 8)
    return <Name text={nameOf(state.second)} x={x} y={edge} shift={isBelow ? '-50%, 0' : '-50%, -100%'} />
  }
  const places = curtainNamePlaces(state.curtain, size)
  if (places === null) return null
  const { before, beyond, isAcross, isReversed } = places
  const [first, last] = isAcross ? ['-100%, -50%', '0, -50%'] : ['-50%, -100%', '-50%, 0']
  return (
    <>
      <Name text={nameOf(state.shown)} {...before} shift={isReversed ? last : first} />
      <Name text={nameOf(state.second)} {...beyond} shift={isReversed ? first : last} />
    </>
  )
}

function Name({ text, x, y, shift }: { text: string; x: number; y: number; shift: string }) {
  return (
    <Box
      data-compared
      sx={{ ...name, position: 'absolute', pointerEvents: 'none' }}
      style={{ left: x, top: y, transform: `translate(${shift})` }}
    >
      <bdi>{text}</bdi>
    </Box>
  )
}

/** In the corner: which images lie over each other, or which of two is seen just now. */
export function CompareCaption({ view }: { view: SlideView }) {
  const { nameOf } = useStackDesk()
  const stack = stackOf(view)
  const state = useStack(stack, 'state', (each) => each.state())
  const isHeld = useStack(stack, 'state', (each) => each.isHeld())
  if (stack === null || (state?.mode !== 'blend' && state?.mode !== 'flicker')) return null
  const seen = isHeld ? state.second : state.shown
  return (
    <Box data-compared sx={{ ...name, maxWidth: '100%', whiteSpace: 'normal' }}>
      {state.mode === 'blend' && !isHeld ? stackCaption(stack, nameOf) : nameOf(seen)}
    </Box>
  )
}
