import type { Page } from '@playwright/test'
import { goWithin } from '../support/person.ts'
import type { ViewerSlide } from '../support/viewer-slides.ts'
import { leaveSlide, openViewer, whenLoaded } from '../support/viewer-steps.ts'
import { expect, test } from '../support/viewer-test.ts'
import { drag, expectView, middleOf, type Place, seenAt, viewText } from '../support/viewer-view-steps.ts'

// High enough for the list of measurements beside what is measured.
test.use({ viewport: { width: 1440, height: 900 } })

/** Where each kind is drawn, in pixels of the image, apart from one another. */
const line: Place[] = [
  { x: 1100, y: 700 },
  { x: 1300, y: 700 },
]
const corner: Place[] = [
  { x: 1100, y: 720 },
  { x: 1100, y: 780 },
  { x: 1160, y: 840 },
]
const rectangle: Place[] = [
  { x: 1200, y: 740 },
  { x: 1300, y: 740 },
  { x: 1300, y: 860 },
  { x: 1200, y: 860 },
]
const field: Place = { x: 1140, y: 920 }

const list = (page: Page) => page.getByRole('region', { name: 'Measurements' })
const row = (page: Page, name: string) => list(page).getByRole('listitem').filter({ hasText: name })

async function draw(page: Page, tool: string, places: readonly Place[], end?: string): Promise<void> {
  await page.keyboard.press(tool)
  for (const { x, y } of await seenAt(page, places)) await page.mouse.click(x, y)
  if (end) await page.keyboard.press(end)
  await page.keyboard.press('Escape')
}

/** What a row says, as figures: a click hits a pixel of the screen, not a point. */
async function expectFigures(page: Page, name: string, figures: readonly number[]): Promise<void> {
  const said = async () => {
    const text = ((await row(page, name).textContent()) ?? '').replaceAll(',', '').replace(name, ' ')
    return [...text.matchAll(/\d+(\.\d+)?/g)].map(([figure], index) => {
      const wanted = figures[index] ?? 0
      return Math.abs(Number(figure) / wanted - 1) < 0.02 ? wanted : Number(figure)
    })
  }
  await expect.poll(said, { message: name }).toEqual(figures)
}

const views = {
  'at full resolution': { x: 1200, y: 800, resolution: 1 },
  'turned, mirrored and smaller': { x: 1200, y: 800, resolution: 2, degrees: 30, f: true },
}
for (const [how, view] of Object.entries(views)) {
  const options = { tag: 'f' in view ? [] : '@long' }
  test(
    `distance, angle, area and field are what arithmetic says: ${how}`,
    options,
    async ({ page, slides, context }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      await openViewer(page, slides.of('tissue'), `?v1=${viewText(view)}`)
      await expectView(page, view)
      await draw(page, 'd', line, 'Enter')
      await expect(row(page, 'Distance 1')).toContainText('µm')
      await expectFigures(page, 'Distance 1', [100])
      await draw(page, 'v', corner)
      await expect(row(page, 'Angle 1')).toContainText('°')
      await expectFigures(page, 'Angle 1', [135])
      await draw(page, 's', rectangle, 'Enter')
      await expect(row(page, 'Area 1')).toContainText('µm²')
      await expectFigures(page, 'Area 1', [50 * 60, 220])
      await draw(page, 'c', [field])
      await expect(row(page, 'Field 1')).toContainText('0.2376 mm²')
      await expect(row(page, 'Field 1')).toContainText('Ø 550 µm')
      if (!('f' in view)) return
      await test.step('they are edited, counted, shown, copied and removed', async () => {
        await page.getByRole('button', { name: 'Remove all' }).click()
        await expect(list(page)).toBeHidden()
        await expectEdited(page, slides.of('tissue'))
      })
    },
  )
}

// Without a browser in key-state.test.ts.
test('a distance is measured and changed by keys alone', { tag: '@long' }, async ({ page, slides }) => {
  await openViewer(page, slides.of('tissue'), `?v1=${viewText(views['at full resolution'])}`)
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  const [right, down, left] = ['Shift+ArrowRight', 'Shift+ArrowDown', 'Shift+ArrowLeft']
  // Aimed at the middle, set there, 40 pixels to the right, 30 down, and ended at the same place.
  await press('d', 'Enter', 'Enter', right, right, right, right, '.', down, down, down, 'Enter', 'Enter')
  await expect(row(page, 'Distance 1')).toContainText('35 µm')
  await expect(row(page, 'Distance 1')).toContainText('Last segment 15 µm')
  await press('Escape', 'Escape', 'Escape')
  await expect(page.getByRole('button', { name: 'Measure a distance' })).toHaveAttribute(
    'aria-pressed',
    'false',
  )
  // Its first point, 20 pixels to the left, and one back.
  await press(',', left, left, 'ArrowRight', 'ArrowLeft')
  await expect(row(page, 'Distance 1')).toContainText('45 µm')
  // Back to its last point, 10 pixels up; then all of it, which changes nothing of its length.
  await press('Shift+,', 'Shift+,', 'Shift+ArrowUp')
  await expect(row(page, 'Distance 1')).toContainText('40 µm')
  await press('y', 'Shift+Y', down, right)
  await expect(row(page, 'Distance 1')).toContainText('40 µm')
  // The picture has stayed where it was.
  await expectView(page, views['at full resolution'])
  await press('Delete')
  await expect(list(page)).toBeHidden()
})

async function expectEdited(page: Page, { slide }: ViewerSlide): Promise<void> {
  await leaveSlide(page)
  await goWithin(page, `/slide/${slide.id}?v1=${viewText(views['at full resolution'])}`)
  await whenLoaded(page)
  await expectView(page, views['at full resolution'])
  await draw(page, 'd', line, 'Enter')

  await test.step('an end that is dragged', async () => {
    const [, end] = await seenAt(page, line)
    if (!end) throw new Error('There is no end.')
    await drag(page, end, { x: 0, y: 150 })
    await expectFigures(page, 'Distance 1', [125])
    // The picture did not move along.
    await expectView(page, views['at full resolution'])
  })

  await test.step('a point taken back, a line of several', async () => {
    await page.keyboard.press('d')
    const places = await seenAt(page, [
      { x: 1050, y: 900 },
      { x: 1150, y: 900 },
      { x: 1000, y: 1000 },
    ])
    for (const { x, y } of places) await page.mouse.click(x, y)
    await page.keyboard.press('Backspace')
    const [last] = await seenAt(page, [{ x: 1150, y: 950 }])
    if (last) await page.mouse.dblclick(last.x, last.y)
    await expectFigures(page, 'Distance 2', [75, 25])
    await page.keyboard.press('Escape')
  })

  await test.step('fields of another size', async () => {
    await page.getByRole('button', { name: 'Size of the fields' }).click()
    await page.getByRole('radio', { name: 'Custom diameter' }).check()
    await page.getByLabel('Diameter in mm').fill('0.2')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await draw(page, 'c', [
      { x: 1000, y: 800 },
      { x: 1400, y: 800 },
    ])
    await expect(row(page, 'Field 2')).toContainText('Ø 200 µm')
    await expect(list(page)).toContainText('2 fields, 0.06283 mm² together')
  })

  await test.step('a grid as fits the zoom, and one of its own', async () => {
    await page.keyboard.press('Shift+G')
    await expect(list(page)).toContainText('Grid: 50 µm between lines')
    await page.keyboard.press('5')
    await expect(list(page)).toContainText('Grid: 100 µm between lines')
    await page.getByRole('button', { name: 'Spacing of the grid' }).click()
    await page.getByLabel('Spacing in µm').click()
    await page.getByRole('option', { name: '200 µm' }).click()
    await page.keyboard.press('Escape')
    await expect(list(page)).toContainText('Grid: 200 µm between lines')
    await page.keyboard.press('Shift+G')
    await expect(list(page)).not.toContainText('Grid')
  })

  await test.step('shown, copied, removed', async () => {
    await page.getByRole('button', { name: 'Show Distance 1' }).click()
    await expectView(page, { x: 1200, y: 775 })
    await page.getByRole('button', { name: 'Copy as a table' }).click()
    const table = () => page.evaluate(() => navigator.clipboard.readText())
    await expect
      .poll(table)
      .toMatch(/^Measurement\tValue\tMore\nDistance 1\t12[45](\.\d)? µm\t\nDistance 2\t/)
    await page.getByRole('button', { name: 'Remove Distance 2' }).click()
    await expect(row(page, 'Distance 2')).toBeHidden()
    const [start] = await seenAt(page, line)
    if (start) await page.mouse.click(start.x, start.y)
    await page.keyboard.press('Delete')
    await expect(row(page, 'Distance 1')).toBeHidden()
    await page.getByRole('button', { name: 'Remove all' }).click()
    await expect(list(page)).toBeHidden()
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect(list(page)).toContainText('2 fields')
  })

  await test.step('a line in one stroke', async () => {
    await page.keyboard.press('d')
    const [start, end] = await seenAt(page, [
      { x: 1150, y: 700 },
      { x: 1350, y: 700 },
    ])
    if (start && end) await drag(page, start, { x: end.x - start.x, y: end.y - start.y })
    await expectFigures(page, 'Distance 1', [100])
  })
}

test('without a scale it is measured in pixels', { tag: '@long' }, async ({ page, slides }) => {
  const view = { x: 350, y: 250, resolution: 1 }
  await openViewer(page, slides.of('unscaled'), `?v1=${viewText(view)}`)
  await expectView(page, view)
  await draw(page, 'd', [{ x: 250, y: 200 }, { x: 450, y: 200 }], 'Enter') // biome-ignore format: two points
  await expect(row(page, 'Distance 1')).toContainText(/\d px/)
  await expectFigures(page, 'Distance 1', [200])
  await draw(
    page,
    's',
    [
      { x: 250, y: 220 },
      { x: 450, y: 220 },
      { x: 450, y: 320 },
    ],
    'Enter',
  )
  await expect(row(page, 'Area 1')).toContainText('px²')
  await expectFigures(page, 'Area 1', [10_000, 524])
  await expect(page.getByRole('button', { name: /the size of a field is unknown/ })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await page.keyboard.press('c')
  const { x, y } = await middleOf(page)
  await page.mouse.click(x, y)
  await expect(row(page, 'Field')).toHaveCount(0)
})
