import { apart, type Fingers, move, moved, phone } from '../support/fingers.ts'
import { goWithin } from '../support/person.ts'
import { leaveSlide, openViewer, whenLoaded } from '../support/viewer-steps.ts'
import { expect, test } from '../support/viewer-test.ts'
import { areaOf, expectView, middleOf, readout, seenAt, viewText } from '../support/viewer-view-steps.ts'

const middle = { x: 1200, y: 800 }

test('on a phone fingers move, pinch and turn the picture, measure on it, and reach the panels', async ({
  openBrowser,
  slides,
}) => {
  const page = await openBrowser(phone)
  await openViewer(page, slides.of('tissue'), `?v1=${viewText({ ...middle, resolution: 2 })}`)
  const centre = await middleOf(page)

  await test.step('one finger pans', async () => {
    await move(page, [centre], [moved(centre, { x: 20, y: 30 })], [moved(centre, { x: 60, y: 90 })])
    await expectView(page, { x: 1080, y: 620, resolution: 2 })
  })

  await test.step('two fingers zoom about the place between them', async () => {
    const between = moved(centre, { x: 40, y: -60 })
    // Fingers go a little way at a time: each of them is told of by itself.
    const apartBy = [40, ...Array.from({ length: 20 }, (_, index) => 42 + 2 * index)]
    const [first = 40, ...rest] = apartBy
    await move(page, apart(between, first), ...rest.map((half) => apart(between, half)))
    // Twice as large; what lay between the fingers lies there still.
    await expectView(page, { x: 1080 + 40, y: 620 - 60, resolution: 1, degrees: 0 }, 0, 3)
    await page.keyboard.press('5')
    await expectView(page, { resolution: 2 })
  })

  await test.step('two fingers turn it', async () => {
    const at = (degrees: number): Fingers => {
      const by = { x: 80 * Math.cos((degrees * Math.PI) / 180), y: 80 * Math.sin((degrees * Math.PI) / 180) }
      return [moved(centre, { x: -by.x, y: -by.y }), moved(centre, by)]
    }
    await move(page, at(0), at(10), at(30), at(50), at(70))
    await expect(page.getByRole('button', { name: /^Rotate and flip: \d+/ })).toBeVisible()
    await page.getByRole('button', { name: /^Rotate and flip/ }).tap()
    await page.getByRole('button', { name: /^Reset rotation and flip/ }).tap()
    await page.keyboard.press('Escape')
    await expectView(page, { degrees: 0 })
  })

  await test.step('a double tap zooms in', async () => {
    const tapTwice = async () => {
      await move(page, [centre])
      await move(page, [centre])
      return readout(page).textContent()
    }
    await expect.poll(tapTwice).not.toBe('10×')
  })

  await test.step('a distance by two taps', async () => {
    await leaveSlide(page)
    await goWithin(
      page,
      `/slide/${slides.of('tissue').slide.id}?v1=${viewText({ ...middle, resolution: 2 })}`,
    )
    await whenLoaded(page)
    await expectView(page, { ...middle, resolution: 2 })
    await page.getByRole('button', { name: 'Show the tools' }).tap()
    await page.getByRole('button', { name: 'Measure a distance' }).tap()
    const ends = await seenAt(page, [
      { x: 1100, y: 900 },
      { x: 1300, y: 900 },
    ])
    for (const end of ends) await move(page, [end])
    await page.getByRole('button', { name: 'Done', exact: true }).tap()
    const list = page.getByRole('region', { name: 'Measurements' })
    await expect(list).toContainText(/(99|100|101)(\.\d)? µm/)
    await page.getByRole('button', { name: 'Show the list of measurements' }).tap()
    await page.getByRole('button', { name: 'Remove all' }).tap()
    await expect(list).toBeHidden()
  })

  await test.step('the panels are sheets within reach of a finger', async () => {
    await page.getByRole('button', { name: 'Show the panel' }).tap()
    const sheet = page.getByRole('tabpanel')
    await expect(sheet.getByRole('heading', { name: 'Colours' })).toBeInViewport()
    for (const tab of await page.getByRole('tab').all()) await expect(tab).toBeInViewport({ ratio: 0.99 })
    await page.getByRole('tab', { name: 'Info' }).tap()
    await expect(sheet.getByRole('heading', { name: 'Slide', exact: true })).toBeInViewport()
    await page.getByRole('button', { name: 'Hide the panel' }).tap()
    await expect(sheet).toBeHidden()

    await page.getByRole('button', { name: 'Show the slides' }).tap()
    await page.getByRole('link', { name: /^steep pyramid/ }).tap()
    await expect(page).toHaveURL(new RegExp(slides.of('steep').slide.id))
    await page.getByRole('button', { name: 'Hide the slides' }).tap()

    await page.getByRole('button', { name: /^Magnification now/ }).tap()
    await page.getByRole('menuitem', { name: '20×' }).tap()
    await expect(readout(page)).toHaveText('20×')
    await page.getByRole('button', { name: 'More', exact: true }).tap()
    await page.getByRole('menuitem', { name: /^Hide everything but the image/ }).tap()
    await expect(readout(page)).toBeHidden()
    await page.getByRole('button', { name: 'Show the controls' }).tap()
    await expect(readout(page)).toBeVisible()
    const { width } = await areaOf(page)
    expect(width).toBe(390)
    await page.getByRole('button', { name: 'Show the navigator' }).tap()
    await expect(page.getByRole('group', { name: 'Navigator' })).toBeInViewport()
  })
})
