import { setTimeout as sleep } from 'node:timers/promises'
import type { Benchmark } from '../support/benchmark.ts'
import type { Figure } from '../support/figures.ts'
import type { Stage } from '../support/stage.ts'
import { medianOf } from '../tiles/rounds.ts'
import { drag } from '../viewer/frames.ts'
import { openViewerPage, type ViewerPage } from '../viewer/page.ts'
import { prepareGround, steps } from './ground.ts'
import { grow } from './seed.ts'

const turns = 3
const panBar = 2
/** MB beside a page without annotations. */
const memoryBar = 100
/** No reply under way for so long, in ms: then all that is to be drawn is there. */
const quiet = 1500
const patience = 120_000

/** How far one looks: the key for it, and what is seen. */
const zooms = [
  { key: '0', seen: 'whole slide' },
  { key: '3', seen: '2.5×' },
] as const

export const annotationsPan: Benchmark = {
  about: `dragging a slide with up to ${steps.at(-1)} annotations beside the same with none, and memory of the page`,
  run: async (stage) => {
    const { product, owner, ground } = await prepareGround(stage)
    const viewer = await openViewerPage(stage, product.context.config.origin)
    const without = await heapWith(viewer, ground.slideId)
    const figures: Figure[] = []
    let there = 0
    for (const count of steps) {
      const label = count.toLocaleString('en')
      await grow(owner, ground, there, count)
      there = count
      figures.push({
        name: `${label}: memory of the page beside none`,
        value: ((await heapWith(viewer, ground.slideId)) - without) / 1e6,
        unit: 'MB',
        atMost: memoryBar,
      })
      figures.push(...(await measurePans(stage, viewer, ground.slideId, label, count === steps.at(-1))))
    }
    return { figures, versions: { chromium: viewer.version } }
  },
}

/** Follows what a page asks for of annotations. */
function watchAnnotations({ page }: ViewerPage): { rest(): Promise<void> } {
  let [underWay, since] = [0, performance.now()]
  const isOurs = (url: string) => url.includes('/api/annotations/viewport')
  const change = (by: number) => (request: { url(): string }) => {
    if (!isOurs(request.url())) return
    underWay += by
    since = performance.now()
  }
  page.on('request', change(1))
  page.on('requestfinished', change(-1))
  page.on('requestfailed', change(-1))
  return {
    rest: async () => {
      for (const until = performance.now() + patience; performance.now() < until; await sleep(100))
        if (underWay === 0 && performance.now() - since > quiet) return
      throw new Error('The annotations of the page did not come to rest.')
    },
  }
}

/** ms of the main thread for a frame of a drag with all annotations shown, beside the same with none. */
async function measurePans(
  stage: Stage,
  viewer: ViewerPage,
  slideId: string,
  label: string,
  bar: boolean,
): Promise<Figure[]> {
  const { page, devTools } = viewer
  const annotations = watchAnnotations(viewer)
  await viewer.open(slideId)
  const figures: Figure[] = []
  for (const { key, seen } of zooms) {
    await page.keyboard.press(key)
    await viewer.rest()
    await annotations.rest()
    await devTools.send('Performance.enable', { timeDomain: 'threadTicks' })
    const there = async () => (await drag(viewer, -1)) / 2 + (await drag(viewer, 1)) / 2
    const [shown, none]: [number[], number[]] = [[], []]
    // What is dragged over for the first time is fetched, and counts for nobody.
    for (let turn = -1; turn < turns; turn += 1) {
      for (const list of [shown, none]) {
        const used = await there()
        if (turn >= 0) list.push(used)
        await annotations.rest()
        await page.keyboard.press('a')
      }
    }
    await devTools.send('Performance.disable')
    const text = (list: readonly number[]) => list.map((each) => each.toFixed(1)).join(', ')
    stage.say(`${label} at ${seen}, CPU ms of a frame: ${text(shown)}; hidden: ${text(none)}`)
    figures.push(
      { name: `${label}: CPU of a frame, ${seen}`, value: Math.min(...shown), unit: 'ms' },
      {
        name: `${label}: the same / with none, ${seen}`,
        value: Math.min(...shown) / Math.min(...none),
        unit: '×',
        ...(bar && { atMost: panBar }),
      },
      {
        name: `${label}: the same by the medians, ${seen}`,
        value: medianOf(shown) / medianOf(none),
        unit: '×',
      },
    )
  }
  return figures
}

/** Bytes that script keeps with the slide open, after what is no longer needed has gone. */
async function heapWith(viewer: ViewerPage, slideId: string): Promise<number> {
  const { page, devTools } = viewer
  const annotations = watchAnnotations(viewer)
  await viewer.open(slideId)
  await page.keyboard.press('3')
  await viewer.rest()
  await annotations.rest()
  await devTools.send('Performance.enable')
  for (let n = 0; n < 3; n += 1) await devTools.send('HeapProfiler.collectGarbage')
  const { metrics } = await devTools.send('Performance.getMetrics')
  await devTools.send('Performance.disable')
  return metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN
}
