import { expect } from '../support/test.ts'
import { demo, organizationMenu, signInTo, switchTo, test } from '../support/two-organizations.ts'
import { makeUploadFiles, uniqueFileName } from '../support/upload-files.ts'
import { fileNamed, readRecords, upload, uploadRow, waitForState } from '../support/upload-steps.ts'

test('switching the organisation asks first, and cancels what is under way for the one before', {
  tag: '@long',
}, async ({ page, belonging, parts }) => {
  const { person, clinic } = belonging
  const files = await makeUploadFiles()
  const name = uniqueFileName('Switched')
  try {
    await signInTo(page, person, demo, '/uploads')
    parts.hold()
    await upload(page, [await files.sparse(name, 12_000_000)])
    await expect.poll(() => parts.held()).toBe(3)
    await switchTo(page, demo, clinic.displayName)
    const question = page.getByRole('alertdialog', { name: 'Switch organisation while files are uploading?' })
    await expect(question).toContainText('1 upload is in progress. Switching cancels unfinished uploads.')
    await question.getByRole('button', { name: 'Keep uploading' }).click()
    await waitForState(page, name, 'Uploading')

    await switchTo(page, demo, clinic.displayName)
    await question.getByRole('button', { name: 'Switch' }).click()
    await expect(organizationMenu(page, clinic.displayName)).toBeVisible()
    await page.goto('/uploads')
    await expect(page.getByRole('heading', { name: 'Drop scan files or folders here' })).toBeVisible()
    await expect(uploadRow(page, name)).toHaveCount(0)
    expect(await readRecords(page)).toBeNull()
    expect(await fileNamed(page, name)).toBeUndefined()

    await switchTo(page, clinic.displayName, demo)
    await expect(organizationMenu(page, demo)).toBeVisible()
    expect(await fileNamed(page, name)).toMatchObject({
      state: 'aborted',
      state_message: 'Cancelled by user',
    })
  } finally {
    await files.remove()
  }
})
