import { join } from 'node:path'
import { bytes } from '../../contract/src/api/limits.ts'
import type { Benchmark } from '../support/benchmark.ts'
import type { Figure } from '../support/figures.ts'
import { startPostgres } from '../support/postgres.ts'
import { startBenchProduct } from '../support/product.ts'
import type { Stage } from '../support/stage.ts'
import { medianOf } from '../tiles/rounds.ts'
import { drag } from './frames.ts'
import { openViewerPage, type ViewerPage } from './page.ts'
import { alignSlides, importSlides } from './product.ts'
import { writePair } from './slides.ts'

const turns = 6
const most = 2.2

export const viewerStack: Benchmark = {
  about: 'switching between two images of a stack, and dragging both under a curtain beside one alone',
  run: async (stage) => {
    await stage.requireSpace(2 * bytes.GB)
    const folder = join(stage.folder, 'slides')
    stage.say('Two large slides are made, read and laid on each other')
    await writePair(folder)
    const postgres = await startPostgres(stage)
    const product = await startBenchProduct(stage, postgres, {
      CRESYL_DEMO: 'true',
      UV_THREADPOOL_SIZE: '24',
    })
    const [one, other] = await importSlides(stage, product, folder)
    if (one === undefined || other === undefined) throw new Error('There are no two slides.')
    await alignSlides(product, one, other)
    const page = await openViewerPage(stage, product.context.config.origin)
    await page.open(one.id)
    await page.rest()
    await page.move(() => page.page.keyboard.press('6'))
    return {
      figures: [...(await measureSwitches(stage, page)), ...(await measureCurtain(stage, page))],
      versions: { chromium: page.version },
    }
  },
}

/** Tiles that are asked for when both images are there already. */
async function measureSwitches(stage: Stage, viewer: ViewerPage): Promise<Figure[]> {
  const { keyboard } = viewer.page
  const before = viewer.asked.length
  // Both are there once they lie ready to flicker.
  await viewer.move(() => keyboard.press('Shift+A'))
  const first = viewer.asked.length - before
  const whileMoved = async (act: () => Promise<unknown>) => {
    const count = viewer.asked.length
    await act()
    await viewer.rest()
    return viewer.asked.length - count
  }
  const flickered = await whileMoved(async () => {
    for (let turn = 0; turn < turns; turn += 1) {
      await keyboard.down('Shift')
      await keyboard.down('F')
      await keyboard.up('F')
      await keyboard.up('Shift')
    }
  })
  await viewer.move(() => keyboard.press('Shift+A'))
  const switched = await whileMoved(async () => {
    for (let turn = 0; turn < turns; turn += 1)
      for (const key of ['Shift+2', 'Shift+1']) await viewer.move(() => keyboard.press(key))
  })
  stage.say(
    `The second image has ${first} tiles; then flickering asked for ${flickered}, switching for ${switched}`,
  )
  return [
    { name: 'Tiles of the second image', value: first, unit: 'tiles', atLeast: 1 },
    { name: 'Asked for by flickering', value: flickered, unit: 'tiles', atMost: 0 },
    { name: 'Asked for by switching', value: switched, unit: 'tiles', atMost: 0 },
  ]
}

/** The main thread while the picture is dragged: one image and a curtain of two in turns, all tiles there. */
async function measureCurtain(stage: Stage, viewer: ViewerPage): Promise<Figure[]> {
  const { page, devTools } = viewer
  await devTools.send('Performance.enable', { timeDomain: 'threadTicks' })
  const there = async () => (await drag(viewer, -1)) / 2 + (await drag(viewer, 1)) / 2
  const toggle = () => viewer.move(() => page.keyboard.press('Shift+C'))
  const [alone, both]: [number[], number[]] = [[], []]
  // What is dragged over for the first time is fetched, and counts for nobody.
  for (let turn = -1; turn < turns; turn += 1) {
    for (const list of [alone, both]) {
      const used = await there()
      if (turn >= 0) list.push(used)
      await toggle()
    }
  }
  await devTools.send('Performance.disable')
  const text = (list: readonly number[]) => list.map((each) => each.toFixed(1)).join(', ')
  stage.say(`CPU ms of a frame, one image: ${text(alone)}; a curtain of two: ${text(both)}`)
  return [
    { name: 'CPU of a frame, one image', value: Math.min(...alone), unit: 'ms' },
    { name: 'CPU of a frame, a curtain of two', value: Math.min(...both), unit: 'ms' },
    {
      name: 'A curtain of two / one image',
      value: Math.min(...both) / Math.min(...alone),
      unit: '×',
      atMost: most,
    },
    { name: 'The same by the medians', value: medianOf(both) / medianOf(alone), unit: '×' },
  ]
}
