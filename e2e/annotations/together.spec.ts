import type { Page } from '@playwright/test'
import {
  clickAll,
  dragThrough,
  fromMiddle,
  openTab,
  removeAll,
  rows,
  storedOn,
  tool,
  whenSaved,
} from '../support/annotation-steps.ts'
import { noConnection } from '../support/complaints.ts'
import { signInAs } from '../support/person.ts'
import { leaveSlide, whenLoaded } from '../support/viewer-steps.ts'
import { expect, test } from '../support/viewer-test.ts'
import { expectView, viewText } from '../support/viewer-view-steps.ts'

const start = `?v1=${viewText({ x: 1200, y: 800, resolution: 1 })}`
const nameField = (page: Page) => page.getByRole('textbox', { name: 'Name' })

async function rename(page: Page, to: string): Promise<void> {
  await nameField(page).fill(to)
  await nameField(page).blur()
  await expect(rows(page).filter({ hasText: to })).toHaveCount(1)
}

test('two people on one slide see what the other draws, and overwrite nothing of each other', async ({
  page,
  context,
  openBrowser,
  slides,
  complaints,
}) => {
  test.setTimeout(180_000)
  complaints.expect(noConnection)
  complaints.expect(/409/)
  // Who is told of a change of something that is gone asks for it once.
  complaints.expect(/404.*\/api\/annotations\//)
  const { slide } = slides.of('tissue')
  const other = await openBrowser()
  await signInAs(page, 'admin', `/slide/${slide.id}${start}`)
  await signInAs(other, 'manager', `/slide/${slide.id}${start}`)
  for (const each of [page, other]) {
    await whenLoaded(each)
    await expectView(each, { x: 1200, y: 800, resolution: 1 })
    await openTab(each)
    await expect(each.getByText('No annotations yet')).toBeVisible()
  }
  const stored = async () => (await storedOn(page, slide.image_id)).map(({ name }) => name)
  const middle = async (each: Page) => clickAll(each, await fromMiddle(each, [{ x: 0, y: 0 }]))

  await test.step('what one draws, the other sees with a name', async () => {
    await page.keyboard.press('r')
    await expect(tool(page, 'Rectangle')).toHaveAttribute('aria-pressed', 'true')
    await dragThrough(
      page,
      await fromMiddle(page, [
        { x: -60, y: -40 },
        { x: 60, y: 40 },
      ]),
    )
    await page.keyboard.press('Escape')
    await rename(page, 'Region')
    await expect(rows(other)).toHaveCount(1)
    const [drawn] = await storedOn(page, slide.image_id)
    await expect(rows(other)).toContainText(drawn?.created_by?.name ?? 'nobody')
    await expect(rows(other)).toContainText('Region')
    await whenSaved(page)
  })
  await test.step('what the other changes is seen here', async () => {
    await middle(other)
    await expect(nameField(other)).toHaveValue('Region')
    await rename(other, 'Invasive front')
    await expect(rows(page)).toContainText('Invasive front')
    await expect(nameField(page)).toHaveValue('Invasive front')
    await whenSaved(other)
  })
  await test.step('both at once: both versions are shown, and none is overwritten', async () => {
    await context.setOffline(true)
    await rename(page, 'Mine')
    await expect(page.getByRole('status').filter({ hasText: '1 annotation not saved' })).toBeVisible()
    await rename(other, 'Theirs')
    await expect
      .poll(async () => (await storedOn(other, slide.image_id)).map(({ name }) => name))
      .toEqual(['Theirs'])
    await context.setOffline(false)
    const alert = page.getByRole('alert').filter({ hasText: '1 annotation could not be saved as drawn' })
    await expect(alert).toBeVisible()
    expect(await stored()).toEqual(['Theirs'])
    await alert.getByRole('button', { name: 'Resolve' }).click()
    const dialog = page.getByRole('dialog', { name: 'Not saved as drawn' })
    const line = dialog.getByRole('row', { name: /^Name/ })
    await expect(line).toContainText('Mine')
    await expect(line).toContainText('Theirs')
    await dialog.getByRole('button', { name: 'Keep both' }).click()
    await expect(alert).toBeHidden()
    await expect.poll(async () => (await stored()).toSorted()).toEqual(['Mine', 'Theirs'])
    await expect(rows(other)).toHaveCount(2)
    await expect(rows(other).filter({ hasText: 'Mine' })).toHaveCount(1)
  })
  await test.step('one that the other deleted while it was changed here is told, and comes back if wanted', async () => {
    await rows(page).filter({ hasText: 'Theirs' }).getByRole('button').click()
    await expect(nameField(page)).toHaveValue('Theirs')
    await context.setOffline(true)
    await rename(page, 'Still needed')
    await rows(other).filter({ hasText: 'Theirs' }).getByRole('button').click()
    await expect(nameField(other)).toHaveValue('Theirs')
    await other.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect
      .poll(async () => (await storedOn(other, slide.image_id)).map(({ name }) => name))
      .toEqual(['Mine'])
    await context.setOffline(false)
    const alert = page.getByRole('alert').filter({ hasText: '1 annotation could not be saved as drawn' })
    await alert.getByRole('button', { name: 'Resolve' }).click()
    const dialog = page.getByRole('dialog', { name: 'Not saved as drawn' })
    await expect(dialog).toContainText('Someone else deleted this annotation')
    await dialog.getByRole('button', { name: 'Keep mine' }).click()
    await expect.poll(async () => (await stored()).toSorted()).toEqual(['Mine', 'Still needed'])
    await expect(rows(other).filter({ hasText: 'Still needed' })).toHaveCount(1)
    await whenSaved(page)
  })
  await leaveSlide(other)
  await removeAll(page, slide.image_id)
})
