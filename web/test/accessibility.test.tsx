import { expect, test } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { expectAccessible } from './support/accessible.ts'
import { openApp } from './support/app.tsx'
import { makeProject, newId, withProjects } from './support/organization.ts'
import { emptyPage } from './support/server.ts'
import { actionsFor, chooseAction, expectGone } from './support/steps.ts'

const project = makeProject({ name: 'Liver', description: 'Biopsies of this year.' })

/** Where each page is, and a heading that is there once its content is. */
const pages = {
  '/': 'Dashboard',
  '/?search=nothing-is-called-this': 'Nothing found',
  '/models': 'Model',
  '/reports': 'Nothing to report yet',
  '/notifications': 'Notifications',
  '/uploads': 'Drop scan files or folders here',
  '/manage-org': 'Manage organisation',
  '/slide/1': 'Slide not found',
  [`/project/${project.id}`]: 'No slides in this project yet',
  [`/project/${project.id}/old`]: 'Liver',
  [`/project/${newId()}`]: 'This project is not here',
}

test('every page of the app is accessible', async () => {
  for (const [path, heading] of Object.entries(pages)) {
    const { close } = await openApp(path, 'admin', withProjects(project))
    await expect.element(page.getByRole('heading', { name: heading }).first()).toBeVisible()
    await expectGone(page.getByLabelText(/^Loading/))
    await expectAccessible(path)
    close()
  }
})

async function scanPopup(opener: Locator, popup: Locator, what: string): Promise<void> {
  await opener.click()
  await expect.element(popup).toBeVisible()
  await expectGone(page.getByLabelText(/^Loading/))
  await expectAccessible(what)
  await userEvent.keyboard('{Escape}')
  await expectGone(popup)
}

test('menus, dialogs and toasts are accessible', async () => {
  await openApp('/', 'admin', { ...withProjects(project), listOrganizations: emptyPage })
  const menu = page.getByRole('menu')
  const account = page.getByRole('button', { name: /^Your account/ })
  await scanPopup(account, menu, 'the menu of the account')
  await scanPopup(page.getByRole('button', { name: /^Organisation:/ }), menu, 'the menu of the organisation')
  await scanPopup(page.getByRole('button', { name: 'Theme', exact: true }), menu, 'the menu of the theme')

  await page.getByRole('button', { name: 'New project' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'New project' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill(project.name)
  await dialog.getByRole('button', { name: 'Create project' }).click()
  await expect.element(dialog.getByText(/exists already/)).toBeVisible()
  await expectAccessible('a new project with an error')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expectGone(dialog)

  await chooseAction(project.name, 'Delete')
  await expect.element(page.getByRole('alertdialog')).toBeVisible()
  await expectAccessible('a question before something is deleted')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expectGone(page.getByRole('alertdialog'))

  await chooseAction(project.name, 'Archive')
  await expect.element(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  await expectAccessible('a toast')
})

test('a guest meets accessible controls that are off', async () => {
  await openApp('/', 'guest', withProjects(project))
  await actionsFor(project.name).click()
  await expect.element(page.getByRole('menuitem', { name: 'Delete' })).toBeVisible()
  await expectAccessible('the menu of a guest')
})
