import type { Page } from '@playwright/test'
import { isolated } from '../support/isolated.ts'
import { addPerson, openPasswordPage, typePassword } from '../support/people.ts'
import { accessToken, goWithin } from '../support/person.ts'
import { seedProject, uniqueName } from '../support/project-steps.ts'
import { expect } from '../support/test.ts'
import { demo, organizationMenu, switchTo, test } from '../support/two-organizations.ts'

const demoProject = 'Scanner acceptance 2026'

/** Notes whenever a page of the tab shows the text, were it for a moment only. */
async function watchFor(page: Page, text: string): Promise<() => Promise<number>> {
  await page.addInitScript((wanted) => {
    const look = () => {
      if (!document.documentElement?.textContent?.includes(wanted)) return
      sessionStorage.setItem('seen', String(Number(sessionStorage.getItem('seen')) + 1))
    }
    new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true })
  }, text)
  return () => page.evaluate(() => Number(sessionStorage.getItem('seen')))
}

test('who belongs to two organisations is asked which one; changing it shows nothing of the one before, in no tab', async ({
  page,
  context,
  complaints,
  belonging,
}) => {
  complaints.expect(/404/)
  const { person, clinic, foreign } = belonging
  await openPasswordPage(page, '/models')
  await typePassword(page, person.email, person.password)
  await expect(page.getByRole('heading', { name: 'Choose an organisation' })).toBeVisible()
  await expect(page.getByRole('listitem')).toHaveText([
    new RegExp(`${clinic.displayName}\\s+Organization Admin`),
    /Demo Pathology\s+Manager/,
  ])
  await page.getByRole('button', { name: clinic.displayName }).click()
  await expect(organizationMenu(page, clinic.displayName)).toBeVisible()
  await expect(page).toHaveURL('/models')

  const name = uniqueName('Of the clinic')
  const { id } = await seedProject(page, { name })
  const ownProject = page.getByRole('link', { name })
  // A page that is loaded anew is in the same organisation.
  await page.goto('/')
  await expect(organizationMenu(page, clinic.displayName)).toBeVisible()
  await expect(ownProject).toBeVisible()
  const other = await context.newPage()
  await other.goto(`/project/${id}`)
  await expect(other.getByRole('heading', { name, level: 1 })).toBeVisible()

  const seen = await watchFor(page, name)
  const answers: Promise<string>[] = []
  page.on('response', (response) => {
    // What comes over the stream of events is hints, and it never ends.
    const isAnswer = response.url().includes('/api/') && !response.url().endsWith('/api/events/')
    if (isAnswer) answers.push(response.text().catch(() => ''))
  })
  await switchTo(page, clinic.displayName, demo)
  await expect(page.getByRole('link', { name: demoProject })).toBeVisible()
  await expect(page).toHaveURL('/')
  await expect(organizationMenu(page, demo)).toBeVisible()
  await expect(ownProject).toHaveCount(0)
  expect(await seen()).toBe(0)
  expect((await Promise.all(answers)).filter((answer) => answer.includes(name))).toEqual([])

  await test.step('the other tab follows, away from what is not there', async () => {
    await expect(organizationMenu(other, demo)).toBeVisible()
    await expect(other).toHaveURL('/')
  })

  await test.step('the old project is not there by its address either', async () => {
    await goWithin(page, `/project/${id}`)
    await expect(page.getByRole('heading', { name: 'Project not found' })).toBeVisible()
    await expect(page.getByText(name)).toHaveCount(0)
  })

  await test.step('an organisation of others is refused, and everything stays as it was', async () => {
    const before = await accessToken(page)
    await page.route(
      '**/oidc/auth?*',
      (route) => {
        const address = new URL(route.request().url())
        expect(address.searchParams.get('organization')).toBe(clinic.id)
        address.searchParams.set('organization', foreign.id)
        return route.fulfill({ status: 302, headers: { Location: address.href } })
      },
      { times: 1 },
    )
    await switchTo(page, demo, clinic.displayName)
    await expect(page.getByRole('alert')).toContainText('The organisation could not be changed')
    await expect(page.getByRole('alert')).toContainText('You are not a member of this organisation')
    await expect(page).toHaveURL(`/project/${id}`)
    await expect(organizationMenu(page, demo)).toBeVisible()
    expect(await accessToken(page)).toBe(before)
    const headers = { Authorization: `Bearer ${before}` }
    const current = await page.request.get('/api/organizations/current/', { headers })
    expect(await current.json()).toMatchObject({ display_name: demo })
  })

  await test.step('and is still there on the way back', async () => {
    await switchTo(page, demo, clinic.displayName)
    await expect(ownProject).toBeVisible()
    expect(await seen()).toBeGreaterThan(0)
  })
})

test('a superadmin makes an organisation, acts in it in plain sight, and disables it', async ({
  page,
  product,
}) => {
  const superadmin = await addPerson(product, { role: 'user', superadmin: true })
  await openPasswordPage(page, '/manage-org?tab=organizations')
  await typePassword(page, superadmin.email, superadmin.password)
  const name = uniqueName('Sant’Anna')
  const handle = name.toLowerCase().replace('’', '').replace(' ', '-')
  const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) })
  const banner = page.getByRole('region', { name: 'Acting as superadmin' })
  const openMenu = () => row.getByRole('button', { name: `Actions for ${isolated(name)}` }).click()

  await test.step('makes it', async () => {
    await page.getByRole('button', { name: 'New organisation' }).click()
    const dialog = page.getByRole('dialog', { name: 'New organisation' })
    await dialog.getByRole('textbox', { name: 'Display name' }).fill(name)
    await expect(dialog.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue(handle)
    await dialog.getByRole('button', { name: 'Create organisation' }).click()
    await expect(row).toContainText('Default')
  })

  await test.step('sets its quota', async () => {
    await openMenu()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await page.getByLabel('Storage quota in GB').fill('2.5')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(row).toContainText('2.5 GB')
    await expect(banner).toBeHidden()
  })

  await test.step('acts in it, under a banner on every page', async () => {
    await openMenu()
    await page.getByRole('menuitem', { name: 'Act in organisation' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Act in organisation' }).click()
    await expect(organizationMenu(page, name)).toBeVisible()
    await expect(page).toHaveURL('/')
    const project = await seedProject(page, { name: uniqueName('By the superadmin') })
    for (const path of ['/models', '/reports', '/notifications', '/manage-org', `/project/${project.id}`]) {
      await goWithin(page, path)
      await expect(page).toHaveURL(path)
      await expect(banner).toContainText(`You are acting in ${isolated(name)} as superadmin.`)
    }
  })

  await test.step('which its audit log tells', async () => {
    // Made, given a quota, begun and entered, the project.
    expect(await product.cli(['audit', 'verify'])).toMatch(new RegExp(`^${handle}: 5 rows.*: whole$`, 'm'))
  })

  await test.step('leaves it for the organisation they come from', async () => {
    await banner.getByRole('button', { name: 'Leave' }).click()
    await expect(organizationMenu(page, demo)).toBeVisible()
    await expect(banner).toBeHidden()
  })

  await test.step('disables it', async () => {
    await goWithin(page, `/manage-org?${new URLSearchParams({ tab: 'organizations', search: name })}`)
    await openMenu()
    await page.getByRole('menuitem', { name: 'Disable' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Disable organisation' }).click()
    await expect(row).toContainText('Disabled')
    await openMenu()
    const actIn = page.getByRole('menuitem', { name: 'Act in organisation' })
    await expect(actIn).toHaveAttribute('aria-disabled', 'true')
    await expect(actIn).toContainText('It is disabled.')
  })
})
