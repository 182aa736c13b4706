import { afterAll, beforeAll, describe } from 'vitest'
import type { StorageHarness } from './harness.ts'
import { testObjects } from './objects-contract.ts'
import { testUploadFaults } from './upload-faults-contract.ts'
import { testUploads } from './uploads-contract.ts'

/** What every driver must do, seen from the platform and from a browser. */
export function testStorage(name: string, open: () => Promise<StorageHarness>): void {
  describe(`storage on ${name}`, () => {
    let harness: StorageHarness | undefined
    const use = () => {
      if (harness === undefined) throw new Error('The storage is not open')
      return harness
    }
    beforeAll(async () => {
      harness = await open()
    })
    afterAll(async () => {
      await harness?.close()
    })
    testObjects(use)
    testUploads(use)
    testUploadFaults(use)
  })
}
