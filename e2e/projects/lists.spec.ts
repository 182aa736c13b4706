import { listLimits, textLimits } from '@cresyl/contract/limits'
import { insertProjects } from '../support/insert-projects.ts'
import { organizationOf, signInAs } from '../support/person.ts'
import { hasSidewaysScroll, openEditDialog, seedProject, uniqueName } from '../support/project-steps.ts'
import { expect, test } from '../support/test.ts'

const widths = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]

const oddNames = {
  'of 255 characters': () => uniqueName('').trim().padEnd(textLimits.name, 'Wide'),
  'of many words': () => uniqueName('Liver and spleen').padEnd(textLimits.name - 1, ' and more'),
  'written from right to left': () => uniqueName('خزعات الكبد ‏של מעבדה'),
  'of HTML': () =>
    uniqueName(`<img src=x onerror="document.title='run'"><script>document.title='run'</script>`),
}

for (const [kind, makeName] of Object.entries(oddNames)) {
  const options = { tag: kind === 'of HTML' ? [] : '@long' }
  test(`a name ${kind} is shown as it is and breaks nothing`, options, async ({ page }) => {
    const name = makeName()
    await signInAs(page, 'manager')
    const { id } = await seedProject(page, { name, description: name })
    for (const size of widths) {
      await page.setViewportSize(size)
      await page.goto('/')
      await expect(page.getByRole('link', { name, exact: true })).toBeVisible()
      expect(await hasSidewaysScroll(page), `list at ${size.width}`).toBe(false)
      for (const path of [`/project/${id}`, `/project/${id}/old`]) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
        await expect(page).toHaveTitle(`${name} · Cresyl`)
        expect(await hasSidewaysScroll(page), `${path} at ${size.width}`).toBe(false)
      }
    }
    await page.goto(`/project/${id}`)
    await openEditDialog(page)
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue(name)
    expect(await hasSidewaysScroll(page), 'dialog at 390').toBe(false)
  })
}

test('a thousand projects are paged through, sorted and searched', { tag: '@long' }, async ({
  page,
  product,
}) => {
  const mark = uniqueName('').trim()
  const names = Array.from(
    { length: 1000 },
    (_, index) => `Case ${String(index + 1).padStart(4, '0')} ${mark}`,
  )
  await signInAs(page, 'guest')
  await insertProjects(product, await organizationOf(page), names)
  await page.goto(`/?${new URLSearchParams({ search: mark, ordering: 'name' })}`)
  await page.getByRole('button', { name: 'Table', exact: true }).click()
  const count = page.getByRole('status').filter({ hasText: 'of 1,000' })
  const rows = page.getByRole('table', { name: 'Projects' }).getByRole('rowheader')
  await expect(count).toHaveText('1–50 of 1,000')
  await expect(rows).toHaveCount(listLimits.defaultLimit)
  await expect(rows.first()).toHaveText(`Case 0001 ${mark}`)

  const pages = page.getByRole('navigation', { name: 'Pages' })
  await pages.getByRole('button', { name: 'Go to next page' }).click()
  await expect(count).toHaveText('51–100 of 1,000')
  await expect(rows.first()).toHaveText(`Case 0051 ${mark}`)
  await pages.getByRole('button', { name: 'Go to page 20' }).click()
  await expect(count).toHaveText('951–1,000 of 1,000')
  await expect(rows.last()).toHaveText(`Case 1000 ${mark}`)
  await expect(page).toHaveURL(/page=20/)

  await page.goBack()
  await expect(count).toHaveText('51–100 of 1,000')
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click()
  await expect(count).toHaveText('1–50 of 1,000')
  await expect(rows.first()).toHaveText(`Case 1000 ${mark}`)

  await page.getByRole('searchbox').fill(`0500 ${mark}`)
  await expect(page.getByRole('status').filter({ hasText: /^1 project$/ })).toBeVisible()
  await expect(rows).toHaveText([`Case 0500 ${mark}`])
})

test('the names of the columns stay in sight while a long list is scrolled', { tag: '@long' }, async ({
  page,
}) => {
  await signInAs(page, 'admin')
  await Promise.all(Array.from({ length: 40 }, () => seedProject(page, { name: uniqueName('Long list') })))
  await page.reload()
  await page.getByRole('button', { name: 'Table', exact: true }).click()
  const header = page.getByRole('columnheader', { name: 'Created by' })
  await header.waitFor()
  await page.mouse.wheel(0, 1200)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(400)
  // Not only inside the window, but on top of what is painted there.
  const onTop = header.evaluate((cell) => {
    const { x, y, width, height } = cell.getBoundingClientRect()
    return cell.contains(document.elementFromPoint(x + width / 2, y + height / 2))
  })
  expect(await onTop).toBe(true)
})

test('a page beyond the last shows the last', { tag: '@long' }, async ({ page }) => {
  await signInAs(page, 'guest', '/?page=999&search=Scanner')
  await expect(page.getByRole('link', { name: 'Scanner acceptance 2026' })).toBeVisible()
  await expect(page).toHaveURL('/?search=Scanner')
})

test('while the projects load there are rows of the same size, then the projects', { tag: '@long' }, async ({
  page,
}) => {
  await signInAs(page, 'guest')
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/projects/?**', async (route) => {
    await released
    await route.continue()
  })
  await page.reload()
  await expect(page.getByRole('status', { name: 'Loading projects' })).toBeVisible()
  release()
  await expect(page.getByRole('list', { name: 'Projects' })).toBeVisible()
})

for (const [kind, answer] of [
  ['answers with an error', { status: 500, json: { detail: 'The database is tired.', code: 'internal' } }],
  ['cannot be reached', undefined],
] as const) {
  const options = { tag: answer ? '@long' : [] }
  test(
    `when the server ${kind}, the list says so and can be tried again`,
    options,
    async ({ page, complaints }) => {
      complaints.expect(/500|ERR_FAILED/)
      await page.clock.install()
      await signInAs(page, 'guest')
      await expect(page.getByRole('list', { name: 'Projects' })).toBeVisible()
      let tries = 0
      await page.route('**/api/projects/?**', (route) => {
        tries += 1
        return answer ? route.fulfill(answer) : route.abort()
      })
      await page.reload()
      const failed = page.getByRole('alert')
      // Three more tries, a few seconds apart.
      await expect(async () => {
        await page.clock.fastForward(4000)
        await expect(failed).toBeVisible({ timeout: 200 })
      }).toPass()
      // Or more: once the page is live it looks again for itself.
      expect(tries).toBeGreaterThanOrEqual(4)
      await expect(failed).toContainText('The projects could not be loaded')
      await expect(failed).toContainText(answer?.json.detail ?? 'The server cannot be reached.')
      await page.unroute('**/api/projects/?**')
      await failed.getByRole('button', { name: 'Try again' }).click()
      await expect(page.getByRole('list', { name: 'Projects' })).toBeVisible()
    },
  )
}
