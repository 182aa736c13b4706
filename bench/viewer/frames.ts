/// <reference lib="dom" /> What runs in the page needs the names of the page.
import type { Figure } from '../support/figures.ts'
import type { Stage } from '../support/stage.ts'
import { medianOf } from '../tiles/rounds.ts'
import type { Page, ViewerPage } from './page.ts'

const moves = 60
const turns = 6
/** CSS pixels of one move of the pointer. */
const step = 8
const most = 8

/**
 * What the main thread of the page uses for a frame while the picture is dragged: all of it, the browser's own work as
 * well as ours. Drawing itself is done by other processes.
 */
export async function measureFrames(stage: Stage, viewer: ViewerPage, slideId: string): Promise<Figure[]> {
  const { page, devTools } = viewer
  await viewer.open(slideId)
  await viewer.rest()
  await viewer.move(() => page.keyboard.press('6'))
  await devTools.send('Performance.enable', { timeDomain: 'threadTicks' })
  // What is dragged over and back again is there from the second time on.
  for (const way of [-1, 1]) await drag(viewer, way)
  const warm: number[] = []
  for (let turn = 0; turn < turns; turn += 1) warm.push(await drag(viewer, turn % 2 === 0 ? -1 : 1))
  stage.say(`CPU ms of a frame, all tiles there: ${warm.map((each) => each.toFixed(1)).join(', ')}`)
  const before = viewer.asked.length
  const arriving: number[] = []
  for (let turn = 0; turn < turns; turn += 1) arriving.push(await drag(viewer, -1))
  stage.say(`While tiles come: ${arriving.map((each) => each.toFixed(1)).join(', ')}`)
  await devTools.send('Performance.disable')
  return [
    { name: 'Main thread, CPU of a frame', value: Math.min(...warm), unit: 'ms', atMost: most },
    { name: 'The same, median of the turns', value: medianOf(warm), unit: 'ms' },
    { name: 'The same while tiles come', value: Math.min(...arriving), unit: 'ms', atMost: most },
    { name: 'The same while tiles come, median', value: medianOf(arriving), unit: 'ms' },
    {
      name: 'Tiles that came in such a turn',
      value: (viewer.asked.length - before) / turns,
      unit: 'tiles',
    },
  ]
}

/** Drags the picture to one side; resolves to ms of CPU for one frame. */
export async function drag({ page, devTools }: ViewerPage, way: number): Promise<number> {
  const box = await page.locator('[data-map]').boundingBox()
  if (box === null) throw new Error('There is no picture on the page.')
  const y = box.y + box.height / 2
  const middle = box.x + box.width / 2
  let x = middle - (way * moves * step) / 2
  const threadTime = async () => {
    const { metrics } = await devTools.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'ThreadTime')?.value ?? Number.NaN) * 1000
  }
  // Straight to the browser: Playwright's own mouse runs script in the page at every move.
  const point = (type: 'mousePressed' | 'mouseMoved' | 'mouseReleased') =>
    devTools.send('Input.dispatchMouseEvent', { type, x, y, button: 'left', buttons: 1, clickCount: 1 })
  await point('mousePressed')
  const frames = await countFrames(page)
  const before = await threadTime()
  for (let n = 0; n < moves; n += 1) {
    x += way * step
    await point('mouseMoved')
  }
  const used = (await threadTime()) - before
  const seen = await frames.end()
  await point('mouseReleased')
  // A frame in which nothing moved is no frame of a drag, and moves that came together are one.
  return used / Math.min(moves, seen)
}

async function countFrames(page: Page): Promise<{ end(): Promise<number> }> {
  const counter = await page.evaluateHandle(() => {
    const counted = { frames: 0, request: 0 }
    const count = () => {
      counted.frames += 1
      counted.request = requestAnimationFrame(count)
    }
    counted.request = requestAnimationFrame(count)
    return counted
  })
  return {
    end: async () => {
      const frames = await counter.evaluate((counted) => {
        cancelAnimationFrame(counted.request)
        return counted.frames
      })
      await counter.dispose()
      return frames
    },
  }
}
