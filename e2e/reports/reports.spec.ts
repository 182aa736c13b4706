import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectAccessible, expectContrast } from '../support/accessible.ts'
import { insertSlides } from '../support/insert-slides.ts'
import { addOrganization, addPerson, signInWithPassword } from '../support/people.ts'
import { accessToken, goWithin } from '../support/person.ts'
import type { Product } from '../support/product.ts'
import { hasSidewaysScroll, seedProject } from '../support/project-steps.ts'
import { expect, test } from '../support/test.ts'

/** Slides that were never uploaded have none. */
const withoutPictures = /viewers\/thumbnails/

const chart = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const picture = (page: Page, name: string) => chart(page, name).locator('[role="img"]')
const list = (page: Page) => page.getByRole('dialog')

/** A quarter that is over for good: 60 slides in February, 12 of them in a project, and 10 in March. */
async function enterLaboratory(page: Page, product: Product) {
  const organization = await addOrganization(product, 'Figures')
  const person = await addPerson(product, { role: 'manager', organization: organization.name })
  await signInWithPassword(page, person)
  const project = await seedProject(page, { name: 'Kidneys' })
  const slides = Array.from({ length: 70 }, (_, at) => ({
    name: `Slide ${at}`,
    projectId: at < 12 ? project.id : null,
    createdBy: person.id,
    createdAt: new Date(at < 60 ? '2026-02-10T10:00:00Z' : '2026-03-20T10:00:00Z'),
  }))
  await insertSlides(product, organization.id, slides)
  return { project, person }
}

test('figures equal the lists behind them; a link, a download and a sheet of paper keep the report; who did what is found, exported and verified', async ({
  page,
  context,
  product,
  complaints,
}) => {
  complaints.expect(withoutPictures)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { project } = await enterLaboratory(page, product)

  await goWithin(page, '/reports?period=2026-q1&by=month')
  const figures = page.getByRole('region', { name: 'Key figures' })
  await figures.getByRole('button', { name: /^Slides added 70/ }).waitFor()
  await expect(picture(page, 'Slides in the whole period').locator('svg text').first()).toBeVisible()

  // The one slice of the pie stands for all of them.
  await picture(page, 'Slides in the whole period').click()
  await expect(list(page).getByRole('status')).toHaveText('70 slides')
  await expect(list(page).getByRole('listitem').first()).toHaveAttribute('aria-setsize', '70')
  await page.goBack()
  await expect(list(page)).toBeHidden()

  // By keyboard the table leads to the same lists.
  await chart(page, 'Slides added')
    .getByRole('button', { name: 'Show as table: Slides added' })
    .press('Enter')
  const rows = chart(page, 'Slides added').getByRole('table').getByRole('row')
  await expect(rows).toHaveText([
    /When/,
    /January 2026.*0/,
    /February 2026.*60/,
    /March 2026.*10/,
    /Whole period.*70/,
  ])
  await rows.nth(2).getByRole('link').press('Enter')
  await expect(list(page).getByRole('status')).toHaveText('60 slides')
  await expect(list(page)).toContainText('February 2026')
  await expect(
    list(page)
      .getByRole('link', { name: /^Slide \d+$/ })
      .first(),
  ).toHaveAttribute('href', /^\/slide\//)
  await list(page).getByRole('button', { name: 'Close the list' }).click()

  // What is filtered by, compared and shown as a table is in the address.
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByRole('combobox', { name: 'Project' }).fill('Kid')
  await page.getByRole('option', { name: 'Kidneys' }).click()
  await expect(rows.nth(2)).toHaveText(/February 2026.*12/)
  const compare = page.getByRole('switch', { name: 'Compare with the previous period' })
  await compare.click()
  await expect(compare).toBeChecked()
  const parameters = () => Object.fromEntries(new URL(page.url()).searchParams)
  await expect
    .poll(parameters)
    .toEqual({ period: '2026-q1', by: 'month', project: project.id, compare: '1', tables: 'slides' })
  await page.reload()
  await rows.nth(2).waitFor()
  await expect(rows.nth(2)).toHaveText(/February 2026.*12/)
  await expect(page.getByRole('button', { name: 'Filters (1)' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Kidneys')
  await page.goBack()
  await expect(compare).not.toBeChecked()

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    chart(page, 'Slides added').getByRole('button', { name: 'Download as CSV: Slides added' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^Figures .* report 2026-q1 Slides added\.csv$/)
  const csv = await readFile(await download.path(), 'utf8')
  expect(csv).toMatch(/Slides,Slides added,[^,]+,this,2026-02-01,2026-03-01,count,12,12\r\n/)

  await goWithin(page, '/reports?period=2026-q1&by=month')
  await test.step('the whole report is downloaded, linked to and printed', async () => {
    await figures.getByRole('button', { name: /^Slides added 70/ }).waitFor()
    await expect(picture(page, 'Slides added').locator('svg text').first()).toBeVisible()
    const choose = async (name: string) => {
      await page.getByRole('button', { name: 'Report', exact: true }).click()
      await page.getByRole('menuitem', { name }).click()
    }

    // Everything has been counted: what there is nothing of says so.
    for (const name of [
      'Measures that warn or fail',
      'Success by predictor',
      'Files downloaded',
      'Overrides',
    ])
      await expect(chart(page, name).getByText('Nothing in this period')).toBeVisible()
    await expect(picture(page, 'Size of slides').locator('svg text').first()).toBeVisible()
    const [download] = await Promise.all([page.waitForEvent('download'), choose('Download as CSV')])
    expect(download.suggestedFilename()).toMatch(/^Figures .* report 2026-q1\.csv$/)
    const csv = await readFile(await download.path(), 'utf8')
    expect(csv).toMatch(/Slides,Slides added,[^,]+,this,2026-02-01,2026-03-01,count,60,60\r\n/)
    expect(csv).toContain('Turnaround')

    await choose('Copy link')
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(page.url())

    await page.evaluate(() => {
      window.print = () => document.body.setAttribute('data-asked-to-print', '')
    })
    await choose('Print')
    await expect(page.locator('body')).toHaveAttribute('data-asked-to-print', '')
  })

  await test.step('a report is readable by everyone', async () => {
    await expectAccessible(page, 'reports', 'main')
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectContrast(page, 'reports in the dark', 'main')
  })

  await test.step('on paper there is nothing of the app around it, and each title stays with what it is of', async () => {
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByText(/^Report of Figures/)).toBeVisible()
    await expect(chart(page, 'Slides added')).toBeVisible()
    for (const control of ['Skip to content', 'Overview', 'Filters'])
      await expect(page.getByText(control, { exact: true })).toBeHidden()
    // The paper is white, whatever the screen is.
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('light')

    // A title is followed by what it is of on the same sheet.
    const breaks = await page.locator('main section').evaluateAll((sections) =>
      sections.map((section) => ({
        titles: [...section.children].slice(0, -1).map((child) => getComputedStyle(child).breakAfter),
        isChart: section.querySelector('h3') !== null && section.querySelector('h2') === null,
        inside: getComputedStyle(section).breakInside,
      })),
    )
    expect(breaks.filter(({ isChart }) => isChart).length).toBeGreaterThan(10)
    for (const { titles, isChart, inside } of breaks) {
      expect(titles).toEqual(titles.map(() => 'avoid'))
      if (isChart) expect(inside).toBe('avoid')
    }
    await page.emulateMedia({ media: null })
  })

  await test.step('on a phone it is no wider than the screen', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await expect.poll(() => hasSidewaysScroll(page)).toBe(false)
  })

  await test.step('how storage has grown is a chart and a table', async () => {
    await goWithin(page, '/reports?tab=storage')
    const growth = page.getByRole('region', { name: 'Growth' })
    const drawn = growth.getByRole('img', { name: /^Storage by month/ }).locator('svg')
    await expect(drawn.first()).toBeVisible()
    await growth.getByRole('button', { name: 'Show as table' }).click()
    await expect(growth.getByRole('table').getByRole('row').nth(1)).toBeVisible()
  })

  await test.step('who did what is found, told before and after, exported and verified', async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    const headers = { Authorization: `Bearer ${await accessToken(page)}` }
    await page.request.patch(`/api/projects/${project.id}/`, { headers, data: { name: '=Livers' } })
    await goWithin(page, '/reports?tab=audit')
    const log = page.getByRole('list', { name: 'Audit log, newest first' })
    const changed = log.getByRole('listitem').filter({ hasText: 'Project changed' })
    await expect(changed).toHaveCount(1)
    await changed.getByRole('button', { name: 'Details: Project changed' }).click()
    await expect(changed).toContainText('Kidneys')
    await expect(changed).toContainText('=Livers')
    await expectAccessible(page, 'the audit log in the dark', 'main')

    // What is chosen stands in the address, and holds when it is opened again.
    await changed.getByRole('button', { name: 'Only this event' }).click()
    await expect(page).toHaveURL(/project\.updated/)
    await page.reload()
    await expect(log.getByRole('listitem')).toHaveCount(1)
    await expect(changed).toHaveCount(1)

    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export CSV' }).click()
    const csv = await readFile(await (await downloading).path(), 'utf8')
    expect(csv).toContain('project.updated')
    // A name that begins like a formula is text to a spreadsheet.
    expect(csv).toContain(`,"'=Livers",`)
    expect(csv).not.toMatch(/(^|,)"?=/m)

    await page.getByRole('button', { name: 'Verify now' }).click()
    await expect(page.getByText('Log intact')).toBeVisible({ timeout: 30_000 })
    await page.emulateMedia({ colorScheme: 'light' })
    await expectContrast(page, 'a verified audit log in light colours', 'main')
  })
})
