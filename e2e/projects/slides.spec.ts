import { isolated } from '../support/isolated.ts'
import { goWithin, signInAs } from '../support/person.ts'
import {
  bar,
  card,
  count,
  firstOf,
  grid,
  line,
  news,
  noPictures,
  seedSlides,
  selected,
  startAction,
} from '../support/project-slides-steps.ts'
import { hasSidewaysScroll } from '../support/project-steps.ts'
import { editSlide } from '../support/slide-steps.ts'
import { expect, test } from '../support/test.ts'

test.beforeEach(({ complaints }) => complaints.expect(noPictures))

test('the view, the order and the filters are in the address, and the way back undoes them', async ({
  page,
  product,
}) => {
  await signInAs(page, 'admin')
  const tissue = await firstOf(page, '/api/tissues/')
  const { id } = await seedSlides(page, product, 30, (n) => ({
    size: n + 1,
    qcState: n < 10 ? 'passed' : 'none',
    ...(n < 5 && { tissueId: tissue.id }),
  }))
  await goWithin(page, `/project/${id}`)
  await expect(count(page, '30 slides')).toBeVisible()

  await page.getByRole('button', { name: 'QC', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Passed' }).click()
  await page.keyboard.press('Escape')
  await expect(count(page, '10 slides')).toBeVisible()
  await expect(page).toHaveURL(/state=passed/)

  await page.getByRole('button', { name: 'Tissue', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Not set' }).click()
  await page.keyboard.press('Escape')
  await expect(count(page, '5 slides')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search slides' }).fill('007')
  await expect(count(page, '1 slide')).toBeVisible()
  await expect(page).toHaveURL(/q=007/)

  await page.goBack()
  await expect(count(page, '10 slides')).toBeVisible()
  await page.goBack()
  await expect(count(page, '30 slides')).toBeVisible()
  await page.goForward()
  await expect(count(page, '10 slides')).toBeVisible()

  await page.getByRole('button', { name: 'Table' }).click()
  await expect(page).toHaveURL(/view=table/)
  await page.getByRole('columnheader', { name: 'Size' }).getByRole('button').click()
  await expect(page).toHaveURL(/sort=-size/)
  await expect(grid(page).getByRole('row').nth(1)).toHaveAccessibleName('Case 010')
  await page.getByRole('button', { name: /^Columns/ }).click()
  await page.getByRole('checkbox', { name: 'Pixels' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('columnheader', { name: 'Pixels' })).toBeVisible()

  // When a page is loaded, the address says what is shown; what it says nothing of is remembered.
  await page.goto(`/project/${id}?state=passed&sort=-size`)
  await page.getByRole('columnheader', { name: 'Pixels' }).waitFor()
  await expect(page).toHaveURL(/view=table/)
  await expect(count(page, '10 slides')).toBeVisible()
  await expect(grid(page).getByRole('row').nth(1)).toHaveAccessibleName('Case 010')

  await page.getByRole('searchbox', { name: 'Search slides' }).fill('nothing like that')
  await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear all filters' }).click()
  await expect(count(page, '30 slides')).toBeVisible()

  await test.step('odd names, vanished files and narrow windows break nothing; the plain table shows the same', async () => {
    const names = [
      'n'.repeat(255),
      'خزعات الكبد של מעבדה',
      `<img src=x onerror="document.title='run'"><script>document.title='run'</script>`,
    ]
    const { id, name, slideIds } = await seedSlides(page, product, 3, (n) => ({ name: names[n] ?? '' }))
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 844 })
      for (const path of [`/project/${id}?view=gallery`, `/project/${id}?view=table`, `/project/${id}/old`]) {
        await goWithin(page, path)
        for (const each of names)
          await expect(page.getByRole('link', { name: each, exact: true })).toBeVisible()
        await expect(page).toHaveTitle(`${name} · Cresyl`)
        expect(await hasSidewaysScroll(page), `${path} at ${width}`).toBe(false)
      }
    }
    await page.getByRole('link', { name: 'Full view' }).click()
    await expect(grid(page)).toBeVisible()
    await page.getByRole('link', { name: 'Plain table' }).click()
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()

    await test.step('its activity tells what happened', async () => {
      await editSlide(page, slideIds[0] ?? '', { name: 'Renamed before' })
      await goWithin(page, `/project/${id}?tab=activity`)
      await expect(page.getByRole('tabpanel')).toContainText('Renamed before')
    })
  })
})

test('slides are selected one by one, in ranges, with the mouse and all at once, and stay so while others arrive', async ({
  page,
  product,
  slides,
}) => {
  await signInAs(page, 'admin')
  const { id, slideIds } = await seedSlides(page, product, 250)
  await goWithin(page, `/project/${id}?view=gallery`)
  await expect(card(page, 'Case 001')).toBeVisible()
  const box = (name: string) => page.getByRole('checkbox', { name: `Select ${isolated(name)}` })

  await box('Case 002').click()
  await card(page, 'Case 004')
    .getByRole('link')
    .click({ modifiers: ['Shift'] })
  await expect(selected(page)).toHaveCount(3)
  await card(page, 'Case 003')
    .getByRole('link')
    .click({ modifiers: ['Control'] })
  await expect(selected(page)).toHaveCount(2)
  await expect(page).toHaveURL(new RegExp(`/project/${id}`))

  const from = await card(page, 'Case 001').boundingBox()
  const to = await card(page, 'Case 002').boundingBox()
  if (!from || !to) throw new Error('The cards are not there.')
  await page.mouse.move(from.x + 40, from.y + 40)
  await page.mouse.down()
  await page.mouse.move(to.x + 40, to.y + 80, { steps: 4 })
  await page.mouse.up()
  await expect(bar(page)).toContainText('2 selected')
  await expect(card(page, 'Case 001')).toHaveAttribute('aria-selected', 'true')
  await expect(card(page, 'Case 004')).toHaveAttribute('aria-selected', 'false')
  await expect(page).toHaveURL(new RegExp(`/project/${id}`))

  await bar(page).getByRole('button', { name: 'Select all 250' }).click()
  await box('Case 001').click()
  await expect(bar(page)).toContainText('249 selected')
  await startAction(page, 'Delete')
  const asked = page.waitForRequest('**/api/slides/batches/')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  expect((await asked).postDataJSON().selection).toEqual({
    filter: { project_id: [id] },
    except_ids: [slideIds[0]],
  })
  await expect(count(page, /^1 slide$/)).toBeVisible()
  await expect(news(page)).toContainText('249 slides deleted.')
  await news(page).getByRole('button', { name: 'Undo' }).click()
  await expect(count(page, '250 slides').first()).toBeVisible()

  await test.step('a slide that comes appears by itself, and nothing selected is lost', async () => {
    const few = await seedSlides(page, product, 3)
    await goWithin(page, `/project/${few.id}?view=gallery`)
    await expect(count(page, /^3 slides$/)).toBeVisible()
    await card(page, 'Case 002').focus()
    await page.keyboard.press('Space')
    const { slide } = slides.of('tissue')
    await editSlide(page, slide.id, { project_id: few.id })
    await expect(card(page, slide.name)).toBeVisible()
    await expect(card(page, slide.name).locator('img')).toBeVisible()
    await expect(card(page, 'Case 002')).toHaveAttribute('aria-selected', 'true')
    await expect(card(page, 'Case 002')).toBeFocused()
    await expect(selected(page)).toHaveCount(1)
    await editSlide(page, slide.id, { project_id: slides.projectId })
  })
})

test('ten thousand slides are scrolled to the end and back, by keys, and found again after the viewer', {
  tag: '@long',
}, async ({ page, product, complaints }) => {
  complaints.expect(/level/)
  await signInAs(page, 'manager')
  const { id } = await seedSlides(page, product, 10_000)
  for (const view of ['table', 'gallery']) {
    await page.goto(`/project/${id}?view=${view}&columns=size`)
    const item = view === 'table' ? line : card
    await expect(item(page, 'Case 00001')).toBeVisible()
    await item(page, 'Case 00001').focus()
    await page.keyboard.press('End')
    await expect(item(page, 'Case 10000')).toBeFocused()
    await expect(item(page, 'Case 09995')).toBeVisible()
    expect(await grid(page).locator('[data-index]').count()).toBeLessThan(80)
    await page.keyboard.press('PageUp')
    await expect(item(page, 'Case 10000')).not.toBeFocused()
    await page.keyboard.press('Home')
    await expect(item(page, 'Case 00001')).toBeFocused()
  }

  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight / 2))
  const middle = grid(page).getByRole('link').nth(15)
  await expect(middle).toHaveText(/^Case 0(4|5)/)
  const name = (await middle.textContent()) ?? ''
  const top = await page.evaluate(() => scrollY)
  await middle.click()
  await expect(page).toHaveURL(/\/slide\//)
  await page.goBack()
  await expect(card(page, name)).toBeVisible()
  expect(await page.evaluate(() => scrollY)).toBe(top)
})
