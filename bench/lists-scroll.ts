/// <reference lib="dom" /> What runs in the page needs the names of the page.

import { insertSlidesInto } from '../e2e/insert-slides.ts'
import { openOwnBrowser } from '../e2e/own-browser.ts'
import { account } from '../e2e/person.ts'
import { enterAs } from '../e2e/signing-in.ts'
import { findChromium } from '../launch/chromium.js'
import { createSteps } from '../launch/steps.js'
import { findImportOrganization, makeImportProject } from '../server/src/domain/files/import-target.ts'
import type { Benchmark } from './benchmark.ts'
import { startPostgres } from './postgres.ts'
import { startBenchProduct } from './product.ts'

const slides = 10_000
const viewport = { width: 1440, height: 900 }
/** A task that takes longer is seen as a hitch, in ms. */
const hitch = 100
/** Of each turn of the wheel, in pixels, and how many a second: as someone who looks for something. */
const step = 600
const stepsASecond = 20

type Page = Awaited<ReturnType<Awaited<ReturnType<typeof openOwnBrowser>>['newPage']>>

export const listsScroll: Benchmark = {
  about: `scrolling through the gallery of a project with ${slides} slides, down and up again`,
  run: async (stage) => {
    const postgres = await startPostgres(stage)
    const { context } = await startBenchProduct(stage, postgres, { CRESYL_DEMO: 'true' })
    const organizationId = await findImportOrganization(context, 'demo')
    const projectId = await makeImportProject(context, organizationId, 'Benchmark')
    stage.say(`${slides} slides are put into a project`)
    await insertSlidesInto(
      context.database,
      organizationId,
      Array.from({ length: slides }, (_, index) => ({ name: `Slide ${index + 1}`, projectId })),
    )
    process.env.CRESYL_CHROMIUM = await findChromium(process.execPath, createSteps(process.stdout))
    const browser = await openOwnBrowser(context.config.origin, { viewport })
    stage.onEnd(() => browser.close())
    const page = await browser.newPage()
    await enterAs(page, 'user', `/project/${projectId}`)
    await account(page).waitFor()
    await page.getByText('Slide 10000', { exact: true }).first().waitFor({ timeout: 60_000 })
    await page.evaluate(watchLongTasks)
    await page.mouse.move(viewport.width / 2, viewport.height / 2)
    const down = await scroll(page, step)
    const up = await scroll(page, -step)
    const tasks = await page.evaluate(() => window.longTasks)
    return {
      figures: [
        { name: 'turns of the wheel', value: down + up, unit: '' },
        { name: 'longest task', value: Math.max(0, ...tasks), unit: 'ms' },
        {
          name: `tasks over ${hitch} ms`,
          value: tasks.filter((length) => length > hitch).length,
          unit: '',
          atMost: 0,
        },
      ],
      versions: { chromium: browser.browser()?.version() ?? '' },
    }
  },
}

declare global {
  interface Window {
    /** In ms, of those that the browser calls long: over 50. */
    longTasks: number[]
  }
}

/** Runs in the page. */
function watchLongTasks(): void {
  window.longTasks = []
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.longTasks.push(duration)
  }).observe({ type: 'longtask' })
}

/** Until the page goes no further. How often the wheel was turned. */
async function scroll(page: Page, by: number): Promise<number> {
  const top = () => page.evaluate(() => window.scrollY)
  for (let turns = 1, before = -1; ; turns++) {
    await page.mouse.wheel(0, by)
    await page.waitForTimeout(1000 / stepsASecond)
    if (turns % stepsASecond > 0) continue
    const now = await top()
    if (now === before) return turns
    before = now
  }
}
