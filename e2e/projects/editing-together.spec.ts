import type { Locator, Page } from '@playwright/test'
import { signInAs } from '../support/person.ts'
import { openEditDialog, seedProject, uniqueName } from '../support/project-steps.ts'
import { expect, test } from '../support/test.ts'

interface Meeting {
  name: string
  /** Saves at once. */
  manager: Page
  /** Has the dialog open since before the manager saved. */
  dialog: Locator
  admin: Page
}

/** The manager saves new words for a project that the admin is already editing. */
async function meet(
  manager: Page,
  admin: Page,
  theirs: { name?: string; description?: string },
): Promise<Meeting> {
  const name = uniqueName('Shared')
  await signInAs(manager, 'manager')
  const project = await seedProject(manager, { name, description: 'As it began.' })
  await signInAs(admin, 'admin', `/project/${project.id}`)
  await openEditDialog(admin)
  const dialog = admin.getByRole('dialog', { name: 'Edit project' })
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue(name)

  await manager.goto(`/project/${project.id}`)
  await openEditDialog(manager)
  const first = manager.getByRole('dialog', { name: 'Edit project' })
  if (theirs.name) await first.getByRole('textbox', { name: 'Name' }).fill(`${name} ${theirs.name}`)
  if (theirs.description) await first.getByRole('textbox', { name: 'Description' }).fill(theirs.description)
  await first.getByRole('button', { name: 'Save' }).click()
  await expect(first).toBeHidden()
  return { name, manager, dialog, admin }
}

async function saveAndMeetTheConflict(dialog: Locator): Promise<void> {
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('alert')).toContainText(
    'Someone else changed this project while you were editing',
  )
}

test.beforeEach(({ complaints }) => complaints.expect(/409/))

test('the second to save may keep their own words', { tag: '@long' }, async ({ page, openBrowser }) => {
  const { dialog, admin, manager } = await meet(page, await openBrowser(), {
    description: 'From the manager.',
  })
  await dialog.getByRole('textbox', { name: 'Description' }).fill('From the admin.')
  await saveAndMeetTheConflict(dialog)
  await expect(dialog.getByRole('textbox', { name: 'Description' })).toHaveValue('From the admin.')
  await expect(dialog.getByText('From the manager.')).toBeVisible()

  const choice = dialog.getByRole('group', { name: 'Which description to keep' })
  await choice.getByRole('button', { name: 'Use theirs' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Description' })).toHaveValue('From the manager.')
  await choice.getByRole('button', { name: 'Keep mine' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Description' })).toHaveValue('From the admin.')

  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(admin.getByText('From the admin.')).toBeVisible()
  await manager.reload()
  await expect(manager.getByText('From the admin.')).toBeVisible()
})

test('the second to save may take over the words of the first', { tag: '@long' }, async ({
  page,
  openBrowser,
}) => {
  const { dialog, admin } = await meet(page, await openBrowser(), { description: 'From the manager.' })
  await dialog.getByRole('textbox', { name: 'Description' }).fill('From the admin.')
  await saveAndMeetTheConflict(dialog)
  await dialog.getByRole('button', { name: 'Use theirs' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await admin.reload()
  await expect(admin.getByText('From the manager.')).toBeVisible()
  await expect(admin.getByText('From the admin.')).toBeHidden()
})

test('changes to different fields come together', { tag: '@long' }, async ({ page, openBrowser }) => {
  const { name, dialog, admin } = await meet(page, await openBrowser(), { name: 'renamed' })
  await dialog.getByRole('textbox', { name: 'Description' }).fill('From the admin.')
  await saveAndMeetTheConflict(dialog)
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue(`${name} renamed`)
  await expect(dialog.getByRole('textbox', { name: 'Description' })).toHaveValue('From the admin.')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(admin.getByRole('heading', { name: `${name} renamed` })).toBeVisible()
  await expect(admin.getByText('From the admin.')).toBeVisible()
})
