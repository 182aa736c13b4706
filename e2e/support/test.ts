import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
} from '@playwright/test'
import { findFreePort } from '../../server/src/platform/postgres/free-port.ts'
import { type CheckedSlides, registerCheckedSlides } from './checked-slides.ts'
import { type Complaints, collectComplaints } from './complaints.ts'
import { openPartProxy, type PartProxy } from './part-proxy.ts'
import { type Product, startProduct } from './product.ts'
import { registerStackedSlide, type StackedSlide } from './stacked-slide.ts'
import { registerViewerSlides, type ViewerSlides } from './viewer-slides.ts'

interface TestFixtures {
  /** What stands between browsers and the product where they send parts of files; calm again after each test. */
  parts: PartProxy
  complaints: Complaints
  /** Another browser, with nothing in common with the first. */
  openBrowser: (options?: BrowserContextOptions) => Promise<Page>
}

/** All in one place: a worker that lacks one can't go on with tests that need it, and another product is started. */
interface WorkerFixtures {
  product: Product
  productAndProxy: { product: Product; proxy: PartProxy }
  /** Read when the first test asks for them. */
  slides: ViewerSlides
  stacked: StackedSlide
  checked: CheckedSlides
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  productAndProxy: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
    async ({}, use) => {
      const port = await findFreePort()
      const proxy = await openPartProxy(port)
      const product = await startProduct({ port, settings: { CRESYL_UPLOAD_ORIGIN: proxy.origin } })
      await use({ product, proxy })
      await product.stop()
      await proxy.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  product: [({ productAndProxy }, use) => use(productAndProxy.product), { scope: 'worker' }],
  slides: [
    async ({ product }, use) => {
      const slides = await registerViewerSlides(product)
      await use(slides)
      await slides.remove()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  stacked: [
    async ({ product }, use) => {
      const stacked = await registerStackedSlide(product)
      await use(stacked)
      await stacked.remove()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  checked: [
    async ({ product }, use) => {
      const checked = await registerCheckedSlides(product)
      await use(checked)
      await checked.remove()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  parts: async ({ productAndProxy: { proxy } }, use) => {
    await use(proxy)
    proxy.failEvery(0)
    proxy.limit(null)
    proxy.restore()
    proxy.release()
  },
  baseURL: ({ product }, use) => use(product.origin),
  complaints: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
    async ({}, use) => {
      const complaints = collectComplaints()
      await use(complaints)
      expect(complaints.unexpected(), 'what the browser complained about').toEqual([])
    },
    { auto: true },
  ],
  context: async ({ context, complaints }, use) => {
    await complaints.watch(context)
    await use(context)
  },
  openBrowser: async (
    { browser, complaints, contextOptions, baseURL, viewport, locale, timezoneId },
    use,
  ) => {
    const opened: BrowserContext[] = []
    await use(async (options = {}) => {
      const context = await browser.newContext({
        ...contextOptions,
        ...(baseURL && { baseURL }),
        viewport,
        ...(locale && { locale }),
        ...(timezoneId && { timezoneId }),
        ...options,
      })
      opened.push(context)
      await complaints.watch(context)
      return context.newPage()
    })
    for (const context of opened) await context.close()
  },
})

export { expect }
