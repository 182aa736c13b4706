/// <reference lib="dom" /> What runs in the page needs the names of the page.
import { insertSlidesInto } from '../../e2e/support/insert-slides.ts'
import { openOwnBrowser } from '../../e2e/support/own-browser.ts'
import { account } from '../../e2e/support/person.ts'
import { enterAs } from '../../e2e/support/signing-in.ts'
import { findChromium } from '../../launch/chromium.js'
import { createSteps } from '../../launch/steps.js'
import { findImportOrganization, makeImportProject } from '../../server/src/domain/files/import-target.ts'
import type { Benchmark } from '../support/benchmark.ts'
import { startPostgres } from '../support/postgres.ts'
import { startBenchProduct } from '../support/product.ts'

const slides = 10_000
const viewport = { width: 1440, height: 900 }
/** A task that takes longer is seen as a hitch, in ms. */
const hitch = 100
/** Of each turn of the wheel, in pixels, and how many a second: as someone who looks for something. */
const step = 600
const stepsASecond = 20

type Browser = Awaited<ReturnType<typeof openOwnBrowser>>
type Page = Awaited<ReturnType<Browser['newPage']>>
type DevTools = Awaited<ReturnType<Browser['newCDPSession']>>

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
    await page
      .getByText(/^Slide \d+$/)
      .first()
      .waitFor({ timeout: 60_000 })
    const tasks = await watchTasks(await browser.newCDPSession(page))
    await page.mouse.move(viewport.width / 2, viewport.height / 2)
    const down = await scroll(page, step)
    const up = await scroll(page, -step)
    const { cpu, wall } = await tasks.end()
    return {
      figures: [
        { name: 'turns of the wheel', value: down + up, unit: '' },
        { name: 'tasks of the main thread', value: cpu.length, unit: '' },
        { name: 'longest task, CPU', value: longest(cpu), unit: 'ms' },
        { name: `tasks over ${hitch} ms of CPU`, value: over(cpu), unit: '', atMost: 0 },
        { name: 'longest task by the clock', value: longest(wall), unit: 'ms' },
        { name: `tasks over ${hitch} ms by the clock`, value: over(wall), unit: '' },
      ],
      versions: { chromium: browser.browser()?.version() ?? '' },
    }
  },
}

const over = (tasks: readonly number[]) => tasks.filter((milliseconds) => milliseconds > hitch).length

const longest = (tasks: readonly number[]) => tasks.reduce((most, each) => Math.max(most, each), 0)

interface Tasks {
  /** What each task used, and how long it took, with whatever else ran on the machine; both in ms. */
  cpu: number[]
  wall: number[]
}

interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  /** In µs. */
  dur?: number
  tdur?: number
  args?: { name?: string }
}

/** All tasks of the main threads of pages, until it is ended. */
async function watchTasks(devTools: DevTools): Promise<{ end(): Promise<Tasks> }> {
  const events: TraceEvent[] = []
  const isWanted = ({ name, args }: TraceEvent) =>
    name.endsWith('RunTask') || (name === 'thread_name' && args?.name === 'CrRendererMain')
  devTools.on('Tracing.dataCollected', ({ value }) => {
    events.push(...(value as unknown[] as TraceEvent[]).filter(isWanted))
  })
  await devTools.send('Tracing.start', {
    traceConfig: {
      recordMode: 'recordAsMuchAsPossible',
      includedCategories: ['toplevel', '__metadata'],
      traceBufferSizeInKb: 500_000,
    },
    transferMode: 'ReportEvents',
  })
  return {
    end: async () => {
      const complete = new Promise<{ dataLossOccurred: boolean }>((resolve) =>
        devTools.once('Tracing.tracingComplete', resolve),
      )
      await devTools.send('Tracing.end')
      if ((await complete).dataLossOccurred) throw new Error('The browser had no room for all tasks.')
      const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`
      const pages = new Set(events.filter(({ name }) => name === 'thread_name').map(threadOf))
      const ran = events.filter((event) => event.ph === 'X' && pages.has(threadOf(event)))
      if (ran.length === 0) throw new Error('The browser told of no tasks.')
      return {
        cpu: ran.map(({ tdur }) => milliseconds(tdur)),
        wall: ran.map(({ dur }) => milliseconds(dur)),
      }
    },
  }
}

function milliseconds(microseconds: number | undefined): number {
  if (microseconds === undefined) throw new Error('The browser did not say how long a task took.')
  return microseconds / 1000
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
