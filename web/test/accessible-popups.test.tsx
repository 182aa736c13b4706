import { expect, test } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { expectAccessible } from './support/accessible.ts'
import { openApp } from './support/app.tsx'
import { makeProject, withProjects } from './support/organization.ts'
import { emptyPage } from './support/server.ts'
import { actionsFor, chooseAction, expectGone, saying } from './support/steps.ts'

const project = makeProject({ name: 'Liver' })

async function scanPopup(opener: Locator, popup: Locator, what: string, part?: Locator): Promise<void> {
  await opener.click()
  await expect.element(popup).toBeVisible()
  await expectGone(page.getByLabelText(/^Loading/))
  await expectAccessible(what, part)
  await userEvent.keyboard('{Escape}')
  await expectGone(popup)
}

test('menus, dialogs and toasts are accessible', async () => {
  await openApp('/', 'admin', { ...withProjects(project), listOrganizations: emptyPage })
  const menu = page.getByRole('menu')
  const account = page.getByRole('button', { name: /^Your account/ })
  await scanPopup(account, menu, 'the menu of the account')
  const organisation = page.getByRole('button', { name: /^Organisation:/ })
  await scanPopup(organisation, menu, 'the menu of the organisation', menu)
  const theme = page.getByRole('button', { name: 'Theme', exact: true })
  await scanPopup(theme, menu, 'the menu of the theme', menu)

  await page.getByRole('button', { name: 'New project' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'New project' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill(project.name)
  await dialog.getByRole('button', { name: 'Create project' }).click()
  await expect.element(dialog.getByText(/already exists/)).toBeVisible()
  await expectAccessible('a new project with an error')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expectGone(dialog)

  await chooseAction(project.name, 'Delete')
  const question = page.getByRole('alertdialog')
  await expect.element(question).toBeVisible()
  await expectAccessible('a question before something is deleted', question)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expectGone(question)

  await chooseAction(project.name, 'Archive')
  await expect.element(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  await expectAccessible('a toast', saying('archived'))
})

test('a guest meets accessible controls that are off', async () => {
  await openApp('/', 'guest', withProjects(project))
  await actionsFor(project.name).click()
  await expect.element(page.getByRole('menuitem', { name: 'Delete' })).toBeVisible()
  await expectAccessible('the menu of a guest', page.getByRole('menu'))
})
