import type { Affine } from '@cresyl/contract/slides/affine'
import type { Size } from '../../viewport.ts'
import type { Look } from '../stacks.ts'
import type { Edges } from '../tile-grid.ts'
import type { TilePicture } from '../tile-picture.ts'

/** A picture and where it lies. */
export interface Piece {
  readonly edges: Edges
  readonly picture: TilePicture
  /** Only what lies in here is drawn; all of it when left out. */
  readonly within?: Edges | undefined
}

export interface PaintedStack {
  /** Front to back: what comes first hides what comes later of the same stack. */
  readonly pieces: readonly Piece[]
  readonly look: Look
  /** Whether nothing of the stacks that follow is drawn where this one is; otherwise channels add up. */
  readonly isAlone: boolean
}

/** All that is to be seen at once. */
export interface Scene {
  /** Of the canvas, in pixels of the screen. */
  readonly size: Size
  /** All of the image: nothing is drawn outside. */
  readonly image: Edges
  /** From pixels of the image to those of the canvas. */
  readonly toCanvas: Affine
  /** Pixels of the screen that one of the image takes. */
  readonly magnification: number
  readonly background: 'white' | 'black'
  readonly stacks: readonly PaintedStack[]
  /** What could not be had. */
  readonly failed: readonly Edges[]
}

/** Whether two scenes look the same. */
export const isSameScene = (one: Scene, other: Scene): boolean =>
  one.size.width === other.size.width &&
  one.size.height === other.size.height &&
  one.background === other.background &&
  one.magnification === other.magnification &&
  isSameEdges(one.image, other.image) &&
  isSameList(one.toCanvas, other.toCanvas, (a, b) => a === b) &&
  isSameList(one.stacks, other.stacks, isSameStack) &&
  isSameList(one.failed, other.failed, isSameEdges)

const isSameStack = (one: PaintedStack, other: PaintedStack): boolean =>
  one.isAlone === other.isAlone &&
  one.look.type === other.look.type &&
  one.look.display === other.look.display &&
  isSameList(one.pieces, other.pieces, isSamePiece)

const isSamePiece = (one: Piece, other: Piece): boolean =>
  one.picture === other.picture &&
  isSameEdges(one.edges, other.edges) &&
  (one.within && other.within ? isSameEdges(one.within, other.within) : one.within === other.within)

const isSameEdges = (one: Edges, other: Edges): boolean =>
  one.left === other.left && one.top === other.top && one.right === other.right && one.bottom === other.bottom

const isSameList = <Item>(
  one: readonly Item[],
  other: readonly Item[],
  isSame: (one: Item, other: Item) => boolean,
): boolean =>
  one.length === other.length &&
  one.every((item, at) => {
    const counterpart = other[at]
    return counterpart !== undefined && isSame(item, counterpart)
  })

export interface Painter {
  /** What it draws on; another one where it had to be exchanged. */
  readonly canvas: HTMLCanvasElement
  /** Whether channels can be composed here; otherwise they come composed. */
  readonly canCompose: boolean
  paint(scene: Scene): void
  destroy(): void
}

export function createCanvas(): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.style.display = 'block'
  return canvas
}

/** The part of a piece that is drawn, in the image, and which part of its picture that is, from 0 to 1. */
export function cutPiece({ edges, within }: Piece): { edges: Edges; part: Edges } | null {
  if (within === undefined) return { edges, part: { left: 0, top: 0, right: 1, bottom: 1 } }
  const cut = {
    left: Math.max(edges.left, within.left),
    top: Math.max(edges.top, within.top),
    right: Math.min(edges.right, within.right),
    bottom: Math.min(edges.bottom, within.bottom),
  }
  if (cut.left >= cut.right || cut.top >= cut.bottom) return null
  const x = (value: number) => (value - edges.left) / (edges.right - edges.left)
  const y = (value: number) => (value - edges.top) / (edges.bottom - edges.top)
  return {
    edges: cut,
    part: { left: x(cut.left), top: y(cut.top), right: x(cut.right), bottom: y(cut.bottom) },
  }
}
