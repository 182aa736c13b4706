import type { User } from '@cresyl/contract/people/users'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openApp } from './support/app.tsx'
import { makePerson, newId, sometime } from './support/organization.ts'
import { type Answers, emptyPage, pageOf, refuse, sentenceOf } from './support/server.ts'
import {
  actionsFor,
  chooseAction,
  expectGone,
  expectOff,
  isolated,
  saying,
  tableRow,
} from './support/steps.ts'

const path = '/manage-org?tab=members'
const member = (changes: Partial<User>): User => ({
  id: newId(),
  name: 'Ben Ortiz',
  picture: null,
  email: 'ben@demo.example',
  role: 'admin',
  state: 'active',
  joined_at: sometime,
  last_seen_at: sometime,
  version: 1,
  ...changes,
})
const { id, name, email } = makePerson('admin')
const myself = member({ id, name, email })
const ben = member({})

/** Members that are kept, as the server would. */
function withMembers(...initial: User[]): Answers {
  let members = initial
  return {
    listUsers: ({ query }) => pageOf(members, query),
    listInvitations: emptyPage,
    updateUser({ params, body: { role, disabled } }) {
      members = members.map((each) =>
        each.id === params.id
          ? {
              ...each,
              ...(role && { role }),
              ...(disabled !== undefined && { state: disabled ? 'disabled' : 'active' }),
            }
          : each,
      )
      return members.find((each) => each.id === params.id) ?? myself
    },
  }
}

async function chooseRole(role: string): Promise<void> {
  await page.getByRole('combobox', { name: `Role of ${isolated(ben.name)}` }).click()
  await page.getByRole('option', { name: role }).click()
}

test('of two administrators one changes the other after a question, and never oneself', async () => {
  const { server } = await openApp(path, 'admin', withMembers(myself, ben))
  const own = page.getByRole('button', { name: `Role of ${isolated(name)}: Organization Admin` })
  await expectOff(own)
  await expect.element(own).toHaveAccessibleDescription(/You cannot change your own role/)
  await actionsFor(name).click()
  const disable = page.getByRole('menuitem', { name: 'Disable' })
  await expectOff(disable)
  await expect.element(disable).toMatchTextContent('You cannot disable yourself.')
  await userEvent.keyboard('{Escape}')

  // What the server refuses leaves everything as it was.
  const question = page.getByRole('alertdialog', { name: 'Change the role to Guest?' })
  await chooseRole('Guest')
  await expect.element(question).toBeVisible()
  expect(server.sent('updateUser')).toEqual([])
  server.answer({ updateUser: refuse('last_admin') })
  await question.getByRole('button', { name: 'Change role' }).click()
  await expect.element(page.getByText(sentenceOf('last_admin')).first()).toBeVisible()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(tableRow(ben.name).getByRole('combobox')).toHaveTextContent('Organization Admin')

  server.answer(withMembers(myself, ben))
  await chooseRole('Guest')
  await question.getByRole('button', { name: 'Change role' }).click()
  await expect.element(tableRow(ben.name).getByRole('combobox')).toHaveTextContent('Guest')
  expect(server.sent('updateUser').at(-1)).toMatchObject({ params: { id: ben.id }, body: { role: 'guest' } })

  await expect.element(tableRow(ben.name)).toMatchTextContent('Active')
  await chooseAction(ben.name, 'Disable')
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Disable/ })
    .click()
  await expect.element(tableRow(ben.name)).toMatchTextContent('Disabled')
  await actionsFor(ben.name).click()
  await expect.element(page.getByRole('menuitem', { name: 'Enable' })).toBeVisible()
})

test('an invitation of a member is refused and kept, one of others shows its link once and is listed', async () => {
  const expires_at = '2099-01-01T00:00:00.000Z'
  const { server } = await openApp(path, 'admin', {
    ...withMembers(myself),
    createInvitation: refuse('already_member'),
  })
  await page.getByRole('button', { name: 'Invite' }).click()
  const dialog = page.getByRole('dialog')
  const address = dialog.getByLabelText('E-mail address')
  await address.fill('ben@demo.example')
  await dialog.getByRole('button', { name: 'Create invitation' }).click()
  await expect.element(dialog).toMatchTextContent(sentenceOf('already_member'))
  await expect.element(address).toHaveValue('ben@demo.example')

  server.answer({
    createInvitation({ body: { email, name, role } }) {
      const invitation = {
        id: newId(),
        email,
        name,
        role,
        invited_by: null,
        created_at: sometime,
        expires_at,
      }
      server.answer({ listInvitations: ({ query }) => pageOf([invitation], query) })
      return { ...invitation, link: 'https://cresyl.example/join/abc', emailed: false }
    },
  })
  await address.fill('ingrid@demo.example')
  await dialog.getByLabelText('Name (optional)').fill('Ingrid')
  await dialog.getByLabelText('Role').click()
  await page.getByRole('option', { name: /^Manager/ }).click()
  await dialog.getByRole('button', { name: 'Create invitation' }).click()
  await expect.element(dialog.getByRole('textbox')).toHaveValue('https://cresyl.example/join/abc')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expectGone(dialog)
  const row = page
    .getByRole('table', { name: 'Open invitations' })
    .getByRole('row')
    .filter({ hasText: 'ingrid@demo.example' })
  await expect.element(row).toMatchTextContent('Manager')
  expect(server.sent('createInvitation').slice(1)).toMatchObject([
    { body: { email: 'ingrid@demo.example', name: 'Ingrid', role: 'manager' } },
  ])
})

test('a manager may not invite, and learns who may', async () => {
  await openApp(path, 'manager', {
    listUsers: ({ query }) =>
      pageOf(
        [
          member({
            email: null,
            role: null,
            state: null,
            joined_at: null,
            last_seen_at: null,
            version: null,
          }),
        ],
        query,
      ),
  })
  const invite = page.getByRole('button', { name: 'Invite' })
  await expectOff(invite)
  await expect.element(invite).toHaveAccessibleDescription(/You need the role Organization Admin/)
  await expect.element(saying(/^1 /)).toBeVisible()
})
