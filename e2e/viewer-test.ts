import { test as base, expect } from './test.ts'
import { registerViewerSlides, type ViewerSlides } from './viewer-slides.ts'

/** Tests that look at slides. */
export const test = base.extend<object, { slides: ViewerSlides }>({
  slides: [
    async ({ product }, use) => {
      const slides = await registerViewerSlides(product)
      await use(slides)
      await slides.remove()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

export { expect }
