import type { DemoState } from '@cresyl/contract/demo'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible.ts'
import { insertFiles } from '../support/insert-files.ts'
import { insertSlides } from '../support/insert-slides.ts'
import { press } from '../support/keys.ts'
import { addOrganization, addPerson, signInWithPassword } from '../support/people.ts'
import { signInAs } from '../support/person.ts'
import type { Product } from '../support/product.ts'
import { hasSidewaysScroll, seedProject } from '../support/project-steps.ts'
import { expect, test } from '../support/test.ts'

/** Slides that were never uploaded have none. */
const withoutPictures = /viewers\/thumbnails/

const main = (page: Page) => page.getByRole('main')
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** Someone in an organisation that nobody else uses: what there is in it, the test has put there. */
async function enterAlone(page: Page, product: Product, role: 'admin' | 'guest' = 'admin') {
  const organization = await addOrganization(product, 'Alone')
  const person = await addPerson(product, { role, organization: organization.name })
  await signInWithPassword(page, person)
  return organization
}

/** Until all is there that decides what the page has to say: what is absent then stays absent. */
async function reloadWhole(page: Page): Promise<void> {
  const answers = ['profiles/me', 'dashboard', 'demo'].map((path) =>
    page.waitForResponse((response) => response.url().includes(`/api/${path}/`)),
  )
  await Promise.all([page.reload(), ...answers])
}

test('an organisation with nothing says how to begin, and the welcome goes for good', async ({
  page,
  product,
}) => {
  const { displayName } = await enterAlone(page, product)
  await expect(main(page)).toContainText(`${displayName} · 0 slides · 0 projects`)
  const welcome = section(page, 'Welcome to Cresyl')
  await expect(welcome.getByRole('listitem')).toHaveText([
    /Upload a slide/,
    /Look at it/,
    /Invite colleagues/,
  ])
  await expect(main(page).getByRole('heading', { name: 'No projects yet' })).toBeVisible()
  for (const absent of ['Continue', 'New slides', 'Needs attention', 'Running']) {
    await expect(page.getByRole('heading', { name: absent })).toHaveCount(0)
  }
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page, `nothing, ${colorScheme}`)
  }
  await welcome.getByRole('link', { name: 'Upload slides' }).click()
  await expect(page).toHaveURL('/uploads')
  await page.goBack()
  await press(page, welcome.getByRole('button', { name: 'Dismiss the welcome' }))
  await expect(welcome).toBeHidden()
  await reloadWhole(page)
  await expect(main(page).getByRole('heading', { name: 'No projects yet' })).toBeVisible()
  await expect(welcome).toBeHidden()
})

test('slides are shown with what is known of them, and counted', async ({ page, product, complaints }) => {
  complaints.expect(withoutPictures)
  const { id } = await enterAlone(page, product)
  const name = '<b>خزعة الكبد</b> 1'
  const project = await seedProject(page, { name: 'Livers' })
  await insertSlides(product, id, [
    { name, projectId: project.id },
    { name: 'Lone slide', projectId: null },
  ])
  await page.reload()
  await expect(main(page)).toContainText('2 slides · 1 project')
  const newest = section(page, 'New slides')
  await expect(newest.getByRole('listitem')).toHaveCount(2)
  await expect(newest.getByRole('link', { name, exact: true })).toBeVisible()
  const cards = page.getByRole('list', { name: 'Projects' })
  await expect(cards.getByRole('listitem').filter({ hasText: 'Livers' })).toContainText('1 slide ')
  await expect(cards.getByRole('link', { name: 'Unsorted slides' })).toHaveAttribute(
    'href',
    '/project/unsorted',
  )
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(cards.getByRole('link', { name: 'Unsorted slides' })).toBeVisible()
  // The frame takes its narrow form a moment later.
  await expect.poll(() => hasSidewaysScroll(page)).toBe(false)
  await expectAccessible(page, 'slides on a phone')
})

test('what went wrong is told once, with a way to it', async ({ page, product }) => {
  const { id } = await enterAlone(page, product)
  const failed = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      name: `<i>broken</i> ${index}.svs`,
      size: 4096,
      status: 'failed' as const,
      message: 'The connection was lost.',
    }))
  await insertFiles(product, id, failed(5))
  await page.reload()
  const attention = section(page, 'Needs attention')
  await expect(attention.getByRole('listitem')).toHaveCount(3)
  await expect(attention.getByRole('listitem').first()).toContainText(/Upload failed: <i>broken<\/i> \d\.svs/)
  await expect(attention.getByRole('listitem').first()).toContainText('Send the file again.')
  await attention.getByRole('button', { name: 'Show all 5' }).click()
  await expect(attention.getByRole('listitem')).toHaveCount(5)
  await expectAccessible(page, 'needs attention')
  await attention.getByRole('link', { name: 'Open the file' }).first().click()
  await expect(page).toHaveURL(/\/uploads\?file=/)
  await page.goBack()
  await attention.getByRole('button', { name: 'Mark as seen' }).click()
  await expect(attention).toBeHidden()
  await page.reload()
  await expect(section(page, 'Storage')).toBeVisible()
  await expect(attention).toBeHidden()
})

test('the strip of the demonstration says how far it is, and what goes with it', { tag: '@long' }, async ({
  page,
}) => {
  const demo = { arrived: 3, total: 8, job_id: null, slides: 8, projects: 4 }
  let state: DemoState = 'arriving'
  await page.route('**/api/demo/', (route) => {
    if (route.request().method() === 'DELETE') state = 'removing'
    return route.fulfill({ json: { ...demo, state } })
  })
  await signInAs(page, 'admin')
  const strip = section(page, 'Demonstration')
  await expect(strip).toContainText('Demonstration slides are arriving: 3 of 8')
  await expect(strip.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '37')
  state = 'ready'
  await press(page, strip.getByRole('button', { name: 'Remove demonstration' }))
  const dialog = page.getByRole('alertdialog', { name: 'Remove the demonstration?' })
  await expect(dialog).toContainText('8 demonstration slides and 4 demonstration projects go')
  await expect(dialog).toContainText('Everything else stays')
  await expectAccessible(page, 'removing the demonstration')
  await dialog.getByRole('button', { name: 'Remove demonstration' }).click()
  await expect(strip).toContainText('is being removed')
  state = 'failed'
  await expect(strip).toContainText('Something went wrong')
  await expect(strip.getByRole('button', { name: 'Remove demonstration' })).toBeVisible()
  state = 'removed'
  await reloadWhole(page)
  await expect(page.getByRole('list', { name: 'Projects' })).toBeVisible()
  await expect(strip).toHaveCount(0)
})
