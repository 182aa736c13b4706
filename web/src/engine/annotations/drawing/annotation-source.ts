import type { AnnotationBox } from '@cresyl/contract/annotation-geometry'
import { type AnnotationView, shapesOf } from '@cresyl/contract/annotation-views'
import { savedShape } from '../content/shape.ts'
import type { AnnotationDocument } from '../document/create-document.ts'
import type { Counted } from './counted-picture.ts'

/** Asks the server for what is to be drawn: everything where that is not too much, otherwise part by part. */
export interface AnnotationSource {
  /** What is seen now; asked for once one stays there. */
  want(visible: AnnotationBox, resolution: number): void
  /** What is too small to be seen as a shape, of the part that was asked for last. */
  counted(): Counted
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
  readonly document: AnnotationDocument
  readonly size: { readonly width: number; readonly height: number }
  fetch(part: AskedPart, signal: AbortSignal): Promise<AnnotationView>
}

/** How long one has to stay, in ms. */
const rest = 200
/** Screen pixels: what is shorter is only counted. */
const leastOnScreen = 4
const beyondEdge = 1000

const nothingCounted: Counted = { cell: 1, counted: [] }

export function createAnnotationSource({ document, size, fetch }: SourceTools): AnnotationSource {
  const listeners = new Set<() => void>()
  let counted = nothingCounted
  let state: 'loading' | 'ready' | 'failed' = 'loading'
  let error: unknown
  let isWhole = false
  let wanted: { visible: AnnotationBox; resolution: number } | null = null
  let got: { box: AnnotationBox; resolution: number } | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let asking = new AbortController()

  const tell = () => {
    for (const listener of [...listeners]) listener()
  }
  const whole: AskedPart = {
    ...{
      minX: -beyondEdge,
      minY: -beyondEdge,
      maxX: size.width + beyondEdge,
      maxY: size.height + beyondEdge,
    },
    least: 0,
  }

  async function ask(act: (signal: AbortSignal) => Promise<void>): Promise<void> {
    asking.abort()
    asking = new AbortController()
    const { signal } = asking
    try {
      await act(signal)
      if (signal.aborted) return
      ;[state, error] = ['ready', undefined]
    } catch (failure) {
      if (signal.aborted) return
      ;[state, error] = ['failed', failure]
    }
    tell()
  }

  const askForAll = () =>
    ask(async (signal) => {
      const view = await fetch(whole, signal)
      if (signal.aborted) return
      isWhole = view.complete
      const shapes = shapesOf(view).map(savedShape)
      if (isWhole) {
        counted = nothingCounted
        document.takeAll(shapes)
      } else {
        document.take(shapes)
        got = null
        later()
      }
    })

  const askForPart = () =>
    ask(async (signal) => {
      if (wanted === null) return
      const { visible, resolution } = wanted
      const [width, height] = [visible.maxX - visible.minX, visible.maxY - visible.minY]
      const box = {
        minX: visible.minX - width / 8,
        minY: visible.minY - height / 8,
        maxX: visible.maxX + width / 8,
        maxY: visible.maxY + height / 8,
      }
      const view = await fetch({ ...box, least: leastOnScreen * resolution }, signal)
      if (signal.aborted) return
      counted = { cell: view.cell, counted: view.counted }
      got = { box, resolution }
      document.take(shapesOf(view).map(savedShape))
    })

  function later(): void {
    clearTimeout(timer)
    timer = setTimeout(() => void askForPart(), rest)
  }

  const isGot = ({ visible, resolution }: NonNullable<typeof wanted>) =>
    got !== null &&
    visible.minX >= got.box.minX &&
    visible.minY >= got.box.minY &&
    visible.maxX <= got.box.maxX &&
    visible.maxY <= got.box.maxY &&
    resolution / got.resolution < 1.5 &&
    got.resolution / resolution < 1.5

  void askForAll()
  return {
    want(visible, resolution) {
      const isSame =
        wanted?.resolution === resolution &&
        wanted.visible.minX === visible.minX &&
        wanted.visible.minY === visible.minY
      wanted = { visible, resolution }
      if (!isWhole && state === 'ready' && !isSame && !isGot(wanted)) later()
    },
    counted: () => counted,
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
      clearTimeout(timer)
      asking.abort()
      listeners.clear()
    },
  }
}
