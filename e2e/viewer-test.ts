import type { BrowserContext } from '@playwright/test'
import { test as base, expect } from './test.ts'
import { registerViewerSlides, type ViewerSlides } from './viewer-slides.ts'

interface ViewerFixtures {
  /**
   * Whether pages draw with WebGL. Where no graphics card does, that takes most of the time of a test; what is about
   * hands and panels rather than pixels is tried on a plain canvas.
   */
  webgl: boolean
}

/** Tests that look at slides. */
export const test = base.extend<ViewerFixtures, { slides: ViewerSlides }>({
  webgl: [false, { option: true }],
  slides: [
    async ({ product }, use) => {
      const slides = await registerViewerSlides(product)
      await use(slides)
      await slides.remove()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  context: async ({ context, webgl }, use) => {
    if (!webgl) await withoutWebgl(context)
    await use(context)
  },
  openBrowser: async ({ openBrowser, webgl }, use) => {
    await use(async (options) => {
      const page = await openBrowser(options)
      if (!webgl) await withoutWebgl(page.context())
      return page
    })
  },
})

async function withoutWebgl(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const { getContext } = HTMLCanvasElement.prototype
    HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, ...asked: unknown[]) {
      return asked[0] === 'webgl2' ? null : Reflect.apply(getContext, this, asked)
    } as typeof getContext
  })
}

export { expect }
