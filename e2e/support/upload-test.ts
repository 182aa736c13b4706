import { test as base, expect } from './test.ts'
import { makeUploadFiles, type UploadFiles } from './upload-files.ts'

/** Tests that have a folder of their own for files to upload. */
export const test = base.extend<{ files: UploadFiles }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
  files: async ({}, use) => {
    const files = await makeUploadFiles()
    await use(files)
    await files.remove()
  },
})

export { expect }
