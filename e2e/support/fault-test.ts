import { uploadLimits } from '@cresyl/contract/api/limits'
import { leftSince, nothingLeft, readLeftovers } from './leftovers.ts'
import { expect as plainExpect } from './test.ts'
import { test as base } from './upload-test.ts'

/** Parts of megabytes take their time where many tests run at once. */
export const expect = plainExpect.configure({ timeout: 40_000 })

/**
 * Tests of uploads that are disturbed. However each ends, nothing may be left of its files, and no browser may have
 * sent more parts at once than it is allowed to.
 */
export const test = base.extend<{ aftermath: undefined }>({
  aftermath: [
    // The page is still open when this looks: what it has to tidy up, it can.
    async ({ page: _, parts: proxy, product, complaints }, use, testInfo) => {
      testInfo.setTimeout(180_000)
      complaints.expect(/\/parts\/|ERR_/)
      const before = await readLeftovers(product)
      const partsBefore = proxy.parts.length
      await use(undefined)
      if (testInfo.status !== testInfo.expectedStatus) return
      await expect.poll(() => leftSince(product, before)).toEqual(nothingLeft)
      const atOnce = proxy.parts.slice(partsBefore).map((part) => part.atOnce)
      expect(Math.max(0, ...atOnce)).toBeLessThanOrEqual(uploadLimits.pool.upload)
    },
    { auto: true },
  ],
})
