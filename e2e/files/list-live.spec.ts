import { chooseOfFile, fileRow, searchFiles } from '../support/files-list-steps.ts'
import { isolated } from '../support/isolated.ts'
import { signInAs } from '../support/person.ts'
import { uniqueFileName } from '../support/upload-files.ts'
import { fileNamed, upload, waitForState } from '../support/upload-steps.ts'
import { expect, test } from '../support/upload-test.ts'

test('an upload of another browser is cancelled from the list, and ends there', { tag: '@long' }, async ({
  page,
  openBrowser,
  files,
  parts,
  complaints,
}) => {
  complaints.expect(/409|404/)
  const name = uniqueFileName('GivenUp')
  await signInAs(page, 'user', '/uploads')
  parts.hold()
  await upload(page, [await files.sparse(name, 12_000_000)])
  await expect.poll(() => parts.held()).toBe(3)

  const colleague = await openBrowser()
  await signInAs(colleague, 'manager', '/uploads')
  await searchFiles(colleague, name)
  await chooseOfFile(colleague, name, 'Cancel upload')
  const question = colleague.getByRole('alertdialog', { name: 'Cancel this upload?' })
  await expect(question).toContainText('If another browser is still sending the file')
  await question.getByRole('button', { name: 'Cancel upload' }).click()
  await expect(colleague.getByText(`The upload of ${isolated(name)} was cancelled.`)).toBeVisible()
  await expect(fileRow(colleague, name).getByText('Cancelled', { exact: true })).toBeVisible()

  parts.release()
  await waitForState(page, name, 'Failed', { timeout: 40_000 })
  expect(await fileNamed(page, name)).toMatchObject({ state: 'aborted', state_message: 'Cancelled by user' })
})
