import type { Point } from '@cresyl/contract/slides/affine'
import type { PaintContext } from '../picture.ts'
import type { Frame } from '../tiles/tile-layer.ts'
import { curtainShapes } from './curtain.ts'
import { lensFrame, lensMiddle } from './lens.ts'
import { hasSamePixels, type StackImage } from './stack-image.ts'
import type { StackState } from './stack-state.ts'

/** What of a part is seen: a shape or a circle, in CSS pixels of the view. */
export type Clip =
  | { readonly type: 'shape'; readonly corners: readonly Point[] }
  | { readonly type: 'circle'; readonly middle: Point; readonly radius: number }

/** An image as it is drawn in one frame. */
export interface StackPart<Layer = StackImage> {
  readonly layer: Layer
  readonly frame: Frame
  readonly clip?: Clip
  /** From 0 to 1. */
  readonly opacity: number
  /** Drawn, so that it is there at once when it is wanted, but not seen. */
  readonly isHidden?: boolean
}

export interface Pair<Layer> {
  readonly first: Layer | null
  readonly second: Layer | null
}

type Placed = Pick<StackImage, 'placed'>

/** What is drawn, from below. `isHeld`: while the key is held, the second takes the place of the first. */
export function partsOf<Layer extends Placed>(
  state: Pick<StackState, 'mode' | 'curtain' | 'lens' | 'opacity'>,
  { first, second }: Pair<Layer>,
  frame: Frame,
  isHeld: boolean,
): StackPart<Layer>[] {
  const alone = (layer: Layer): StackPart<Layer> => ({ layer, frame: frameOf(frame, layer), opacity: 1 })
  if (first === null) return []
  if (second === null || state.mode === 'single') return [alone(isHeld && second ? second : first)]
  // Beside each other, both lie where they belong, unless all their pixels fall together anyway.
  const isExact = !(hasSamePixels(first) && hasSamePixels(second))
  const of = (layer: Layer, seen = frame): Frame => ({ ...frameOf(seen, layer), isExact })
  if (state.mode === 'flicker') {
    return [
      { layer: first, frame: of(first), opacity: 1, isHidden: isHeld },
      { layer: second, frame: of(second), opacity: 1, isHidden: !isHeld },
    ]
  }
  if (isHeld) return [alone(second)]
  switch (state.mode) {
    case 'curtain': {
      const shapes = curtainShapes(state.curtain, frame.size)
      const side = (layer: Layer, corners: readonly Point[]): StackPart<Layer>[] =>
        corners.length === 0
          ? []
          : [
              {
                layer,
                frame: of(layer, { ...frame, within: corners }),
                clip: { type: 'shape', corners },
                opacity: 1,
              },
            ]
      return [...side(first, shapes.before), ...side(second, shapes.beyond)]
    }
    case 'lens': {
      const clip: Clip = {
        type: 'circle',
        middle: lensMiddle(state.lens, frame.size),
        radius: state.lens.radius,
      }
      return [
        { layer: first, frame: of(first), opacity: 1 },
        { layer: second, frame: of(second, lensFrame(frame, state.lens)), clip, opacity: 1 },
      ]
    }
    case 'blend':
      // What is wholly covered, or not seen at all, isn't fetched.
      return [
        ...(state.opacity < 1 ? [{ layer: first, frame: of(first), opacity: 1 }] : []),
        ...(state.opacity > 0 ? [{ layer: second, frame: of(second), opacity: state.opacity }] : []),
      ]
    case 'difference':
      return [first, second].map((layer) => ({ layer, frame: of(layer), opacity: 1 }))
  }
}

const frameOf = (frame: Frame, { placed }: Placed): Frame => ({ ...frame, placed })

export function clipText(clip: Clip | undefined): string {
  if (clip === undefined) return ''
  if (clip.type === 'circle') return `circle(${clip.radius}px at ${clip.middle.x}px ${clip.middle.y}px)`
  return `polygon(${clip.corners.map(({ x, y }) => `${x}px ${y}px`).join(', ')})`
}

export function traceClip(context: PaintContext, clip: Clip): void {
  context.beginPath()
  if (clip.type === 'circle') context.arc(clip.middle.x, clip.middle.y, clip.radius, 0, 2 * Math.PI)
  else for (const { x, y } of clip.corners) context.lineTo(x, y)
  context.closePath()
}
