import { ApiError } from '@cresyl/contract/api/errors'
import type { Branding, OrganizationSettings } from '@cresyl/contract/people/organizations'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openApp } from './support/app.tsx'
import { makeOrganization, makeProject, makeSettings, withProjects } from './support/organization.ts'
import { type Answers, pageOf } from './support/server.ts'
import { expectCount, expectGone, expectOff, expectTexts, saying } from './support/steps.ts'

const green = { typed: '#0B6E4F', drawn: 'rgb(11, 110, 79)' }
const ours = 'rgb(107, 47, 160)'
const primary = page.getByRole('textbox', { name: 'Primary colour', exact: true })
const save = page.getByRole('button', { name: 'Save changes' })
const unsaved = page.getByRole('region', { name: 'You have unsaved changes.' })
const colourOf = (name: string) =>
  getComputedStyle(page.getByRole('button', { name }).first().element()).color

/** Settings that are kept, as the server would. */
function withBranding(): Answers {
  const organization = makeOrganization()
  let settings = makeSettings(organization)
  return {
    currentOrganization: () => ({ ...organization, branding: settings.branding }),
    listOrganizationSettings: ({ query }) => pageOf([settings], query),
    updateOrganizationSettings({ body }) {
      const branding = { ...settings.branding, ...body.branding } as Branding
      settings = { ...settings, branding, version: settings.version + 1 }
      return settings
    },
  }
}

test('a colour that cannot be read is refused with its contrast, and nothing is sent', async () => {
  const { server } = await openApp('/manage-org', 'admin', withBranding())
  await primary.fill('#FFF3B0')
  await expect.element(primary).toHaveAttribute('aria-invalid', 'true')
  await expect.element(primary).toHaveAccessibleDescription(/a contrast of 1\.\d+:1; .* needs 4\.5:1/)
  await expectOff(save)
  await save.click({ force: true })
  await expect.element(unsaved).toMatchTextContent('contrast of 1.')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expectGone(unsaved)
  await expect.element(primary).toHaveValue('')
  expect(server.sent('updateOrganizationSettings')).toEqual([])
})

test('a colour is seen at once, and after a reload from the first paint on', async () => {
  const { server, reload } = await openApp('/manage-org', 'admin', {
    ...withBranding(),
    ...withProjects(makeProject({ name: 'Kidney' })),
  })
  await primary.fill(green.typed)
  await save.click()
  await expect.element(saying('Settings saved.')).toBeVisible()
  expect(server.sent('updateOrganizationSettings')).toMatchObject([
    { body: { branding: { primary: green.typed }, version: 1 } },
  ])
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await expect.poll(() => colourOf('New project')).toBe(green.drawn)

  // The server keeps silent: what this device remembers is all there is.
  server.answer({ currentOrganization: () => new Promise(() => undefined) })
  await reload()
  await expect.element(page.getByRole('button', { name: 'New project' })).toBeVisible()
  expect(colourOf('New project')).toBe(green.drawn)
})

test('an organisation without a colour has ours', async () => {
  await openApp('/', 'admin', withProjects(makeProject({ name: 'Kidney' })))
  await expect.element(page.getByRole('button', { name: 'New project' })).toBeVisible()
  expect(colourOf('New project')).toBe(ours)
})

test('who leaves unsaved changes is asked first', async () => {
  await openApp('/manage-org', 'admin', withBranding())
  await primary.fill(green.typed)
  await expect.element(unsaved).toBeVisible()
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect.element(primary).toHaveValue(green.typed)
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect.element(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
})

test('what someone else saves meanwhile is put together with what was typed here', async () => {
  const organization = makeOrganization()
  let settings = makeSettings(organization)
  const change = (changes: Partial<OrganizationSettings>) => {
    settings = { ...settings, ...changes, version: settings.version + 1 }
    return settings
  }
  const { server } = await openApp('/manage-org', 'admin', {
    currentOrganization: () => organization,
    listOrganizationSettings: ({ query }) => pageOf([settings], query),
    updateOrganizationSettings({ body: { version, ...changes } }) {
      if (version !== settings.version) throw new ApiError('stale_version', { current: settings })
      return change(changes as Partial<OrganizationSettings>)
    },
  })
  const days = page.getByRole('textbox', { name: /Keep deleted items/ })
  const name = page.getByRole('textbox', { name: 'Display name' })

  // What stands on another page keeps nobody from saving here.
  await days.fill('60')
  change({ qc_automatic: !settings.qc_automatic })
  await save.click()
  await expect.element(saying('Settings saved.')).toBeVisible()
  await expectGone(unsaved)

  await days.fill('90')
  await name.fill('Ours')
  change({ display_name: 'Theirs', time_zone: 'Europe/Berlin' })
  await save.click()
  await expect.element(page.getByText('Someone else changed the settings')).toBeVisible()
  await expect.element(name).toHaveValue('Ours')
  await page.getByRole('group', { name: 'Which display name to keep' }).getByText('Use theirs').click()
  await expect.element(name).toHaveValue('Theirs')
  await save.click()
  await expectGone(unsaved)
  expect(server.sent('updateOrganizationSettings').at(-1)?.body).toEqual({ retention_days: 90, version: 4 })
  expect(settings).toMatchObject({ display_name: 'Theirs', time_zone: 'Europe/Berlin', retention_days: 90 })
})

test('who belongs to one organisation is offered no other', async () => {
  const own = {
    ...makeOrganization(),
    role: 'manager',
    members: null,
    quota_bytes: null,
    created_at: null,
    disabled_at: null,
    version: null,
  }
  const { server } = await openApp('/manage-org?tab=organizations', 'manager', {
    currentOrganization: {
      id: own.id,
      name: own.name,
      display_name: own.display_name,
      branding: own.branding,
    },
    listOrganizations: ({ query }) => pageOf([own], query),
  })
  await expect.element(page.getByRole('tab', { name: 'Settings' })).toHaveAttribute('aria-selected', 'true')
  await expectCount(page.getByRole('tab', { name: 'Organisations' }), 0)
  await page.getByRole('button', { name: /^Organisation: / }).click()
  await expect.poll(() => server.sent('listOrganizations').length).toBeGreaterThan(0)
  await expectTexts(page.getByRole('menuitem'), ['Manage organisation'])
})
