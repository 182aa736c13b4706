import { toastDurations } from '@cresyl/contract/limits'
import type { Page } from '@playwright/test'
import { isolated } from '../support/isolated.ts'
import { signInAs } from '../support/person.ts'
import { chooseAction, search, seedProject, uniqueName } from '../support/project-steps.ts'
import { expect, test } from '../support/test.ts'

const sentence = 'The archive is closed today.\nTry again tomorrow.'

/** A list of projects whose changes are refused, each with the next of the sentences, then with none. */
async function openWithRefusals(page: Page, names: string[], sentences: string[]): Promise<void> {
  await signInAs(page, 'manager')
  for (const name of names) await seedProject(page, { name })
  const rest = [...sentences]
  await page.route('**/api/projects/*/', async (route) => {
    if (route.request().method() !== 'PATCH') return route.continue()
    return route.fulfill({ status: 503, json: { detail: rest.shift() } })
  })
  await page.goto(`/?${new URLSearchParams({ search: names[0]?.split(' ').at(-1) ?? '' })}`)
}

const timeIn = (page: Page) => page.evaluate(() => Date.now())

test("an error shows the server's sentence at the top centre, line breaks kept", async ({
  page,
  complaints,
}) => {
  complaints.expect(/503/)
  const name = uniqueName('Refused')
  await openWithRefusals(page, [name], [sentence])
  await chooseAction(page, name, 'Archive')
  const toast = page.getByRole('alert')
  await expect(toast).toBeVisible()
  // biome-ignore lint/performance/useDomNodeTextContent: only what is rendered tells whether the line break is kept
  expect(await toast.innerText()).toContain(sentence)

  const box = await toast.boundingBox()
  expect(box?.y).toBeLessThan(60)
  expect(Math.abs((box?.x ?? 0) + (box?.width ?? 0) / 2 - 720)).toBeLessThan(10)
  await toast.getByRole('button', { name: 'Close' }).click()
  await expect(toast).toBeHidden()
})

test('an error without a sentence shows the default one', { tag: '@long' }, async ({ page, complaints }) => {
  complaints.expect(/503/)
  const name = uniqueName('Refused')
  await openWithRefusals(page, [name], [])
  await chooseAction(page, name, 'Archive')
  await expect(page.getByRole('alert')).toContainText('Something went wrong, Please try again!')
})

test('an error stays for 8 seconds, also when the window loses the focus or someone clicks elsewhere', {
  tag: '@long',
}, async ({ page, complaints }) => {
  complaints.expect(/503/)
  await page.clock.install()
  const name = uniqueName('Refused')
  await openWithRefusals(page, [name], [sentence])
  const before = await timeIn(page)
  await chooseAction(page, name, 'Archive')
  const toast = page.getByRole('alert')
  await expect(toast).toBeVisible()
  const after = await timeIn(page)

  await page.evaluate(() => window.dispatchEvent(new Event('blur')))
  await page.getByRole('heading', { name: 'Dashboard' }).click()
  await page.clock.pauseAt(before + toastDurations.error - 100)
  await expect(toast).toBeVisible()
  await page.clock.fastForward(after - before + 200)
  await expect(toast).toBeHidden()
})

test('a success stays for 6 seconds', { tag: '@long' }, async ({ page }) => {
  await page.clock.install()
  await signInAs(page, 'manager')
  const name = uniqueName('Archived')
  await seedProject(page, { name })
  await page.goto('/')
  const before = await timeIn(page)
  await chooseAction(page, name, 'Archive')
  const toast = page.getByRole('status').filter({ hasText: `“${isolated(name)}” was archived.` })
  await expect(toast).toBeVisible()
  const after = await timeIn(page)
  await page.clock.pauseAt(before + toastDurations.other - 100)
  await expect(toast).toBeVisible()
  await page.clock.fastForward(after - before + 200)
  await expect(toast).toBeHidden()
})

test('several wait for their turn and none is lost', { tag: '@long' }, async ({ page, complaints }) => {
  complaints.expect(/503/)
  const mark = uniqueName('').trim()
  const names = ['First', 'Second', 'Third', 'Fourth', 'Fifth'].map((start) => `${start} ${mark}`)
  const sentences = names.map((name) => `${name} was refused.`)
  await openWithRefusals(page, names, sentences)
  await search(page, mark)
  for (const [index, name] of names.entries()) {
    const refused = page.waitForResponse((response) => response.request().method() === 'PATCH')
    await chooseAction(page, name, 'Archive')
    await refused
    if (index < 3) await expect(page.getByRole('alert').nth(index)).toBeVisible()
  }
  const toasts = page.getByRole('alert')
  for (const [index] of sentences.entries()) {
    await expect(toasts).toContainText(sentences.slice(index, index + 3))
    await toasts.first().getByRole('button', { name: 'Close' }).click()
  }
  await expect(toasts).toHaveCount(0)
})
