import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible.ts'
import { signInAs } from '../support/person.ts'
import { hasSidewaysScroll } from '../support/project-steps.ts'
import { uniqueFileName } from '../support/upload-files.ts'
import { chooseFiles, chooseOfRow, pressRow, startButton, waitForState } from '../support/upload-steps.ts'
import { expect, test } from '../support/upload-test.ts'

const dropHeading = (page: Page) => page.getByRole('heading', { name: 'Drop scan files or folders here' })
const filesHeading = (page: Page) => page.getByRole('heading', { name: 'Files of your organisation' })

for (const [title, options] of [
  ['in light mode', { colorScheme: 'light' }],
  ['in dark mode', { colorScheme: 'dark' }],
  ['on a phone', { viewport: { width: 390, height: 844 } }],
] as const) {
  test.describe(title, { tag: '@long' }, () => {
    test.use(options)

    test('uploads are accessible, empty, with faults, under way and finished', async ({
      page,
      files,
      parts,
    }) => {
      const [slow, quick] = [uniqueFileName('Slow'), uniqueFileName('Quick')]
      await signInAs(page, 'user', '/uploads')
      const scan = async (what: string) => {
        await expectAccessible(page, what)
        expect.soft(await hasSidewaysScroll(page), what).toBe(false)
      }
      await expect(dropHeading(page)).toBeVisible()
      await expect(filesHeading(page)).toBeVisible()
      await scan('empty')

      parts.hold()
      await chooseFiles(page, [
        await files.sparse(slow, 12_000_000),
        await files.sparse(quick, 2000),
        await files.sparse('my photo #1.jpg', 100),
        await files.sparse('left lung.svs', 2000),
      ])
      await expect(page.getByText('4 files: 2 ready to upload, 2 with errors')).toBeVisible()
      await scan('new files with faults')
      await pressRow(page, 'left lung.svs', 'Edit name or project')
      await expect(page.getByRole('dialog')).toBeVisible()
      await scan('name and place')
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Remove files with errors' }).click()

      await startButton(page).click()
      await expect.poll(() => parts.held()).toBe(4)
      await scan('under way')
      await chooseOfRow(page, slow, 'Details')
      await expect(page.getByRole('dialog', { name: 'Upload details' })).toBeVisible()
      await scan('details')
      await page.keyboard.press('Escape')
      await pressRow(page, slow, 'Cancel')
      await waitForState(page, slow, 'Upload cancelled')
      parts.release()
      await waitForState(page, quick, 'Uploaded')
      await scan('finished')
    })
  })
}
