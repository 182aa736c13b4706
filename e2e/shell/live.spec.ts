import type { BrowserContext, Page, Request } from '@playwright/test'
import { serverAway } from '../support/complaints.ts'
import { addPerson, signInWithPassword } from '../support/people.ts'
import { account, goWithin, signInAs, signOut } from '../support/person.ts'
import { startProduct } from '../support/product.ts'
import { openEditDialog, rowOf, seedProject, uniqueName } from '../support/project-steps.ts'
import { expect, test } from '../support/test.ts'

// The service worker has to leave streams alone.
test.use({ serviceWorkers: 'allow' })

/** The streams of a browser: how many were asked for, and which are open. */
function watchStreams(context: BrowserContext) {
  const open = new Set<Request>()
  // Nothing is heard of those of a tab that is closed.
  const isOfOpenTab = (request: Request) => !request.frame().page().isClosed()
  const streams = { asked: 0, open: () => [...open].filter(isOfOpenTab).length }
  const isStream = (request: Request) => new URL(request.url()).pathname === '/api/events/'
  context.on('request', (request) => {
    if (!isStream(request)) return
    streams.asked += 1
    open.add(request)
  })
  context.on('requestfinished', (request) => open.delete(request))
  context.on('requestfailed', (request) => open.delete(request))
  return streams
}

/** Set on the page: gone if it is loaded anew. */
const markPage = (page: Page) => page.evaluate(() => void Object.assign(window, { marked: true }))
const isMarked = (page: Page) => page.evaluate(() => 'marked' in window)

const notLive = (page: Page) => page.getByText('Not live: reconnecting')

// The page alone in web/test/projects-list.test.tsx and profile.test.tsx, a real stream in the next one.
test('two people see what the other does, without loading anything anew or losing what they type', {
  tag: '@long',
}, async ({ page, openBrowser }) => {
  const other = await openBrowser()
  await signInAs(page, 'manager')
  await signInAs(other, 'admin')
  for (const each of [page, other]) await markPage(each)

  const name = uniqueName('Live')
  const project = await seedProject(page, { name })
  await expect(rowOf(other, name)).toBeVisible()
  await expect(rowOf(page, name)).toBeVisible()

  await rowOf(other, name).getByRole('link').first().click()
  await expect(other.getByRole('heading', { name })).toBeVisible()
  await openEditDialog(other)
  const typed = other.getByRole('dialog').getByRole('textbox', { name: 'Description' })
  await typed.fill('Half a sent')

  await goWithin(page, `/project/${project.id}`)
  await openEditDialog(page)
  const dialog = page.getByRole('dialog', { name: 'Edit project' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill(`${name} renamed`)
  await dialog.getByRole('button', { name: 'Save' }).click()
  // Behind the dialog the page follows.
  await expect(other.getByText(`${name} renamed`).first()).toBeAttached()
  await expect(typed).toHaveValue('Half a sent')
  expect(await isMarked(other)).toBe(true)
})

test('the tabs of a browser share one stream, one that is closed is replaced, and signing out ends it', async ({
  page,
  context,
  product,
  complaints,
}) => {
  // What the other tab asks for at that very moment is refused.
  complaints.expect(/401/)
  const streams = watchStreams(context)
  const live = page.waitForResponse('**/api/events/')
  await signInAs(page, 'user')
  const tabs = [page, await context.newPage(), await context.newPage()]
  for (const tab of tabs.slice(1)) {
    await tab.goto('/')
    await expect(account(tab)).toBeVisible()
  }
  const headers = { Authorization: `Bearer ${await product.tokenOf('manager')}` }
  const makeProject = async (name: string) =>
    expect((await context.request.post('/api/projects/', { headers, data: { name } })).status()).toBe(201)
  await live
  const first = uniqueName('Shared')
  await makeProject(first)
  for (const tab of tabs) await expect(rowOf(tab, first)).toBeVisible()
  await expect.poll(() => streams.open()).toBe(1)

  const asked = streams.asked
  await page.close()
  await expect.poll(() => streams.asked).toBeGreaterThan(asked)
  const second = uniqueName('Shared')
  await makeProject(second)
  for (const tab of tabs.slice(1)) await expect(rowOf(tab, second)).toBeVisible()

  const [, leaving, last] = tabs
  if (!leaving || !last) throw new Error('There are three tabs.')
  await signOut(leaving)
  await expect(last).toHaveURL('/login')
  await expect.poll(() => streams.open()).toBe(0)
})

test('a member who is disabled is shown out, and told why', { tag: '@long' }, async ({
  page,
  product,
  complaints,
}) => {
  test.setTimeout(120_000)
  complaints.expect(/40[01]/)
  const person = await addPerson(product, { role: 'user' })
  await signInWithPassword(page, person)
  const headers = { Authorization: `Bearer ${await product.tokenOf('admin')}` }
  const reply = await page.request.patch(`/api/users/${person.id}/`, { headers, data: { disabled: true } })
  expect(reply.status()).toBe(200)
  // Nobody touches the page: the end of the stream alone tells.
  await expect(page).toHaveURL(/\/login/, { timeout: 70_000 })
  await expect(page.getByText(/no longer a member/)).toBeVisible()
})

test('when the server was restarted the page is live again by itself', { tag: '@long' }, async ({
  browser,
  complaints,
}) => {
  test.setTimeout(180_000)
  complaints.expect(serverAway)
  const product = await startProduct()
  const context = await browser.newContext({ baseURL: product.origin, locale: 'en-GB' })
  try {
    await complaints.watch(context)
    const page = await context.newPage()
    await signInAs(page, 'manager')
    await markPage(page)
    await product.restart()
    const name = uniqueName('After')
    const headers = { Authorization: `Bearer ${await product.tokenOf('admin')}` }
    const reply = await context.request.post('/api/projects/', { headers, data: { name } })
    expect(reply.status()).toBe(201)
    await expect(rowOf(page, name)).toBeVisible({ timeout: 40_000 })
    await expect(notLive(page)).toBeHidden()
    expect(await isMarked(page)).toBe(true)
  } finally {
    await context.close()
    await product.stop()
  }
})

test('while the stream cannot be opened the page says so, and no more once it can', { tag: '@long' }, async ({
  page,
  complaints,
}) => {
  complaints.expect(/ERR_FAILED/)
  await page.clock.install()
  await page.route('**/api/events/', (route) => route.abort())
  await signInAs(page, 'user')
  await expect(notLive(page)).toBeHidden()
  // Said after ten seconds; tried again every half a minute at least.
  await page.clock.fastForward(10_000)
  await expect(notLive(page)).toBeVisible()
  await page.unroute('**/api/events/')
  await expect(async () => {
    await page.clock.fastForward(30_000)
    await expect(notLive(page)).toBeHidden({ timeout: 1000 })
  }).toPass()
})
