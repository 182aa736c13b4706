import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { expectAccessible, expectContrast } from '../support/accessible.ts'
import { insertSlides } from '../support/insert-slides.ts'
import { addOrganization, addPerson, signInWithPassword } from '../support/people.ts'
import { goWithin } from '../support/person.ts'
import type { Product } from '../support/product.ts'
import { hasSidewaysScroll, seedProject } from '../support/project-steps.ts'
import { expect, test } from '../support/test.ts'

/** Slides that were never uploaded have none. */
const withoutPictures = /viewers\/thumbnails/

const chart = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const picture = (page: Page, name: string) => chart(page, name).locator('[role="img"]')
const list = (page: Page) => page.getByRole('dialog')

/** The shapes of a picture. */
function outlines(picture = ''): string[] {
  return [...picture.matchAll(/<path d="([^"]*)"/g)].map(([, outline = '']) => outline)
}

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

test('figures equal the lists behind them; a link, a download and a sheet of paper keep the report', async ({
  page,
  context,
  product,
  complaints,
}) => {
  complaints.expect(withoutPictures)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { project } = await enterLaboratory(page, product)

  await test.step('what of a link makes no sense is told and replaced', async () => {
    await goWithin(page, '/reports?period=2026-q9&member=nobody')
    const told = page.getByRole('alert')
    await expect(told).toContainText('“2026-q9” is not a period, so this quarter is shown.')
    await expect(told).toContainText('“nobody” is not a member and is ignored.')
    await expect(page).toHaveURL('/reports')
  })

  await goWithin(page, '/reports?period=2026-q1&by=month')
  const figures = page.getByRole('region', { name: 'Key figures' })
  await expect(figures.getByRole('button', { name: /^Slides added 70/ })).toBeVisible()
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

  await test.step('of two changes that come at once, both stay', async () => {
    await goWithin(page, '/reports?period=2026-q1&by=month')
    const asTable = page.getByRole('button', { name: 'Show as table: Slides added' })
    await expect(asTable).toBeVisible()
    // In one task of the browser: nothing is drawn between them.
    await asTable.evaluate((button: HTMLElement) => {
      button.click()
      document.querySelector<HTMLElement>('[role="switch"], input[type="checkbox"]')?.click()
    })
    await expect(page).toHaveURL(/tables=slides/)
    await expect(page).toHaveURL(/compare=1/)
  })

  await test.step('a report is readable by everyone, on a phone too', async () => {
    await expect(picture(page, 'Size of slides').locator('svg text').first()).toBeVisible()
    await expectAccessible(page, 'reports', 'main')
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectContrast(page, 'reports in the dark', 'main')
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

  await test.step('the whole report is downloaded, linked to and printed, also before its charts have come to rest', async () => {
    await page.emulateMedia({ colorScheme: 'light' })
    await page.setViewportSize({ width: 1440, height: 900 })
    const pie = picture(page, 'Slides in the whole period')
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    // As it is in the moment in which it is drawn.
    await page.addInitScript(() => {
      const seen: { first?: string } = {}
      Object.assign(window, { seen })
      new MutationObserver(() => {
        const drawn = document.querySelector('[aria-label^="Slides in the whole period"] svg')?.innerHTML
        if (drawn?.includes('<text')) seen.first ??= drawn
      }).observe(document, { childList: true, subtree: true })
    })
    await page.goto('/reports?period=2026-q1&by=month')
    await expect(pie.locator('svg text').first()).toBeVisible()
    await whenAtRest(pie.locator('svg').first())
    const first = await page.evaluate(() => (window as { seen?: { first?: string } }).seen?.first)
    expect(outlines(first)).toEqual(outlines(await pie.locator('svg').first().innerHTML()))

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
    // Charts are drawn for the width that they have on a sheet: shrunk from that of the window, nobody could read them.
    const drawing = pie.locator('svg').first()
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
    await expect(drawing).toHaveAttribute('viewBox', /^0 0 400 \d{3}$/)
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
    await expect(drawing).not.toHaveAttribute('viewBox', /^0 0 400 /)

    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await expect(page.getByText(/^Report of Figures/)).toBeVisible()
    await expect(chart(page, 'Slides added')).toBeVisible()
    // Nothing of the app around it, and white paper.
    for (const control of ['Skip to content', 'Overview', 'Filters'])
      await expect(page.getByText(control, { exact: true })).toBeHidden()
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
  })
})

/** When what is drawn has not changed for half a second's worth of frames. */
async function whenAtRest(drawing: Locator): Promise<void> {
  await drawing.evaluate(async (element) => {
    let last = ''
    for (let unchanged = 0; unchanged < 30; unchanged += 1) {
      await new Promise(requestAnimationFrame)
      if (element.innerHTML !== last) unchanged = 0
      last = element.innerHTML
    }
  })
}
