import type { SlideView } from '../slide-view.ts'

/** Nobody waits longer for the last tile, in ms: then the picture has what there is. */
const patience = 8000

/** Has the picture drawn with so many pixels for a CSS pixel, waits until all tiles are there, and puts it back. */
export async function atPixelRatio(view: SlideView, ratio: number, act: () => void): Promise<void> {
  const { map } = view
  try {
    map.setPixelRatio(ratio)
    map.renderSync()
    await allLoaded(view)
    act()
  } finally {
    map.setPixelRatio(globalThis.devicePixelRatio)
  }
}

function allLoaded(view: SlideView): Promise<void> {
  return new Promise((resolve) => {
    const isDone = () => {
      const { wanted, loaded, failed } = view.status()
      return loaded + failed >= wanted
    }
    const end = () => {
      clearTimeout(timer)
      leave()
      resolve()
    }
    const timer = setTimeout(end, patience)
    const leave = view.subscribe('status', () => isDone() && end())
    // What is missing is told a moment after the frame that misses it.
    setTimeout(() => isDone() && end(), 50)
  })
}
