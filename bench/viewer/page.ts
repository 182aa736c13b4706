/// <reference lib="dom" /> What runs in the page needs the names of the page.
import { setTimeout as sleep } from 'node:timers/promises'
import { openOwnBrowser } from '../../e2e/support/own-browser.ts'
import { account } from '../../e2e/support/person.ts'
import { enterAs } from '../../e2e/support/signing-in.ts'
import { findChromium } from '../../launch/chromium.js'
import { createSteps } from '../../launch/steps.js'
import type { Stage } from '../support/stage.ts'
import { type RestingView, readTile, readView, type Screen } from './minimum.ts'

type Context = Awaited<ReturnType<typeof openOwnBrowser>>
export type Page = Awaited<ReturnType<Context['newPage']>>
export type DevTools = Awaited<ReturnType<Context['newCDPSession']>>

/** Of the window, in CSS pixels. */
const viewport = { width: 1440, height: 900 }
/** Drawn by the processor, so that it is the same on every machine and needs no graphics card. */
const softwareGraphics = ['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader']
const patience = { timeout: 180_000 }
/** So long nothing may change before a view counts as being at rest, in ms: the address is written after 500. */
const restLength = 1200

export interface ViewerPage {
  page: Page
  devTools: DevTools
  version: string
  /** The page of a slide from nothing, until all of it is there. */
  open(slideId: string): Promise<void>
  /** Does something that moves the picture, waits until all is there and at rest, and tells what is seen. */
  move(act: () => Promise<unknown>): Promise<RestingView>
  /** Waits until all of what is seen is there and nothing moves. */
  rest(): Promise<RestingView>
  screen(): Promise<Screen>
  /** Tiles that the page has asked for since, in their order. */
  asked: string[]
}

/** A page of the product in a browser of its own, with one of the demo users signed in. */
export async function openViewerPage(stage: Stage, origin: string): Promise<ViewerPage> {
  process.env.CRESYL_CHROMIUM = await findChromium(process.execPath, createSteps(process.stdout))
  const context = await openOwnBrowser(origin, { args: softwareGraphics, viewport })
  stage.onEnd(() => context.close())
  context.setDefaultTimeout(patience.timeout)
  const page = await context.newPage()
  await page.addInitScript(() => performance.setResourceTimingBufferSize(5000))
  await enterAs(page, 'user', '/')
  await account(page).waitFor()
  const asked: string[] = []
  page.on('request', (request) => {
    const tile = readTile(request.url())
    if (tile !== null) asked.push(tile)
  })
  const rest = () => untilRest(page)
  return {
    page,
    devTools: await context.newCDPSession(page),
    version: context.browser()?.version() ?? '',
    open: async (slideId) => {
      await page.goto(`/slide/${slideId}`)
      await untilLoaded(page)
    },
    move: async (act) => {
      const before = page.url()
      await act()
      await page.waitForURL((url) => url.href !== before)
      return rest()
    },
    rest,
    screen: () =>
      page.locator('[data-map]').evaluate((element) => {
        const { clientWidth: width, clientHeight: height } = element
        return { width, height, pixelRatio: devicePixelRatio }
      }),
    asked,
  }
}

export async function untilLoaded(page: Page): Promise<void> {
  await page.locator('[data-loading="loaded"]').waitFor({ state: 'attached' })
}

async function untilRest(page: Page): Promise<RestingView> {
  const until = performance.now() + patience.timeout
  let [address, since] = ['', 0]
  while (performance.now() < until) {
    await untilLoaded(page)
    if (page.url() !== address) [address, since] = [page.url(), performance.now()]
    const view = readView(address)
    if (view !== null && performance.now() - since >= restLength) return view
    await sleep(100)
  }
  throw new Error('The picture did not come to rest.')
}
