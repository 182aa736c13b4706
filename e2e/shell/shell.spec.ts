import { gzipSync } from 'node:zlib'
import { bytes } from '@cresyl/contract/api/limits'
import type { Page } from '@playwright/test'
import { isolated } from '../support/isolated.ts'
import { account, goWithin, signInAs } from '../support/person.ts'
import { seedProject, uniqueName } from '../support/project-steps.ts'
import { expect, test } from '../support/test.ts'

const pages = [
  { path: '/', title: 'Dashboard', entry: 'Dashboard' },
  { path: '/models', title: 'Model', entry: 'Model' },
  { path: '/reports', title: 'Reports', entry: 'Reports' },
  { path: '/notifications', title: 'Notifications', entry: undefined },
  { path: '/manage-org', title: 'Manage organisation', entry: undefined },
  { path: '/slide/1', title: 'Slide', entry: 'Dashboard' },
  { path: '/uploads', title: 'Uploads', entry: 'Uploads' },
]

const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main' })

test('every page of the app has its heading, its title and its place in the menu', async ({
  page,
  complaints,
}) => {
  // There is no such slide.
  complaints.expect(/404.*\/api\/slides\/1\//)
  await signInAs(page, 'manager')
  await test.step('the first load of the dashboard takes at most 350 kB of script', async () => {
    await page.reload()
    await expect(page.getByRole('list', { name: 'Projects' })).toBeVisible()
    const scripts = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map((entry) => entry.name)
        .filter((address) => new URL(address).pathname.endsWith('.js')),
    )
    const bodies = await Promise.all(
      [...new Set(scripts)].map(async (address) => (await page.request.get(address)).body()),
    )
    const size = bodies.map((body) => gzipSync(body).length).reduce((sum, length) => sum + length, 0)
    expect(bodies.length).toBeGreaterThan(1)
    console.log(`First load of the dashboard: ${Math.round(size / bytes.KB)} kB gzip of script`)
    expect(size).toBeLessThanOrEqual(350 * bytes.KB)
  })
  const name = uniqueName('Shell')
  const { id } = await seedProject(page, { name })
  const all = [
    ...pages,
    { path: `/project/${id}`, title: name, entry: 'Dashboard' },
    { path: `/project/${id}/old`, title: name, entry: 'Dashboard' },
  ]
  for (const { path, title, entry } of all) {
    await test.step(path, async () => {
      await goWithin(page, path)
      await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
      await expect(page).toHaveTitle(`${title} · Cresyl`)
      await expect(page).toHaveURL(path)
      await expect(navigation(page).getByRole('link')).toHaveText([
        'Dashboard',
        'Model',
        'Reports',
        'Uploads',
      ])
      const current = navigation(page).locator('[aria-current]')
      await expect(current).toHaveText(entry === undefined ? [] : [entry])
    })
  }
})

test('the menus and links of the frame lead to their pages', { tag: '@long' }, async ({ page }) => {
  await signInAs(page, 'manager')
  for (const { title, entry } of pages.filter(({ path }) => path !== '/slide/1')) {
    if (entry === undefined) continue
    await navigation(page).getByRole('link', { name: entry }).click()
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
  }
  await page.getByRole('button', { name: 'Notifications' }).click()
  await page.getByRole('link', { name: 'See all' }).click()
  await expect(page.getByRole('heading', { name: 'Notifications', level: 1 })).toBeVisible()
  await page.getByRole('button', { name: `Organisation: ${isolated('Demo Pathology')}` }).click()
  await page.getByRole('menuitem', { name: 'Manage organisation' }).click()
  await expect(page.getByRole('heading', { name: 'Manage organisation', level: 1 })).toBeVisible()
  await page.getByLabel('Where you are').getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
})

test('a page that is still being fetched shows a spinner in the middle', { tag: '@long' }, async ({
  page,
  context,
}) => {
  await signInAs(page, 'user')
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await context.route('**/assets/reports-page-*.js', async (route) => {
    await released
    await route.continue()
  })
  await navigation(page).getByRole('link', { name: 'Reports' }).click()
  const spinner = page.getByRole('progressbar', { name: 'Loading the page' })
  await expect(spinner).toBeVisible()
  await expect(spinner).toBeInViewport({ ratio: 1 })
  const box = await spinner.boundingBox()
  expect(Math.abs((box?.y ?? 0) + (box?.height ?? 0) / 2 - 450)).toBeLessThan(60)
  release()
  await expect(page.getByRole('heading', { name: 'Reports', level: 1 })).toBeVisible()
  await expect(spinner).toBeHidden()
})

test('while it is found out who is there, a loading screen is shown', { tag: '@long' }, async ({ page }) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/.well-known/openid-configuration', async (route) => {
    await released
    await route.continue()
  })
  await page.goto('/')
  await expect(page.getByRole('progressbar', { name: 'Checking whether you are signed in' })).toBeVisible()
  release()
  await expect(page.getByRole('heading', { name: 'Sign in to your organisation' })).toBeVisible()
})

test('a page whose code cannot be loaded offers a way out', async ({ page, complaints }) => {
  complaints.expect(/models-page|ERR_FAILED|dynamically imported module/)
  await signInAs(page, 'user')
  await page.route('**/assets/models-page-*.js', (route) => route.abort())
  await navigation(page).getByRole('link', { name: 'Model' }).click()
  await expect(page.getByRole('alert')).toContainText('A part of this page could not be loaded')
  await expect(page.getByRole('alert')).toContainText('Check your connection')

  await navigation(page).getByRole('link', { name: 'Uploads' }).click()
  await expect(page.getByRole('heading', { name: 'Uploads', level: 1 })).toBeVisible()
  await page.goBack()
  await page.unroute('**/assets/models-page-*.js')
  await page.getByRole('alert').getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByRole('heading', { name: 'Model', level: 1 })).toBeVisible()
})

/** Queries are tried again after a while; this is the while. */
async function eventually(page: Page, check: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await page.clock.fastForward(4000)
    await check()
  }).toPass()
}

test('when the organisation cannot be fetched, the name from the sign-in is shown', { tag: '@long' }, async ({
  page,
  complaints,
}) => {
  complaints.expect(/500/)
  await page.clock.install()
  await page.route('**/api/organizations/current/', (route) =>
    route.fulfill({ status: 500, json: { detail: 'No.', code: 'internal' } }),
  )
  await signInAs(page, 'user')
  const reports = navigation(page).getByRole('link', { name: 'Reports' })
  await eventually(page, () => expect(reports).toHaveAttribute('aria-disabled', 'true', { timeout: 200 }))
  await expect(reports).toHaveAccessibleDescription(/This needs an organisation/)
  await expect(page.getByRole('main').getByText('Demo Pathology')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Projects' })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.getByRole('button', { name: `Organisation: ${isolated('Demo Pathology')}` }).click()
  await expect(page.getByRole('menu')).toContainText('Your organisation could not be loaded.')
})

test('HTML where JSON was expected counts as an empty answer', { tag: '@long' }, async ({ page }) => {
  await signInAs(page, 'manager')
  const warnings: string[] = []
  page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()))
  await page.route('**/api/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Proxy</title>' }),
  )
  await page.reload()
  await expect(page.getByRole('heading', { name: 'No projects yet' })).toBeVisible()
  await expect(account(page)).toBeVisible()
  expect(warnings.join()).toContain('got HTML')
})

test('files with a hash in their name are kept for ever, the page is asked for each time', async ({
  page,
  baseURL,
}) => {
  const html = await page.request.get('/', { headers: { Accept: 'text/html' } })
  expect(html.headers()['cache-control']).toBe('no-cache')
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(await html.text())?.[1]
  const asset = await page.request.get(`${baseURL}${script}`, { headers: { 'Accept-Encoding': 'br' } })
  expect(asset.headers()).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-encoding': 'br',
  })
})
