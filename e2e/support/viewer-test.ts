import type { BrowserContext } from '@playwright/test'
import { test as base, expect } from './test.ts'

interface ViewerFixtures {
  /**
   * Whether pages draw with WebGL, as with a graphics card. Where there is none, that takes most of the time of a test;
   * what is about hands and panels rather than pixels is tried on a plain canvas.
   */
  webgl: boolean
}

/** Tests that look at slides. */
export const test = base.extend<ViewerFixtures>({
  webgl: [false, { option: true }],
  // As wide as all controls need, and no higher than the tools: every move of the pointer draws the picture anew.
  viewport: { width: 1440, height: 640 },
  context: async ({ context, webgl }, use) => {
    await drawBy(context, webgl)
    await use(context)
  },
  openBrowser: async ({ openBrowser, webgl }, use) => {
    await use(async (options) => {
      const page = await openBrowser(options)
      await drawBy(page.context(), webgl)
      return page
    })
  },
})

async function drawBy(context: BrowserContext, webgl: boolean): Promise<void> {
  await context.addInitScript((isAllowed) => {
    const { getParameter } = WebGL2RenderingContext.prototype
    WebGL2RenderingContext.prototype.getParameter = function (which) {
      const answer = getParameter.call(this, which)
      return typeof answer === 'string' && /swiftshader/i.test(answer) ? 'A graphics card' : answer
    }
    const { getContext } = HTMLCanvasElement.prototype
    HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, ...asked: unknown[]) {
      const [kind, attributes] = asked
      if (kind !== 'webgl2') return Reflect.apply(getContext, this, asked)
      if (!isAllowed) return null
      // The processor stands in for a graphics card here, and is to be taken for one.
      const given = { ...(attributes as object), failIfMajorPerformanceCaveat: false }
      return Reflect.apply(getContext, this, [kind, given])
    } as typeof getContext
  }, webgl)
}

export { expect }
