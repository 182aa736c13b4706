import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
} from '@playwright/test'
import { type Complaints, collectComplaints } from './complaints.ts'
import { type Product, startProduct } from './product.ts'

interface TestFixtures {
  complaints: Complaints
  /** Another browser, with nothing in common with the first. */
  openBrowser: (options?: BrowserContextOptions) => Promise<Page>
}

export const test = base.extend<TestFixtures, { product: Product }>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
    async ({}, use) => {
      const product = await startProduct()
      await use(product)
      await product.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
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
