/// <reference lib="dom" /> What runs in the page needs the names of the page.
import type { Slide } from '../../contract/src/slides/slides.ts'
import type { Figure } from '../support/figures.ts'
import { type HeapParts, readHeapParts } from '../support/heap-parts.ts'
import type { Stage } from '../support/stage.ts'
import { untilLoaded, type ViewerPage } from './page.ts'

/** Slides after which the page is looked at: the first time it has all that it needs for any number of them. */
const fewSlides = 20
export const manySlides = 200
const most = 1.1
const nextButton = 'button[aria-label="Next slide"]'

interface Kept {
  /** Bytes after collecting garbage: objects and strings of scripts, and what the browser compiled of their code. */
  heap: number
  nodes: number
  listeners: number
  /** Contexts of graphics that are neither lost nor collected. */
  contexts: number
}

/** Opens slide after slide by the key for the next one, in the same page. */
export async function measureHeap(
  stage: Stage,
  viewer: ViewerPage,
  slides: readonly Slide[],
): Promise<Figure[]> {
  const { page } = viewer
  const counting = await page.addInitScript(countContexts)
  await viewer.open(slides[0]?.id ?? '')
  // The list of slides may be folded away; opened, its buttons tell when there is a next one to go to.
  if ((await page.locator(nextButton).count()) === 0) await page.keyboard.press('Shift+Backslash')
  await viewer.devTools.send('Performance.enable')
  let few: (Kept & HeapParts) | undefined
  for (const [index, slide] of slides.entries()) {
    if (index > 0) await openNext(viewer, slide)
    if (index + 1 === fewSlides) few = await lookInside(stage, viewer, index + 1)
    else if ((index + 1) % 40 === 0) await look(stage, viewer, index + 1)
  }
  const many = await lookInside(stage, viewer, slides.length)
  await viewer.devTools.send('Performance.disable')
  await counting.dispose()
  if (few === undefined) throw new Error('There are too few slides.')
  return [
    {
      name: `Kept by script after ${slides.length} slides / after ${fewSlides}`,
      unit: '×',
      atMost: most,
      value: many.kept / few.kept,
    },
    { name: `Kept by script after ${slides.length} slides`, value: many.kept / 1e6, unit: 'MB' },
    { name: 'Compiled code, the same ratio', value: many.code / few.code, unit: '×' },
    { name: 'Both together, the same ratio', value: many.heap / few.heap, unit: '×' },
    { name: `Both together after ${slides.length} slides`, value: many.heap / 1e6, unit: 'MB' },
    { name: 'Nodes, the same ratio', value: many.nodes / few.nodes, unit: '×' },
    { name: 'Listeners, the same ratio', value: many.listeners / few.listeners, unit: '×' },
    { name: 'Contexts of WebGL that are alive', value: many.contexts, unit: 'contexts', atMost: 1 },
  ]
}

async function openNext({ page }: ViewerPage, { id, image_id: imageId }: Slide): Promise<void> {
  // Until the list is there, the key leads nowhere.
  await page.locator(`${nextButton}[aria-disabled="false"]`).waitFor()
  const asked = page.waitForRequest((request) => request.url().includes(`/tiles/${imageId}/`))
  await page.keyboard.press('PageDown')
  await asked
  await page.waitForURL((url) => url.pathname === `/slide/${id}`)
  await untilLoaded(page)
}

async function look(stage: Stage, { page, devTools }: ViewerPage, count: number): Promise<Kept> {
  // What is kept for a second or two after it was used goes as well.
  await page.waitForTimeout(2000)
  for (let n = 0; n < 3; n += 1) await devTools.send('HeapProfiler.collectGarbage')
  const { metrics } = await devTools.send('Performance.getMetrics')
  const read = (wanted: string) => metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN
  const contexts = await page.evaluate(() => window.livingContexts?.() ?? Number.NaN)
  const kept = {
    heap: read('JSHeapUsedSize'),
    nodes: read('Nodes'),
    listeners: read('JSEventListeners'),
    contexts,
  }
  stage.say(
    `After ${count} slides: ${(kept.heap / 1e6).toFixed(1)} MB of heap, ${kept.nodes} nodes, ${kept.listeners} listeners, ${contexts} contexts`,
  )
  return kept
}

/** Looked at by a snapshot as well: it tells what is kept from what the browser compiles of code that is used often. */
async function lookInside(stage: Stage, viewer: ViewerPage, count: number): Promise<Kept & HeapParts> {
  const seen = await look(stage, viewer, count)
  const parts = await readHeapParts(viewer.devTools)
  const told = [parts.kept, parts.code].map((size) => (size / 1e6).toFixed(1))
  stage.say(`  of it ${told[0]} MB kept by script, ${told[1]} MB of compiled code`)
  return { ...seen, ...parts }
}

declare global {
  interface Window {
    livingContexts?: () => number
  }
}

/** Runs in the page before anything else does. */
function countContexts(): void {
  const made: WeakRef<WebGL2RenderingContext>[] = []
  const own = HTMLCanvasElement.prototype.getContext
  HTMLCanvasElement.prototype.getContext = new Proxy(own, {
    apply: (target, canvas, given) => {
      const context: unknown = Reflect.apply(target, canvas, given)
      const isNew = !made.some((each) => each.deref() === context)
      if (context instanceof WebGL2RenderingContext && isNew) made.push(new WeakRef(context))
      return context
    },
  })
  window.livingContexts = () => made.filter((each) => each.deref()?.isContextLost() === false).length
}
