import type { AnnotationBox } from '@cresyl/contract/annotations/annotation-geometry'
import { type AnnotationView, shapesOf } from '@cresyl/contract/annotations/annotation-views'
import { savedShape } from '../content/shape.ts'
import type { AnnotationDocument } from '../document/create-document.ts'
import type { Counted } from './counted-picture.ts'

/** Asks the server for what is to be drawn: everything where that is not too much, otherwise what each view shows. */
export interface AnnotationSource {
  /** What a view shows now; asked for once one stays there. */
  want(view: object, visible: AnnotationBox, resolution: number): void
  /** What is too small to be seen as a shape, of the part that was asked for last for the view. */
  counted(view: object): Counted
  /** The view is gone. */
  leave(view: object): void
  state(): 'loading' | 'ready' | 'failed'
  /** Whether the document has all there is. */
  isWhole(): boolean
  error(): unknown
  /** Something has changed that nobody knows by its id. */
  refresh(): void
  subscribe(listener: () => void): () => void
  destroy(): void
}

export interface AskedPart extends AnnotationBox {
  readonly least: number
}

interface SourceTools {
  readonly document: Pick<AnnotationDocument, 'takeAll' | 'takePart' | 'leavePart'>
  readonly size: { readonly width: number; readonly height: number }
  fetch(part: AskedPart, signal: AbortSignal): Promise<AnnotationView>
}

interface Seen {
  readonly box: AnnotationBox
  readonly resolution: number
}

/** What one view shows of too much. */
interface Part {
  wanted: Seen
  got: Seen | null
  counted: Counted
  asking: AbortController
  timer?: ReturnType<typeof setTimeout>
}

/** How long one has to stay, in ms. */
const rest = 200
/** Screen pixels: what is shorter is only counted. */
const leastOnScreen = 4
const beyondEdge = 1000

const nothingCounted: Counted = { cell: 1, counted: [] }

export function createAnnotationSource({ document, size, fetch }: SourceTools): AnnotationSource {
  const listeners = new Set<() => void>()
  const parts = new Map<object, Part>()
  const whole = { asking: new AbortController() }
  let state: 'loading' | 'ready' | 'failed' = 'loading'
  let error: unknown
  let isWhole = false

  const tell = () => {
    for (const listener of [...listeners]) listener()
  }

  async function ask(
    asked: { asking: AbortController },
    part: AskedPart,
    take: (view: AnnotationView) => void,
  ): Promise<void> {
    asked.asking.abort()
    asked.asking = new AbortController()
    const { signal } = asked.asking
    try {
      const view = await fetch(part, signal)
      if (signal.aborted) return
      ;[state, error] = ['ready', undefined]
      take(view)
    } catch (failure) {
      if (signal.aborted) return
      ;[state, error] = ['failed', failure]
    }
    tell()
  }

  const askForAll = () =>
    ask(
      whole,
      {
        ...grown({ minX: 0, minY: 0, maxX: size.width, maxY: size.height }, beyondEdge, beyondEdge),
        least: 0,
      },
      (view) => {
        isWhole = view.complete
        const shapes = shapesOf(view).map(savedShape)
        if (isWhole) document.takeAll(shapes)
        else document.takePart(whole, shapes)
        for (const [key, part] of parts) {
          part.got = null
          part.counted = nothingCounted
          if (!isWhole) later(key, part)
        }
      },
    )

  function askForPart(key: object, part: Part): void {
    const { box: visible, resolution } = part.wanted
    const box = grown(visible, (visible.maxX - visible.minX) / 8, (visible.maxY - visible.minY) / 8)
    void ask(part, { ...box, least: leastOnScreen * resolution }, (view) => {
      part.counted = { cell: view.cell, counted: view.counted }
      part.got = { box, resolution }
      document.takePart(key, shapesOf(view).map(savedShape))
    })
  }

  function later(key: object, part: Part): void {
    clearTimeout(part.timer)
    part.timer = setTimeout(() => askForPart(key, part), rest)
  }

  function stop({ timer, asking }: Part): void {
    clearTimeout(timer)
    asking.abort()
  }

  void askForAll()
  return {
    want(key, box, resolution) {
      const wanted = { box, resolution }
      const there = parts.get(key)
      const part = there ?? { wanted, got: null, counted: nothingCounted, asking: new AbortController() }
      const isNew = there === undefined || !isAlike(part.wanted, wanted)
      parts.set(key, part)
      part.wanted = wanted
      if (!isWhole && state === 'ready' && isNew && !isGot(part)) later(key, part)
    },
    counted: (key) => parts.get(key)?.counted ?? nothingCounted,
    leave(key) {
      const part = parts.get(key)
      if (part) stop(part)
      parts.delete(key)
      document.leavePart(key)
    },
    state: () => state,
    isWhole: () => isWhole,
    error: () => error,
    refresh: () => void askForAll(),
    subscribe: (listener) => {
      const own = () => listener()
      listeners.add(own)
      return () => void listeners.delete(own)
    },
    destroy() {
      whole.asking.abort()
      for (const part of parts.values()) stop(part)
      parts.clear()
      listeners.clear()
    },
  }
}

const grown = ({ minX, minY, maxX, maxY }: AnnotationBox, byX: number, byY: number): AnnotationBox => ({
  minX: minX - byX,
  minY: minY - byY,
  maxX: maxX + byX,
  maxY: maxY + byY,
})

const isAlike = (one: Seen, other: Seen) =>
  one.resolution === other.resolution && one.box.minX === other.box.minX && one.box.minY === other.box.minY

/** Whether what was asked for shows all that is wanted now, about as finely. */
const isGot = ({ wanted: { box, resolution }, got }: Part) =>
  got !== null &&
  box.minX >= got.box.minX &&
  box.minY >= got.box.minY &&
  box.maxX <= got.box.maxX &&
  box.maxY <= got.box.maxY &&
  resolution / got.resolution < 1.5 &&
  got.resolution / resolution < 1.5
