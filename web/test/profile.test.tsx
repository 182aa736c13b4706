import { ApiError } from '@cresyl/contract/api/errors'
import type { Profile } from '@cresyl/contract/people/profiles'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from './support/accessible.ts'
import { openApp } from './support/app.tsx'
import { makeProfile, makeProject, sometime, withProjects } from './support/organization.ts'
import { type Answers, emptyPage, pageOf, refuse } from './support/server.ts'
import { expectAddress, expectCount, expectGone, saying } from './support/steps.ts'

const dialog = page.getByRole('dialog', { name: 'Your profile' })
const account = page.getByRole('button', { name: /^Your account/ })
const nameField = dialog.getByRole('textbox', { name: 'Name' })
const save = dialog.getByRole('button', { name: 'Save' })
const question = page.getByRole('alertdialog', { name: 'Discard your changes?' })

const anHourAgo = new Date(Date.now() - 3_600_000).toISOString()

/** A profile that is kept, as the server would. */
function withProfile(): Answers & { change(changes: Partial<Profile>): Profile } {
  let profile = makeProfile('guest')
  const change = (changes: Partial<Profile>) => {
    profile = { ...profile, ...changes, version: profile.version + 1 }
    return profile
  }
  return {
    change,
    readProfile: () => profile,
    updateProfile({ body: { version, ...changes } }) {
      if (version !== undefined && version !== profile.version) {
        throw new ApiError('stale_version', { current: profile })
      }
      return change(changes as Partial<Profile>)
    },
    listSessions: emptyPage,
  }
}

async function openProfile(answers: Answers = {}) {
  const { change, ...profile } = withProfile()
  const projects = withProjects(
    makeProject({ name: 'Scanner', created_at: anHourAgo, updated_at: anHourAgo }),
  )
  const app = await openApp('/?search=Scanner', 'guest', { ...projects, ...profile, ...answers })
  await chooseProfile()
  return { ...app, change }
}

async function chooseProfile(): Promise<void> {
  await account.click()
  await page.getByRole('menuitem', { name: 'Your profile' }).click()
  await expect.element(nameField).toBeVisible()
}

test('it lies over the page, every part of it is accessible, and Back closes it unless something was typed', async () => {
  await openProfile()
  for (const section of ['General', 'Notifications', 'Security']) {
    await dialog.getByRole('tab', { name: section }).click()
    await expect.element(dialog.getByRole('tabpanel', { name: section })).toBeVisible()
    await expectAccessible(`the profile, ${section}`, dialog)
  }
  await expectAddress('/?search=Scanner#profile-security')
  history.back()
  await expectGone(dialog)
  await expectAddress('/?search=Scanner')
  await expect.element(account).toHaveFocus()

  await chooseProfile()
  await nameField.fill('Giulia F')
  // The page has taken note of it.
  await expect.element(save).toBeEnabled()
  history.back()
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect.element(nameField).toHaveValue('Giulia F')
  await expectAddress('/?search=Scanner#profile')
  await dialog.getByRole('tab', { name: 'Security' }).click()
  await expectGone(question)
  history.back()
  await question.getByRole('button', { name: 'Discard' }).click()
  await expectGone(dialog)
  await expectAddress('/?search=Scanner')
})

test('what was typed survives a change elsewhere and is seen at once, and a file that is no picture is refused', async () => {
  const { change } = await openProfile()
  const input = dialog.element().querySelector('input[type=file]') as Element
  await userEvent.upload(input, new File(['no picture'], 'me.png', { type: 'image/png' }))
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('cannot read this file as a picture')

  await nameField.fill('Typed here')
  change({ name: 'Changed elsewhere' })
  await save.click()
  await expect.element(dialog.getByRole('alert').filter({ hasText: 'Changed elsewhere' })).toBeVisible()
  await expect.element(nameField).toHaveValue('Typed here')
  await save.click()
  await expect.element(saying('Your profile was saved.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect.element(account).toHaveAccessibleName(/Typed here/)
})

test('dates follow the chosen language, here and after a reload', async () => {
  const { reload } = await openProfile()
  await dialog.getByRole('combobox', { name: 'Language of dates and numbers' }).click()
  await page.getByRole('option', { name: /^Deutsch/ }).click()
  await expect.element(dialog.getByText('12.345,6')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  const created = () =>
    page.getByRole('list', { name: 'Projects' }).element().querySelector('time')?.textContent
  await expect.poll(created).toMatch(/^vor /)
  await reload()
  await expect.poll(created).toMatch(/^vor /)
})

test('a wrong password is told at its field, and other devices are signed out after a question', async () => {
  const times = { started_at: sometime, last_seen_at: sometime }
  const here = { id: 'here', current: true, device: 'Firefox on Linux', ...times }
  let sessions = [here, { id: 'there', current: false, device: 'Safari on iPad', ...times }]
  const { server } = await openProfile({
    listSessions: ({ query }) => pageOf(sessions, query),
    endSessions() {
      sessions = [here]
      return { ended: 1 }
    },
    changePassword: refuse('wrong_password'),
  })
  await dialog.getByRole('tab', { name: 'Security' }).click()
  const current = dialog.getByLabelText('Current password')
  await current.fill('not the password')
  await dialog.getByLabelText('New password', { exact: true }).fill('a few random words')
  await dialog.getByLabelText('Repeat new password').fill('a few random words')
  await dialog.getByRole('button', { name: 'Change password' }).click()
  await expect.element(current).toHaveAccessibleDescription('The current password is wrong.')

  await expectCount(dialog.getByRole('listitem'), 2)
  await dialog.getByRole('button', { name: 'Sign out everywhere else' }).click()
  expect(server.sent('endSessions')).toEqual([])
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere else' }).click()
  await expect.element(saying(/other sessions? (was|were) signed out/)).toBeVisible()
  await expectCount(dialog.getByRole('listitem'), 1)
})
