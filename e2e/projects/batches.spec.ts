import { goWithin, signInAs } from '../support/person.ts'
import {
  bar,
  card,
  count,
  line,
  news,
  noPictures,
  seedSlides,
  slidesOf,
  startAction,
} from '../support/project-slides-steps.ts'
import { seedProject, uniqueName } from '../support/project-steps.ts'
import { expect, test } from '../support/test.ts'

test.beforeEach(({ complaints }) => complaints.expect(noPictures))

test('many slides are changed at once, moved, renamed and deleted, which is followed and taken back', async ({
  page,
  product,
}) => {
  await signInAs(page, 'admin')
  const { id } = await seedSlides(page, product, 3)
  const other = await seedProject(page, { name: uniqueName('Other') })
  await goWithin(page, `/project/${id}?view=gallery`)
  const dialog = page.getByRole('dialog')
  const selectAll = async () => {
    await card(page, '(Case|Slide) .*1').first().focus()
    await page.keyboard.press('Control+a')
    await expect(bar(page)).toContainText('3 selected')
  }

  await selectAll()
  await startAction(page, 'Set tissue and stain')
  await expect(dialog.getByRole('button', { name: 'Set' })).toHaveAttribute('aria-disabled', 'true')
  await dialog.getByRole('combobox', { name: 'Stain' }).click()
  await page.getByRole('option', { name: 'H&E' }).click()
  await dialog.getByRole('button', { name: 'Set' }).click()
  await expect(news(page)).toContainText('3 slides changed.')
  await expect(card(page, 'Case 001')).toContainText('H&E')
  await expect(bar(page)).toBeHidden()

  await selectAll()
  await startAction(page, 'Rename')
  await dialog.getByRole('textbox', { name: 'New names' }).fill('Slide {n:2} {oops}')
  await expect(dialog).toContainText('{oops} is not a placeholder')
  await dialog.getByRole('textbox', { name: 'New names' }).fill('Slide {n:2} {stain}')
  await expect(dialog.getByText('Slide 02 H&E')).toBeVisible()
  await dialog.getByRole('button', { name: 'Rename' }).click()
  await expect(card(page, 'Slide 03 H&E')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: '3 slides renamed.' }).first()).toBeVisible()
  await news(page).getByRole('button', { name: 'Undo' }).first().click()
  await expect(card(page, 'Case 003')).toBeVisible()

  await selectAll()
  await startAction(page, 'Move to project')
  await dialog.getByRole('combobox', { name: 'To project' }).fill(other.name)
  await page.getByRole('option', { name: other.name }).click()
  await dialog.getByRole('button', { name: 'Move' }).click()
  await expect(page.getByRole('heading', { name: 'No slides in this project yet' })).toBeVisible()
  await expect.poll(() => slidesOf(page, other.id)).toHaveLength(3)

  // What was begun here is followed after one was elsewhere, too.
  await goWithin(page, '/')
  await page.goto(`/project/${id}`)
  // The newest comes first, once it has come to its end; the stain before it could be taken back as well.
  const undo = news(page).getByRole('button', { name: 'Undo' })
  await expect(undo).toHaveCount(2)
  await undo.first().click()
  await expect(card(page, 'Case 001')).toBeVisible()
  await expect.poll(() => slidesOf(page, id)).toHaveLength(3)

  await test.step('what was deleted is found under Deleted and restored', async () => {
    const { id } = await seedSlides(page, product, 2)
    await goWithin(page, `/project/${id}?view=table`)
    await line(page, 'Case 001').focus()
    await page.keyboard.press('Space')
    await startAction(page, 'Delete')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(line(page, 'Case 001')).toBeHidden()
    await page.getByRole('button', { name: 'Deleted' }).click()
    await expect(count(page, '1 deleted slide')).toBeVisible()
    await line(page, 'Case 001').focus()
    await page.keyboard.press('Space')
    await startAction(page, 'Restore')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click()
    await expect(page.getByRole('heading', { name: 'No deleted slides' })).toBeVisible()
    await page.getByRole('button', { name: 'Show the slides' }).click()
    await expect(line(page, 'Case 001')).toBeVisible()
  })
})
