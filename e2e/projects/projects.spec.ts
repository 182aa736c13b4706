import { isolated } from '../support/isolated.ts'
import { signInAs } from '../support/person.ts'
import { chooseAction, openCreateDialog, rowOf, search, uniqueName } from '../support/project-steps.ts'
import { expect, test } from '../support/test.ts'

// With an API that answers by the contract in web/test/projects.test.tsx.
test('a project lives: created, found, edited, archived, taken out, deleted, restored', {
  tag: '@long',
}, async ({ page }) => {
  const name = uniqueName('Kidney')
  const renamed = `${name} cortex`
  const saying = (text: string) => page.getByRole('status').filter({ hasText: text })
  const show = (state: string) => page.getByRole('button', { name: state, exact: true }).click()
  await signInAs(page, 'admin')

  const dialog = await openCreateDialog(page)
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  await dialog.getByRole('textbox', { name: 'Description' }).fill('PAS and silver stains.')
  await dialog.getByRole('button', { name: 'Create project' }).click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  await expect(page.getByText('PAS and silver stains.')).toBeVisible()
  await expect(saying(`“${isolated(name)}” was created.`)).toBeVisible()

  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await search(page, name)
  await expect(page.getByRole('status').filter({ hasText: /^1 project$/ })).toBeVisible()
  await expect(rowOf(page, name)).toContainText('PAS and silver stains.')

  await chooseAction(page, name, 'Edit')
  const editing = page.getByRole('dialog', { name: 'Edit project' })
  await editing.getByRole('textbox', { name: 'Name' }).fill(renamed)
  await editing.getByRole('button', { name: 'Save' }).click()
  await expect(rowOf(page, renamed)).toBeVisible()

  await chooseAction(page, renamed, 'Archive')
  await expect(saying(`“${isolated(renamed)}” was archived.`)).toBeVisible()
  await expect(rowOf(page, renamed)).toBeHidden()
  await show('Archived')
  await chooseAction(page, renamed, 'Unarchive')
  await expect(rowOf(page, renamed)).toBeHidden()
  await show('Active')
  await expect(rowOf(page, renamed)).toBeVisible()

  await chooseAction(page, renamed, 'Delete')
  const question = page.getByRole('alertdialog', { name: 'Delete this project?' })
  await expect(question).toContainText(renamed)
  await question.getByRole('button', { name: 'Delete project' }).click()
  await expect(rowOf(page, renamed)).toBeHidden()
  await show('Deleted')
  await chooseAction(page, renamed, 'Restore')
  await expect(rowOf(page, renamed)).toBeHidden()
  await show('Active')
  await expect(rowOf(page, renamed)).toBeVisible()
})
