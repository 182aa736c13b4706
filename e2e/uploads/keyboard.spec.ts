import { readFile } from 'node:fs/promises'
import { isolated } from '../support/isolated.ts'
import { press, tabTo } from '../support/keys.ts'
import { account } from '../support/person.ts'
import { uniqueFileName } from '../support/upload-files.ts'
import { draftList, fileNamed, startButton, waitForState } from '../support/upload-steps.ts'
import { expect, test } from '../support/upload-test.ts'

test('a slide is uploaded, named and found in the list without a mouse', { tag: '@long' }, async ({
  page,
  files,
}) => {
  const mark = uniqueFileName('keys')
  const [path = ''] = await files.slides([mark])
  const buffer = await readFile(path)
  const named = `typed-${mark}`
  await page.goto('/uploads')
  await press(page, page.getByRole('button', { name: /^User/ }))
  await expect(account(page)).toBeVisible()

  const choosing = page.waitForEvent('filechooser')
  await press(page, page.getByRole('button', { name: 'Choose files' }))
  await (await choosing).setFiles([{ name: `with space ${mark}`, mimeType: 'image/tiff', buffer }])
  await expect(draftList(page).getByRole('listitem')).toHaveCount(1)

  await press(
    page,
    page.getByRole('button', { name: `Edit name or project: ${isolated(`with space ${mark}`)}` }),
  )
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await page.keyboard.press('Control+A')
  await page.keyboard.type(named)
  await press(page, page.getByRole('button', { name: 'Save' }))
  await expect(page.getByText('1 file, ready to upload')).toBeVisible()

  await tabTo(page, startButton(page), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await waitForState(page, named, 'Uploaded')
  await expect
    .poll(async () => (await fileNamed(page, named))?.reading_state, { timeout: 40_000 })
    .toBe('ready')

  await tabTo(page, page.getByRole('searchbox', { name: 'Search files by name' }))
  await page.keyboard.type(named)
  await press(page, page.getByRole('table', { name: 'Files' }).getByRole('link', { name: named }))
  const details = page.getByRole('dialog', { name: 'File' })
  await expect(details).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(details).toBeHidden()
  // It stands above the list.
  await tabTo(page, page.getByRole('link', { name: 'Open slide' }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/slide\/[\da-f-]+$/)
})
