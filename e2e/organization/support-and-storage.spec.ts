import { expectAccessible, expectContrast } from '../support/accessible.ts'
import { holdCall } from '../support/held-call.ts'
import { account, goWithin, signInAs } from '../support/person.ts'
import { uniqueName } from '../support/project-steps.ts'
import { expect, test } from '../support/test.ts'

test('a member asks for help from where they are, and an administrator answers; storage adds up', async ({
  page,
  openBrowser,
  slides,
}) => {
  test.setTimeout(120_000)
  const subject = uniqueName('Blurred since this morning')
  await signInAs(page, 'user', '/uploads')
  await account(page).click()
  await page.getByRole('menuitem', { name: 'Get help' }).click()
  const form = page.getByRole('dialog', { name: 'Get help' })
  await expect(form.getByText('Page: /uploads')).toBeVisible()
  await form.getByRole('button', { name: 'Send' }).click()
  await expect(form.getByText('A subject is required.')).toBeVisible()
  await expectAccessible(page, 'the form', '[role="dialog"]')
  await form.getByLabel('Subject').fill(subject)
  await form.getByLabel('What happened, or what do you need?').fill('Every slide of tray 3.')
  await form.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('button', { name: 'Open it' }).click()
  await expect(page.getByText('No answers yet.')).toBeVisible()

  const admin = await openBrowser({ colorScheme: 'dark' })
  await signInAs(admin, 'admin', `/manage-org?${new URLSearchParams({ tab: 'support', search: subject })}`)
  await expect(admin.getByText('1 ticket', { exact: true })).toBeVisible()
  await expectAccessible(admin, 'the desk', 'main')
  await admin.getByRole('link', { name: subject }).click()
  await admin.getByLabel('Your answer').fill('Clean the lens.')
  await admin.getByRole('button', { name: 'Send answer' }).click()
  // The answer may be told by the server before the sender is.
  await expect(admin.getByRole('listitem').getByText('Clean the lens.')).toBeVisible()
  await expect(admin.getByLabel('Your answer')).toHaveValue('')
  await expectAccessible(admin, 'the ticket')

  await test.step('what is in storage adds up whichever way one looks', async () => {
    expect(slides).toBeDefined()
    await goWithin(admin, '/reports?tab=storage')
    const total = async (table: string) =>
      admin.getByRole('table', { name: table }).getByRole('row').filter({ hasText: 'Total' }).textContent()
    await expect(admin.getByRole('table', { name: 'By kind' })).toBeVisible()
    expect(await total('By kind')).toBe(await total('By project'))
    await expectContrast(admin, 'storage in the dark', 'main')
    await admin.emulateMedia({ colorScheme: 'light' })
    await expectAccessible(admin, 'storage', 'main')
  })

  // Told by the server, without a reload.
  await expect(page.getByRole('listitem').getByText('Clean the lens.')).toBeVisible()

  await test.step('what is typed while an answer is on its way stays in the box', async () => {
    const box = page.getByLabel('Add something')
    const call = await holdCall(page, 'POST', '/messages')
    await box.fill('And another.')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await call.made
    await box.pressSequentially(' And a third')
    await call.pass()
    await expect(page.getByRole('listitem').getByText('And another.', { exact: true })).toBeVisible()
    await expect(box).toHaveValue('And another. And a third')
    // It is not given up after the answer either.
    await box.pressSequentially('!')
    await expect(box).toHaveValue('And another. And a third!')
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectContrast(page, 'one of their own tickets in the dark')
  })
})
