import type { OrganizationSettings } from '@cresyl/contract/people/organizations'
import type { Page } from '@playwright/test'
import { accessToken, signInAs } from '../support/person.ts'
import { expect, test } from '../support/test.ts'

const green = { typed: '#0B6E4F', drawn: 'rgb(11, 110, 79)' }

const primary = (page: Page) => page.getByRole('textbox', { name: 'Primary colour', exact: true })
const logo = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('img', { name: 'Demo Pathology' })
const newProject = (page: Page) => page.getByRole('button', { name: 'New project' })

async function settings(page: Page): Promise<OrganizationSettings> {
  const headers = { Authorization: `Bearer ${await accessToken(page)}` }
  const reply = await page.request.get('/api/organization-settings/', { headers })
  const { results } = await reply.json()
  return results[0]
}

async function changeBranding(page: Page, branding: Partial<OrganizationSettings['branding']>) {
  const headers = { Authorization: `Bearer ${await accessToken(page)}` }
  const { id } = await settings(page)
  return page.request.patch(`/api/organization-settings/${id}/`, { headers, data: { branding } })
}

/** Notes in which colours the button is drawn, and whether our sign stands where the logo belongs, from the first paint on. */
async function watchPaint(page: Page): Promise<() => Promise<{ colours: string[]; marks: string[] }>> {
  await page.addInitScript(() => {
    const seen = { colours: new Set<string>(), marks: new Set<string>() }
    Object.assign(window, { seen })
    const look = () => {
      for (const button of document.querySelectorAll('main button')) {
        if (button.textContent === 'New project') seen.colours.add(getComputedStyle(button).color)
      }
      const drawer = document.querySelector('nav')
      if (drawer) seen.marks.add(drawer.querySelector('img') ? 'logo' : 'sign')
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  return () =>
    page.evaluate(() => {
      const { seen } = window as unknown as { seen: Record<'colours' | 'marks', Set<string>> } // set above
      return { colours: [...seen.colours], marks: [...seen.marks] }
    })
}

test.beforeEach(async ({ page }) => {
  await signInAs(page, 'admin', '/manage-org')
  await expect(primary(page)).toBeVisible()
})

test.afterEach('the branding is as it was', async ({ page }) => {
  const reply = await changeBranding(page, { primary: null, accent: null, logo: null })
  expect(reply.status()).toBe(200)
})

test('a colour and a logo are seen at once, and after a reload from the first paint on', async ({ page }) => {
  await primary(page).fill(green.typed)
  await page.locator('input[type=file]').setInputFiles({
    name: 'logo.png',
    mimeType: 'image/png',
    buffer: await page.screenshot({ clip: { x: 0, y: 0, width: 400, height: 100 } }),
  })
  await expect(page.getByRole('img', { name: 'Logo on a dark background' })).toBeVisible()
  await expect(logo(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Settings saved.')).toBeVisible()
  await expect(logo(page)).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Settings' })).toHaveCSS('color', green.drawn)

  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await expect(newProject(page)).toHaveCSS('color', green.drawn)
  const painted = await watchPaint(page)
  await page.reload()
  await expect(newProject(page)).toBeVisible()
  await expect(page.getByRole('list', { name: 'Projects' })).toBeVisible()
  await expect(logo(page)).toHaveJSProperty('complete', true)
  expect(await painted()).toEqual({ colours: [green.drawn], marks: ['logo'] })
})

/** Keeps what the browser remembers of a person back until it is released; that resolves when it is drawn. */
async function holdMemory(page: Page): Promise<() => Promise<void>> {
  await page.addInitScript(() => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    Object.assign(window, { release })
    const { get } = IDBObjectStore.prototype
    IDBObjectStore.prototype.get = function (key) {
      const { transaction } = this
      if (String(key).startsWith('["user",')) {
        const set = (done: () => void) =>
          transaction.addEventListener('complete', () => void released.then(done))
        Object.defineProperty(transaction, 'oncomplete', { set })
      }
      return get.call(this, key)
    }
  })
  return () =>
    page.evaluate(async () => {
      const { release } = window as unknown as { release: () => void } // set above
      release()
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    })
}

test('a device that is slow to remember does not take the colours back', { tag: '@long' }, async ({
  page,
  openBrowser,
}) => {
  expect((await changeBranding(page, { primary: green.typed })).status()).toBe(200)
  const other = await openBrowser()
  const release = await holdMemory(other)
  await signInAs(other, 'manager')
  await expect(newProject(other)).toHaveCSS('color', green.drawn)
  await release()
  const drawn = await newProject(other).evaluate((button) => getComputedStyle(button).color)
  expect(drawn).toBe(green.drawn)
})
