import type { Page } from '@playwright/test'
import { isolated } from '../support/isolated.ts'
import { signInAs } from '../support/person.ts'
import { chooseAction, uniqueName } from '../support/project-steps.ts'
import { expect, test } from '../support/test.ts'

const tokensPath = '/manage-org?tab=tokens'

const statusOf = async (page: Page, token: string, path: string): Promise<number> => {
  const headers = { Authorization: `Bearer ${token}` }
  return (await page.request.get(`/api/${path}/`, { headers })).status()
}

// The page alone in web/test/api-tokens.test.tsx, what a token may do in api-tokens.test.ts of the server.
test('a token is shown once, holds for what it was made for, and can be revoked', { tag: '@long' }, async ({
  page,
}) => {
  test.setTimeout(120_000)
  const name = uniqueName('Scanner in room 4')
  const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) })
  await signInAs(page, 'admin', tokensPath)

  await page.getByRole('button', { name: 'New token' }).click()
  const dialog = page.getByRole('dialog', { name: 'New API token' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  await dialog.getByRole('button', { name: 'Nothing' }).click()
  await dialog.getByRole('button', { name: 'Create token' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Choose at least one permission.')
  for (const action of ['read', 'create']) {
    await dialog.getByRole('group', { name: 'Projects' }).getByRole('checkbox', { name: action }).check()
  }
  await expect(dialog.getByRole('status')).toHaveText(/^2 of \d+ chosen$/)
  await dialog.getByRole('button', { name: 'Create token' }).click()

  const ready = page.getByRole('dialog', { name: 'Your new token' })
  const token = await ready.getByRole('textbox', { name: 'Token' }).inputValue()
  expect(token).toMatch(/^cresyl_.{32,}$/)

  await test.step('it works within its permissions, and not beyond', async () => {
    const headers = { Authorization: `Bearer ${token}` }
    const data = { name: uniqueName('By a program') }
    expect((await page.request.post('/api/projects/', { headers, data })).status()).toBe(201)
    expect(await statusOf(page, token, 'projects')).toBe(200)
    expect(await statusOf(page, token, 'tissues')).toBe(403)
    expect(await statusOf(page, token, 'users/tokens')).toBe(403)
  })

  await test.step('closing without copying asks first', async () => {
    await ready.getByRole('button', { name: 'Done' }).click()
    const question = page.getByRole('alertdialog', { name: 'Close without copying?' })
    await question.getByRole('button', { name: 'Close' }).click()
    await expect(ready).toBeHidden()
  })

  await test.step('it is never shown again', async () => {
    const listed = page.waitForResponse((response) => response.url().includes('/api/users/tokens/'))
    await page.reload()
    expect(await (await listed).text()).not.toContain(token)
    await expect(row).toContainText('2 permissions')
    await expect(row).toContainText('Active')
    expect(await page.content()).not.toContain(token)
  })

  await test.step('revoked, it stops within a minute', async () => {
    await chooseAction(page, name, 'Revoke')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke token' }).click()
    await expect(page.getByText(`“${isolated(name)}” was revoked.`)).toBeVisible()
    await expect(row).toContainText('Revoked')
    // The server remembers whose it is for half a minute.
    await expect.poll(() => statusOf(page, token, 'projects'), { timeout: 45_000 }).toBe(401)
  })
})
