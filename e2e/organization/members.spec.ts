import { identityLimits } from '@cresyl/contract/api/limits'
import { type RoleKey, roles } from '@cresyl/contract/api/permissions'
import type { Locator, Page } from '@playwright/test'
import { isolated } from '../support/isolated.ts'
import {
  addOrganization,
  addPerson,
  freshPassword,
  openPasswordPage,
  type Person,
  signInWithPassword,
  typePassword,
  uniqueEmail,
} from '../support/people.ts'
import { accessToken, account, goWithin, signInAs } from '../support/person.ts'
import { search } from '../support/project-steps.ts'
import { expect, test } from '../support/test.ts'

const untilRenewal = (identityLimits.accessTokenSeconds - identityLimits.renewBeforeSeconds) * 1000

const memberRow = (page: Page, name: string): Locator =>
  page
    .getByRole('table', { name: 'Members' })
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name }) })

const membersPath = (search = '') => `/manage-org?${new URLSearchParams({ tab: 'members', search })}`

/** As an administrator does with a member; the menu of the line must be in view. */
async function chooseAction(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${isolated(name)}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

async function chooseRole(page: Page, name: string, role: RoleKey): Promise<void> {
  await page.getByRole('combobox', { name: `Role of ${isolated(name)}` }).click()
  await page.getByRole('option', { name: roles[role].label }).click()
}

async function setPassword(page: Page, password: string): Promise<void> {
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByLabel('New password again').fill(password)
}

async function changeMember(
  { request }: Page,
  token: string,
  { id }: Person,
  data: { role?: RoleKey; disabled?: boolean },
) {
  return request.patch(`/api/users/${id}/`, { headers: { Authorization: `Bearer ${token}` }, data })
}

test('someone who is invited joins by the link, once, gets a new password by another, and is thrown out within a minute when disabled; all of it is told', async ({
  page,
  context,
  openBrowser,
  complaints,
}) => {
  complaints.expect(/410|40[01]|oidc\/interaction/)
  const email = uniqueEmail('invited')
  const name = `Ingrid ${email.slice(8, 16)}`
  const [password, changed] = [freshPassword(), freshPassword()]
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signInAs(page, 'admin', membersPath())

  await page.getByRole('button', { name: 'Invite' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('E-mail address').fill(email)
  await dialog.getByLabel('Name (optional)').fill(name)
  await dialog.getByLabel('Role').click()
  await page.getByRole('option', { name: /^Manager/ }).click()
  await dialog.getByRole('button', { name: 'Create invitation' }).click()
  await dialog.getByRole('button', { name: 'Copy' }).click()
  await expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  await dialog.getByRole('button', { name: 'Done' }).click()
  const invitations = page.getByRole('table', { name: 'Open invitations' })
  await expect(invitations.getByRole('row').filter({ hasText: email })).toContainText('Manager')

  const other = await openBrowser()
  await test.step('the person sets a password and signs in with it', async () => {
    await other.goto(link)
    await expect(other.getByRole('heading', { name: 'Join Demo Pathology' })).toBeVisible()
    await expect(other.getByRole('main')).toContainText('Amara Okafor invites you')
    await expect(other.getByLabel('Your name')).toHaveValue(name)
    await setPassword(other, password)
    await other.getByRole('button', { name: 'Join' }).click()
    await expect(other.getByRole('heading', { name: 'Welcome' })).toBeVisible()
    await other.getByRole('link', { name: 'Go to Cresyl' }).click()
    await other.getByRole('button', { name: 'Sign in', exact: true }).click()
    await typePassword(other, email, password)
    await expect(account(other)).toHaveAccessibleName(`Your account: ${isolated(name)}`)
    await expect(other.getByRole('button', { name: /^Organisation: .Demo Pathology/ })).toBeVisible()
    await account(other).click()
    await expect(other.getByRole('menu').getByText('Manager', { exact: true })).toBeVisible()
    await other.getByRole('menuitem', { name: 'Sign out' }).click()
    await other.waitForURL('/login')
  })

  await test.step('the link does not work twice', async () => {
    await other.goto(link)
    await expect(other.getByRole('heading', { name: 'This invitation can’t be used' })).toBeVisible()
    await expect(other.getByRole('alert')).toContainText('has already been accepted')
  })

  await test.step('the administrator is told and sees the member', async () => {
    await goWithin(page, membersPath(email))
    await expect(memberRow(page, name)).toContainText('Manager')
    await expect(memberRow(page, name)).toContainText('Active')
    await expect(page.getByRole('heading', { name: 'Open invitations' })).toBeVisible()
    await expect(invitations.getByText(email)).toHaveCount(0)
    await page.getByRole('button', { name: /^Notifications, \d+ unread/ }).click()
    const latest = page.getByRole('dialog', { name: 'Latest notifications' })
    await expect(latest).toContainText(`${isolated(name)} (${email}) has joined`)
  })

  await test.step('a link sets another password, and the old one stops working', async () => {
    await page.keyboard.press('Escape')
    await chooseAction(page, name, 'Reset password')
    const dialog = page.getByRole('alertdialog')
    await dialog.getByRole('button', { name: 'Create link' }).click()
    const link = await page.getByLabel('Link to set a password').inputValue()
    await page.keyboard.press('Escape')
    await other.goto(link)
    await expect(other.getByLabel('E-mail address')).toHaveValue(email)
    await setPassword(other, changed)
    await other.getByRole('button', { name: 'Set the password' }).click()
    await expect(other.getByRole('heading', { name: 'Your password is set' })).toBeVisible()
    await openPasswordPage(other)
    await typePassword(other, email, password)
    await expect(other.getByRole('alert')).toContainText('The e-mail address or password is wrong.')
    await typePassword(other, email, changed)
    await expect(account(other)).toHaveAccessibleName(`Your account: ${isolated(name)}`)
  })

  await search(other, 'Scanner')
  await expect(other.getByRole('link', { name: 'Scanner acceptance 2026' })).toBeVisible()
  await chooseAction(page, name, 'Disable')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disable' }).click()
  await expect(memberRow(page, name)).toContainText('Disabled')

  // The person goes on working; the server remembers who they are for half a minute.
  const searchbox = other.getByRole('searchbox', { name: 'Search projects' })
  await expect(async () => {
    await searchbox.fill(String(Date.now()), { timeout: 1000 }).catch(() => undefined)
    await other.waitForURL(/\/login/, { timeout: 1000 })
  }).toPass({ timeout: 45_000 })
  await expect(other.getByRole('alert')).toContainText('You are no longer a member of this organisation.')
  await expect(account(other)).toHaveCount(0)

  await test.step('the password does not let them in any more', async () => {
    await openPasswordPage(other)
    await typePassword(other, email, changed)
    await expect(other.getByRole('alert')).toContainText('is disabled')
  })
})

test('the only administrator can neither step down nor be taken away', { tag: '@long' }, async ({
  page,
  product,
}) => {
  const { name: organization } = await addOrganization(product, 'Alone')
  const [person, superadmin] = await Promise.all([
    addPerson(product, { role: 'admin', organization }),
    addPerson(product, { role: 'user', superadmin: true }),
  ])
  await signInWithPassword(page, person, membersPath())
  const role = page.getByRole('button', {
    name: `Role of ${isolated(person.name)}: ${roles.admin.label}`,
  })
  await expect(role).toHaveAttribute('aria-disabled', 'true')
  await expect(role).toHaveAccessibleDescription(/You cannot change your own role/)
  await page.getByRole('button', { name: `Actions for ${isolated(person.name)}` }).click()
  const disable = page.getByRole('menuitem', { name: 'Disable' })
  await expect(disable).toHaveAttribute('aria-disabled', 'true')
  await expect(disable).toContainText('You cannot disable yourself.')

  const printed = await product.cli(['token', '--email', superadmin.email, '--org', organization])
  for (const [token, code] of [
    [await accessToken(page), 'own_membership'],
    [printed.trim(), 'last_admin'],
  ] as const) {
    for (const change of [{ role: 'guest' as const }, { disabled: true }]) {
      const reply = await changeMember(page, token, person, change)
      expect(reply.status()).toBe(409)
      expect(await reply.json()).toMatchObject({ code })
    }
  }
})

test('of two administrators one can lower the other, whose browser follows', { tag: '@long' }, async ({
  page,
  product,
  openBrowser,
}) => {
  const { name: organization } = await addOrganization(product, 'Pair')
  const [first, second] = await Promise.all([
    addPerson(product, { role: 'admin', organization }),
    addPerson(product, { role: 'admin', organization }),
  ])
  const other = await openBrowser()
  await other.clock.install()
  await signInWithPassword(other, second, membersPath())
  await expect(other.getByRole('button', { name: 'Invite' })).not.toHaveAttribute('aria-disabled')

  await signInWithPassword(page, first, membersPath())
  await chooseRole(page, second.name, 'guest')
  const confirmation = page.getByRole('alertdialog', { name: 'Change the role to Guest?' })
  await confirmation.getByRole('button', { name: 'Change role' }).click()
  await expect(memberRow(page, second.name).getByRole('combobox')).toHaveText('Guest')

  await test.step('the other browser follows when the session is renewed', async () => {
    const before = await accessToken(other)
    await other.clock.fastForward(untilRenewal + 1000)
    await expect.poll(() => accessToken(other)).not.toBe(before)
    const invite = other.getByRole('button', { name: 'Invite' })
    await expect(invite).toHaveAttribute('aria-disabled', 'true')
    await expect(invite).toHaveAccessibleDescription(/You need the role Organization Admin/)
    const reply = await changeMember(other, await accessToken(other), first, { role: 'user' })
    expect(reply.status()).toBe(403)
    await other.getByRole('button', { name: /^Notifications, 1 unread/ }).click()
    await expect(other.getByRole('dialog', { name: 'Latest notifications' })).toContainText(
      'Your role is now Guest.',
    )
  })
})

test('after five wrong passwords the right one has to wait too', { tag: '@long' }, async ({
  page,
  product,
  complaints,
}) => {
  complaints.expect(/oidc\/interaction/)
  const person = await addPerson(product, { role: 'guest' })
  await openPasswordPage(page)
  for (const wrong of ['one', 'two', 'three', 'four', 'five']) {
    const refused = page.waitForResponse((response) => response.status() === 400)
    await typePassword(page, person.email, wrong)
    await refused
  }
  await typePassword(page, person.email, person.password)
  await expect(page.getByRole('alert')).toContainText('After five wrong attempts you have to wait a minute')
  await expect(page.getByLabel('Password')).toHaveValue('')
})
