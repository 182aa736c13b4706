import { listLimits, queryDefaults, textLimits } from '@cresyl/contract/api/limits'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { openApp } from './support/app.tsx'
import { makeProject, withProjects } from './support/organization.ts'
import { after, refuse, unreachable } from './support/server.ts'
import {
  expectAddress,
  expectCount,
  expectGone,
  expectTexts,
  hasSidewaysScroll,
  isolated,
  saying,
} from './support/steps.ts'

const list = page.getByRole('list', { name: 'Projects' })
const rows = page.getByRole('table', { name: 'Projects' }).getByRole('rowheader')
const asTable = () => page.getByRole('button', { name: 'Table', exact: true }).click()
const cases = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    makeProject({ name: `Case ${String(index + 1).padStart(4, '0')}` }),
  )

afterEach(async () => {
  vi.useRealTimers()
  await page.viewport(1440, 900)
})

const oddNames = {
  'of 255 characters': ''.padEnd(textLimits.name, 'Wide'),
  'of many words': 'Liver and spleen'.padEnd(textLimits.name - 1, ' and more'),
  'written from right to left': 'خزعات الكبد ‏של מעבדה',
  'of HTML': `<img src=x onerror="document.title='run'"><script>document.title='run'</script>`,
}

test('odd names are shown as they are and break nothing', async () => {
  const projects = Object.values(oddNames).map((name) => makeProject({ name, description: name }))
  await openApp('/', 'manager', withProjects(...projects))
  const link = (name: string) => page.getByRole('link', { name, exact: true })
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.viewport(width, height)
    for (const name of Object.values(oddNames)) await expect.element(link(name)).toBeVisible()
    await expect.poll(hasSidewaysScroll).toBe(false)
  }
  for (const [kind, name] of Object.entries(oddNames)) {
    await link(name).click()
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(name)
    await expect.poll(() => document.title).toBe(`${name} · Cresyl`)
    expect(hasSidewaysScroll(), kind).toBe(false)
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Actions for/ })
      .first()
      .click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveValue(name)
    expect(hasSidewaysScroll(), kind).toBe(false)
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await expectGone(page.getByRole('dialog'))
    history.back()
  }
})

test('a thousand projects are paged through', async () => {
  const { server } = await openApp('/?ordering=name', 'guest', withProjects(...cases(1001)))
  await asTable()
  await expect.element(saying(/^1–50 of 1,001$/)).toBeVisible()
  await expectCount(rows, listLimits.defaultLimit)
  await expect.element(rows.first()).toHaveTextContent('Case 0001')
  const pages = page.getByRole('navigation', { name: 'Pages' })
  await pages.getByRole('button', { name: 'Go to page 21' }).click()
  await expectTexts(rows, ['Case 1001'])
  await expect.element(saying(/^1,001–1,001 of 1,001$/)).toBeVisible()
  await expectAddress(/page=21/)
  expect(server.sent('listProjects').at(-1)?.query).toMatchObject({
    limit: 50,
    offset: 1000,
    ordering: 'name',
  })
  history.back()
  await expect.element(rows.first()).toHaveTextContent('Case 0001')
})

test('projects are sorted and searched, in the table that was chosen, and a new one appears by itself', async () => {
  const { reload, server } = await openApp('/?ordering=name', 'guest', withProjects(...cases(3)))
  await expectCount(list.getByRole('listitem'), 3)
  await asTable()
  await expectTexts(rows, ['Case 0001', 'Case 0002', 'Case 0003'])
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click()
  await expectTexts(rows, ['Case 0003', 'Case 0002', 'Case 0001'])
  await reload()
  await expectCount(rows, 3)

  const search = page.getByRole('searchbox', { name: 'Search projects' })
  await search.fill('0002')
  await expect.element(saying(/^1 project$/)).toBeVisible()
  await expectTexts(rows, ['Case 0002'])
  await search.fill('nothing')
  await expect.element(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible()
  await expect.element(page.getByText(`No project matches “${isolated('nothing')}”.`)).toBeVisible()
  await expectAddress(/search=nothing/)
  await page.getByRole('button', { name: 'Clear the search' }).last().click()
  await expectCount(rows, 3)
  await expect.element(search).toHaveValue('')

  server.answer(withProjects(...cases(4)))
  server.tell({ resource: 'projects' })
  await expectCount(rows, 4)
})

test('the names of the columns stay in sight while a long list is scrolled', async () => {
  await openApp('/', 'admin', withProjects(...cases(40)))
  await asTable()
  const header = page.getByRole('columnheader', { name: 'Created by' })
  await expect.element(header).toBeVisible()
  scrollTo(0, 1200)
  await expect.poll(() => scrollY).toBeGreaterThan(400)
  // Not only inside the window, but on top of what is painted there.
  const { x, y, width, height } = header.element().getBoundingClientRect()
  expect(header.element().contains(document.elementFromPoint(x + width / 2, y + height / 2))).toBe(true)
})

test('a page beyond the last shows the last', async () => {
  await openApp('/?page=999&search=Case', 'guest', withProjects(...cases(3)))
  await expectCount(list.getByRole('listitem'), 3)
  await expectAddress('/?search=Case')
})

test('while the projects load there are rows in their place, then the projects', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { listProjects } = withProjects(...cases(3))
  await openApp('/', 'guest', { listProjects: after(released, listProjects) })
  await expect.element(page.getByRole('status', { name: 'Loading projects' })).toBeVisible()
  release()
  await expectCount(list.getByRole('listitem'), 3)
})

for (const [kind, listProjects, sentence] of [
  [
    'answers with an error',
    refuse('internal', { detail: 'The database is tired.' }),
    'The database is tired.',
  ],
  ['cannot be reached', unreachable, 'The server cannot be reached.'],
] as const) {
  test(`when the server ${kind}, the list says so and can be tried again`, async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { server } = await openApp('/', 'guest', { listProjects })
    for (let tries = 1; tries <= queryDefaults.retries; tries++) {
      await expect.poll(() => server.sent('listProjects').length).toBeGreaterThanOrEqual(tries)
      await vi.advanceTimersByTimeAsync(queryDefaults.maxRetryDelay)
    }
    const failed = page.getByRole('alert')
    await expect.element(failed).toMatchTextContent('The projects could not be loaded')
    await expect.element(failed).toMatchTextContent(sentence)
    server.answer(withProjects(...cases(1)))
    await failed.getByRole('button', { name: 'Try again' }).click()
    await expectCount(list.getByRole('listitem'), 1)
  })
}
