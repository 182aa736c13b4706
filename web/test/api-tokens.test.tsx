import type { ApiToken } from '@cresyl/contract/people/api-tokens'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openApp } from './support/app.tsx'
import { newId, sometime } from './support/organization.ts'
import { pageOf } from './support/server.ts'
import { chooseAction, expectCount, expectGone, isolated, saying, tableRow } from './support/steps.ts'

const path = '/manage-org?tab=tokens'
const secret = `cresyl_${'x'.repeat(40)}`

test('a token is made for what is chosen, shown once, and can be revoked', async () => {
  const rows: ApiToken[] = []
  const { server, reload } = await openApp(path, 'admin', {
    listApiTokens: ({ query }) => pageOf(rows, query),
    createApiToken({ body: { name, permissions } }) {
      const token: ApiToken = {
        id: newId(),
        name,
        prefix: 'cresyl_xxxx',
        permissions: [...permissions],
        created_by: null,
        created_at: sometime,
        expires_at: '2099-01-01T00:00:00.000Z',
        last_used_at: null,
        revoked_at: null,
      }
      rows.push(token)
      return { ...token, token: secret }
    },
    revokeApiToken({ params }) {
      for (const row of rows) if (row.id === params.id) row.revoked_at = sometime
      return undefined
    },
  })
  await page.getByRole('button', { name: 'New token' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'New API token' })
  const make = dialog.getByRole('button', { name: 'Create token' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Scanner')
  await dialog.getByRole('button', { name: 'Nothing' }).click()
  await make.click()
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('Choose at least one permission.')
  expect(server.sent('createApiToken')).toEqual([])
  for (const action of ['read', 'create']) {
    await dialog.getByRole('group', { name: 'Projects' }).getByRole('checkbox', { name: action }).click()
  }
  await expect.element(dialog.getByRole('status')).toMatchTextContent(/^2 of \d+ chosen$/)
  await make.click()
  const ready = page.getByRole('dialog', { name: 'Your new token' })
  await expect.element(ready.getByRole('textbox', { name: 'Token' })).toHaveValue(secret)
  expect(server.sent('createApiToken').map(({ body }) => body.permissions.toSorted())).toEqual([
    ['create:projects', 'read:projects'],
  ])

  // Closing without copying asks first.
  await ready.getByRole('button', { name: 'Done' }).click()
  const question = page.getByRole('alertdialog', { name: 'Close without copying?' })
  await question.getByRole('button', { name: 'Close' }).click()
  await expectGone(ready)

  await reload()
  await expect.element(tableRow('Scanner')).toMatchTextContent('2 permissions')
  await expect.element(tableRow('Scanner')).toMatchTextContent('Active')
  expect(document.body.innerHTML).not.toContain(secret)

  await chooseAction('Scanner', 'Revoke')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke token' }).click()
  await expect.element(saying(`“${isolated('Scanner')}” was revoked.`)).toBeVisible()
  await expect.element(tableRow('Scanner')).toMatchTextContent('Revoked')
})

test('who may not make tokens is told who may', async () => {
  const { server } = await openApp(path, 'manager')
  await expect.element(page.getByRole('heading', { name: 'You may not see the API tokens' })).toBeVisible()
  await expect.element(page.getByRole('main')).toMatchTextContent('You need the role Organization Admin')
  await expectCount(page.getByRole('button', { name: 'New token' }), 0)
  expect(server.sent('listApiTokens')).toEqual([])
})
