import type { Point } from '@cresyl/contract/slides/affine'
import { placeIn } from '../input/place-in.ts'
import { createWheelReader } from '../input/wheel.ts'
import { edgeEnds, middleOf, throughPoint, turnedTowards } from './curtain.ts'
import { lensAt, lensMiddle } from './lens.ts'
import type { Stack } from './stack.ts'

/** How broad the part of the edge is that can be taken, in CSS pixels. */
const reach = 24
const line = { background: '#FFFFFF', boxShadow: '0 0 0 1px rgb(0 0 0 / 0.55)' }
const knob = { ...line, position: 'absolute', borderRadius: '50%' }

/**
 * The edge of the curtain and the rim of the lens, to be taken by the pointer: the edge is moved by itself and turned by
 * its outer knobs; the lens is moved, and the wheel over it zooms it, with Shift makes it larger. Keys and the panel do
 * the same, so that screen readers are not told of these. Returns what ends it.
 */
export function addStackHandles(stack: Stack): () => void {
  const { view } = stack
  let made: { root: HTMLElement; edge: HTMLElement; rim: HTMLElement } | null = null

  function parts() {
    if (made) return made
    const root = box({ inset: '0', pointerEvents: 'none' })
    root.setAttribute('aria-hidden', 'true')
    const edge = createEdge(stack, root)
    const rim = createRim(stack, root)
    root.append(edge, rim)
    made = { root, edge, rim }
    return made
  }

  const layer = view.addLayer({
    kind: 'tools',
    draw: ({ size }) => {
      const { root, edge, rim } = parts()
      const { mode, curtain, lens } = stack.state()
      const ends = mode === 'curtain' && !stack.isHeld() ? edgeEnds(curtain, size) : null
      edge.style.display = ends ? '' : 'none'
      if (ends) {
        const [from, to] = ends
        const middle = middleOf(curtain, size)
        Object.assign(edge.style, {
          width: `${Math.hypot(to.x - from.x, to.y - from.y)}px`,
          left: `${middle.x}px`,
          top: `${middle.y}px`,
          transform: `translate(-50%, -50%) rotate(${curtain.angle + Math.PI / 2}rad)`,
          cursor: cursorAcross(curtain.angle),
        })
      }
      const isLens = mode === 'lens' && !stack.isHeld()
      rim.style.display = isLens ? '' : 'none'
      if (isLens) {
        const { x, y } = lensMiddle(lens, size)
        const across = `${2 * lens.radius}px`
        Object.assign(rim.style, { left: `${x}px`, top: `${y}px`, width: across, height: across })
      }
      return root
    },
  })
  const leave = stack.subscribe('state', () => layer.changed())
  return () => {
    leave()
    layer.remove()
  }
}

function createEdge(stack: Stack, root: HTMLElement): HTMLElement {
  const edge = box({ height: `${reach}px`, pointerEvents: 'auto', touchAction: 'none' })
  edge.dataset.curtainEdge = ''
  edge.append(box({ ...line, left: '0', right: '0', top: `${reach / 2 - 1}px`, height: '2px' }))
  const turning = ['22%', '78%'].map((left) => {
    const turn = box({ ...knob, left, top: '4px', width: '16px', height: '16px', cursor: 'grab' })
    turn.dataset.curtainTurn = ''
    return turn
  })
  const grip = box({ ...knob, left: 'calc(50% - 12px)', top: '0', width: '24px', height: '24px' })
  edge.append(grip, ...turning)
  listen(edge, root, (_, target) => {
    const isTurned = turning.some((turn) => turn === target)
    return (place) => {
      const { curtain } = stack.state()
      const size = stack.view.size()
      const moved = isTurned ? turnedTowards(curtain, size, place) : throughPoint(curtain, size, place)
      stack.set({ curtain: moved })
    }
  })
  return edge
}

function createRim(stack: Stack, root: HTMLElement): HTMLElement {
  const rim = box({
    transform: 'translate(-50%, -50%)',
    boxSizing: 'border-box',
    borderRadius: '50%',
    border: '2px solid #FFFFFF',
    boxShadow: `${line.boxShadow}, inset ${line.boxShadow}`,
    pointerEvents: 'auto',
    touchAction: 'none',
    cursor: 'move',
  })
  rim.dataset.lens = ''
  listen(rim, root, (start) => {
    const middle = lensMiddle(stack.state().lens, stack.view.size())
    const from = { x: middle.x - start.x, y: middle.y - start.y }
    return ({ x, y }) =>
      stack.set({ lens: lensAt(stack.state().lens, stack.view.size(), { x: x + from.x, y: y + from.y }) })
  })
  const read = createWheelReader()
  rim.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault()
      // Otherwise the picture is zoomed as well.
      event.stopPropagation()
      const factor = 2 ** read(event)
      const { lens } = stack.state()
      stack.set({
        lens: event.shiftKey
          ? { ...lens, radius: lens.radius * factor }
          : { ...lens, zoom: lens.zoom * factor },
      })
    },
    { passive: false },
  )
  return rim
}

/** Calls what `begin` returns for every place that the pointer is dragged to, in CSS pixels of the view. */
function listen(
  element: HTMLElement,
  root: HTMLElement,
  begin: (start: Point, target: EventTarget | null) => (place: Point) => unknown,
): void {
  let drag: ((place: Point) => unknown) | null = null
  element.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return
    // The map must not move the picture along.
    event.stopPropagation()
    element.setPointerCapture(event.pointerId)
    drag = begin(placeIn(root, event), event.target)
  })
  element.addEventListener('pointermove', (event) => drag?.(placeIn(root, event)))
  for (const end of ['pointerup', 'pointercancel'] as const)
    element.addEventListener(end, () => {
      drag = null
    })
}

function box(style: Partial<CSSStyleDeclaration>): HTMLElement {
  const element = document.createElement('div')
  Object.assign(element.style, { position: 'absolute' }, style)
  return element
}

/** The nearest of the four that browsers have. */
function cursorAcross(angle: number): string {
  const cursors = ['ew-resize', 'nwse-resize', 'ns-resize', 'nesw-resize']
  return cursors[Math.round((4 * angle) / Math.PI) % 4] ?? 'move'
}
