import type { PaintContext, Picture } from '../picture.ts'
import type { Frame, TileStatus } from '../tiles/tile-layer.ts'
import type { Size } from '../viewport.ts'
import { createDifferenceCanvas, type DifferenceCanvas } from './difference-canvas.ts'
import { lensFrame, lensMiddle } from './lens.ts'
import type { StackImage } from './stack-image.ts'
import { type Clip, clipText, type Pair, partsOf, type StackPart, traceClip } from './stack-parts.ts'
import type { StackState } from './stack-state.ts'

interface StackSight {
  state(): StackState
  /** Of those that are seen, what is there. */
  pair(): Pair<StackImage>
  isHeld(): boolean
  /** How many images were asked for that are not there yet. */
  awaited(): number
  /** All that were opened: those that a frame doesn't draw are to rest. */
  images(): Iterable<StackImage>
}

export interface StackPicture extends Picture {
  /** Something is to be drawn anew. */
  changed(): void
  destroy(): void
}

/**
 * The images of a stack, each drawn by itself on a canvas of its own: the browser cuts and blends them, so that a curtain
 * that is drawn aside, or another opacity, draws nothing but what was missing.
 */
export function createStackPicture(sight: StackSight): StackPicture {
  const holders = new Map<StackImage, HTMLElement>()
  const listeners = new Set<() => void>()
  let parts: readonly StackPart[] = []
  let difference: DifferenceCanvas | null = null
  let made: HTMLElement | null = null

  function element(): HTMLElement {
    if (made) return made
    made = document.createElement('div')
    Object.assign(made.style, { position: 'absolute', inset: '0' })
    made.className = 'stack-picture'
    return made
  }

  function holderOf({ layer, clip, opacity, isHidden = false }: StackPart): HTMLElement {
    const holder = holders.get(layer) ?? document.createElement('div')
    holders.set(layer, holder)
    const { canvas } = layer.tiles
    // Alone in the view it is mirrored with it; here the whole is.
    canvas.style.transform = ''
    if (holder.firstChild !== canvas) holder.replaceChildren(canvas)
    Object.assign(holder.style, {
      position: 'absolute',
      inset: '0',
      clipPath: clipText(clip),
      // Not taken out of the page: it is there at once when it is wanted.
      opacity: String(isHidden ? 0 : opacity),
    })
    return holder
  }

  function put(children: readonly HTMLElement[]) {
    const { children: there } = element()
    const isSame = children.length === there.length && children.every((child, at) => there[at] === child)
    if (!isSame) element().replaceChildren(...children)
  }

  function drawDifference(frame: Frame): boolean {
    const [one, other] = parts
    if (sight.state().mode !== 'difference' || !one || !other) return false
    difference ??= createDifferenceCanvas()
    difference.paint(one.layer.tiles.canvas, other.layer.tiles.canvas, frame, sight.state().scale)
    put([difference.canvas])
    return true
  }

  return {
    draw(frame) {
      parts = partsOf(sight.state(), sight.pair(), frame, sight.isHeld())
      const drawn = new Set(parts.map(({ layer }) => layer))
      for (const image of sight.images()) if (!drawn.has(image)) image.tiles.rest()
      for (const layer of holders.keys()) if (!drawn.has(layer)) holders.delete(layer)
      for (const part of parts) part.layer.tiles.render(part.frame)
      if (!drawDifference(frame)) put(parts.map(holderOf))
      return element()
    },
    lens(frame) {
      const { mode, lens } = sight.state()
      const isSeen = mode === 'lens' && lens.zoom !== 1 && !sight.isHeld() && sight.pair().second !== null
      if (!isSeen) return undefined
      return {
        middle: lensMiddle(lens, frame.size),
        radius: lens.radius,
        frame: lensFrame(frame, lens),
      }
    },
    copy(context, size) {
      if (difference && made?.firstChild === difference.canvas) {
        context.drawImage(difference.canvas, 0, 0, size.width, size.height)
      } else for (const part of parts) copyPart(context, part, size)
    },
    status: () =>
      parts
        .map(({ layer }) => layer.tiles.status())
        // Of an image that isn't open yet it is not known which tiles: it counts as one that is missing.
        .reduce(sum, { wanted: sight.awaited(), loaded: 0, failed: 0 }),
    subscribe(listener) {
      const own = () => listener()
      listeners.add(own)
      return () => void listeners.delete(own)
    },
    changed() {
      for (const listener of [...listeners]) listener()
    },
    retry() {
      for (const { layer } of parts) layer.tiles.retry()
    },
    destroy() {
      listeners.clear()
      holders.clear()
      difference?.destroy()
      made?.replaceChildren()
    },
  }
}

function copyPart(context: PaintContext, part: StackPart, { width, height }: Size): void {
  if (part.isHidden) return
  context.save()
  if (part.clip) {
    traceClip(context, part.clip)
    context.clip()
  }
  context.globalAlpha = part.opacity
  context.drawImage(part.layer.tiles.canvas, 0, 0, width, height)
  context.restore()
  if (part.clip) strokeEdge(context, part.clip)
}

/** Where one image ends and the other begins is seen in a picture as well. */
function strokeEdge(context: PaintContext, clip: Clip): void {
  for (const [width, colour] of [
    [4, 'rgb(0 0 0 / 0.55)'],
    [2, '#FFFFFF'],
  ] as const) {
    traceClip(context, clip)
    context.lineWidth = width
    context.strokeStyle = colour
    context.stroke()
  }
}

const sum = (one: TileStatus, other: TileStatus): TileStatus => ({
  wanted: one.wanted + other.wanted,
  loaded: one.loaded + other.loaded,
  failed: one.failed + other.failed,
})
