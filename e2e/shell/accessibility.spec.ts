import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible.ts'
import { isolated } from '../support/isolated.ts'
import { account, signInAs } from '../support/person.ts'
import { chooseAction, openCreateDialog, seedProject, uniqueName } from '../support/project-steps.ts'
import { expect, test } from '../support/test.ts'

async function scan(page: Page, path: string, ready: () => Promise<void>): Promise<void> {
  await test.step(path, async () => {
    await page.goto(path)
    await ready()
    await expectAccessible(page, path)
  })
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme} mode`, () => {
    // The pages themselves tell of the colours: what lies over and around them has the same.
    const again = { tag: colorScheme === 'dark' ? '@long' : [] }
    test.use({ colorScheme })

    test('every page of the app is accessible', again, async ({ page, complaints, slides }) => {
      complaints.expect(/404/)
      // With slides the dashboard has more to tell.
      expect(slides.projectId).not.toBe('')
      await signInAs(page, 'admin')
      const { id } = await seedProject(page, { name: uniqueName('Accessible'), description: 'A project.' })
      const heading = () =>
        expect(page.getByRole('main').getByRole('heading', { level: 1 })).not.toHaveText('Cresyl')
      const list = () => expect(page.getByRole('list', { name: 'Projects' })).toBeVisible()
      await scan(page, '/', list)
      for (const path of ['/models', '/reports', '/notifications', '/uploads', '/slide/1']) {
        await scan(page, path, heading)
      }
      await scan(page, '/manage-org', () => expect(page.getByLabel('Time zone')).toBeVisible())
      await scan(page, `/project/${id}`, heading)
      await scan(page, `/project/${id}/old`, heading)
      await scan(page, '/project/0199f0a0-0000-7000-8000-000000000000', heading)
      await scan(page, '/?search=nothing-is-called-this', () =>
        expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible(),
      )
    })

    test('a guest meets accessible controls that are off', again, async ({ page }) => {
      await signInAs(page, 'guest', '/?search=Scanner')
      await page.getByRole('button', { name: `Actions for ${isolated('Scanner acceptance 2026')}` }).click()
      await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeVisible()
      await expectAccessible(page, 'menu of a guest')
    })

    test('menus, dialogs and toasts are accessible', again, async ({ page, complaints }) => {
      complaints.expect(/409/)
      const name = uniqueName('Accessible')
      await signInAs(page, 'admin')
      await seedProject(page, { name })
      await page.goto(`/?${new URLSearchParams({ search: name })}`)
      for (const button of [
        account(page),
        page.getByRole('button', { name: /^Organisation:/ }),
        page.getByRole('button', { name: 'Theme', exact: true }),
      ]) {
        await button.click()
        await expect(page.getByRole('menu')).toBeVisible()
        await expectAccessible(page, `menu of ${button}`)
        await page.keyboard.press('Escape')
        await expect(page.getByRole('menu')).toBeHidden()
      }

      const dialog = await openCreateDialog(page)
      await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
      await dialog.getByRole('button', { name: 'Create project' }).click()
      await expect(dialog.getByText(/exists already/)).toBeVisible()
      await expectAccessible(page, 'new project with an error')
      await dialog.getByRole('button', { name: 'Cancel' }).click()

      await chooseAction(page, name, 'Delete')
      await expect(page.getByRole('alertdialog')).toBeVisible()
      await expectAccessible(page, 'delete project')
      await page.getByRole('button', { name: 'Cancel' }).click()

      await chooseAction(page, name, 'Archive')
      await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
      await expectAccessible(page, 'toast')
    })

    test('the pages around the app are accessible', again, async ({ page, complaints }) => {
      complaints.expect(/oidc\/interaction/)
      const docs = () => expect(page.getByRole('heading', { level: 1 })).toContainText('API')
      await scan(page, '/api/docs', docs)
      await page.locator('summary').first().click()
      await expectAccessible(page, 'a route of the documentation')
      await scan(page, '/login', () =>
        expect(page.getByRole('heading', { name: 'Sign in to your organisation' })).toBeVisible(),
      )
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await expect(page.getByLabel('Password')).toBeVisible()
      await expectAccessible(page, 'login page of the provider')
      await page.getByLabel('E-mail address').fill('nobody@demo.cresyl')
      await page.getByLabel('Password').fill('wrong')
      await page.getByRole('button', { name: 'Sign in' }).click()
      await expect(page.getByRole('alert')).toBeVisible()
      await expectAccessible(page, 'login page of the provider with an error')
    })
  })
}

test('the app is accessible on a phone', { tag: '@long' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/login')
  await expect(page.getByRole('heading', { name: 'Sign in to your organisation' })).toBeVisible()
  await expectAccessible(page, 'login')
  await signInAs(page, 'admin')
  await expect(page.getByRole('list', { name: 'Projects' })).toBeVisible()
  await expectAccessible(page, 'dashboard')
  await page.getByRole('button', { name: 'Open the menu' }).click()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await expectAccessible(page, 'menu')
})
