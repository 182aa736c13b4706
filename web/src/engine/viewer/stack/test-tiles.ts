import { createChanges } from '../changes.ts'
import type { Frame, TileLayer } from '../tiles/tile-layer.ts'

export interface TestTiles extends TileLayer {
  /** What it was told last: to draw, or to rest. */
  last(): 'nothing' | 'render' | 'rest'
  frame(): Frame | null
  isOver(): boolean
}

/** Tiles that are never drawn: there is no browser where these tests run. */
export function createTestTiles(): TestTiles {
  const changes = createChanges<'any'>()
  let last: ReturnType<TestTiles['last']> = 'nothing'
  let frame: Frame | null = null
  let isOver = false
  return {
    // Only its style is touched.
    canvas: { style: {} } as HTMLCanvasElement,
    composes: true,
    render(next) {
      last = 'render'
      frame = next
    },
    rest() {
      last = 'rest'
    },
    setDisplay() {},
    setPlane() {},
    status: () => ({ wanted: 1, loaded: 1, failed: 0 }),
    subscribe: (listener) => changes.subscribe('any', listener),
    retry() {},
    destroy() {
      isOver = true
    },
    last: () => last,
    frame: () => frame,
    isOver: () => isOver,
  }
}
