import { importForeignSlide } from '../support/foreign-slide.ts'
import { signInAs } from '../support/person.ts'
import { openViewer, pane, whenLoaded } from '../support/viewer-steps.ts'
import { expect, test } from '../support/viewer-test.ts'
import { expectView, orientation, readout, viewText } from '../support/viewer-view-steps.ts'

test('a copied link shows everything to somebody else as it is here', async ({
  page,
  slides,
  context,
  openBrowser,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const [tissue, stack] = [slides.of('tissue').slide, slides.of('stack').slide]
  const begin = new URLSearchParams({
    n: '2',
    v1: viewText({ x: 1000, y: 700, resolution: 1.5, degrees: 20, f: true }),
    i1: tissue.image_id,
    i2: `${stack.id}_${stack.image_id}`,
    v2: viewText({ x: 250, y: 260, resolution: 0.75 }),
    l: 'z',
  })
  await openViewer(page, slides.of('tissue'), `?${begin}`)
  await whenLoaded(page, 1)
  await test.step('changed by hand', async () => {
    await pane(page, 1).click()
    await page.keyboard.press('z')
    await page.keyboard.press('x')
    await page.keyboard.press('Control+2')
    const low = page.getByRole('textbox', { name: /^Min/ })
    await low.fill('700')
    await low.press('Enter')
    await page.getByRole('button', { name: /^Colour of .DAPI/ }).click()
    await page
      .getByRole('button', { name: 'Magenta' })
      .or(page.getByRole('menuitem', { name: 'Magenta' }))
      .click()
    await page.keyboard.press('Escape')
    await page.keyboard.press('t')
    await expect(orientation(page)).toHaveAccessibleName('Rotate and flip: 90°')
  })
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Copy a link to this view' }).click()
  await expect(page.getByText('Link copied')).toBeVisible()
  const copied = new URL(await page.evaluate(() => navigator.clipboard.readText()))
  const parts = Object.fromEntries(copied.searchParams)
  expect(parts).toMatchObject({ n: '2', a: '2', l: 'z', k2: expect.stringMatching(/^\d_1$/) })
  expect(parts.d2).toMatch(/^FF00FF_700_\d+_1\*h00FF00_/)

  const other = await openBrowser()
  await signInAs(other, 'user', copied.pathname + copied.search)
  await whenLoaded(other, 0)
  await whenLoaded(other, 1)
  await expect(orientation(other)).toHaveAccessibleName('Rotate and flip: 90°')
  await expect(other.getByRole('button', { name: /^Show .FITC/ })).toHaveAttribute('aria-pressed', 'false')
  await expect(other.getByRole('textbox', { name: /^Min/ })).toHaveValue('700')
  await expect(other.getByRole('slider', { name: 'Time' })).toHaveValue('2')
  await expectView(other, { x: 1000, y: 700, resolution: 1.5, degrees: 20, flipped: true }, 0)
  await expectView(other, { x: 250, y: 260, resolution: 0.75, degrees: 90 }, 1)
  // The address it writes itself is the same link again.
  await other.keyboard.press('t')
  await other.keyboard.press('Shift+T')
  await expect.poll(() => Object.fromEntries(new URL(other.url()).searchParams)).toEqual(parts)
})

const huge = '9'.repeat(5000)
/** What nobody can show is as if it weren't there. */
const broken = {
  garbage: 'n=3&a=%00&l=%F0%9F%92%A9&i1=<script>alert(1)</script>&v1=a_b&d1=*&k1=-1_2',
  'no numbers': 'v1=NaN_NaN_NaN&d1=NaN_NaN_NaN&k1=NaN_0&n=-2&a=-1',
  'numbers beyond all bounds': `v1=1e999_-1e999_1e-999&k1=999999_999999&d1=9_9_9&i1=${huge}&a=${huge}`,
  negative: 'v1=-5_-5_-2&k1=-1_-1',
}

test('a broken or hostile link shows the slide all the same', { tag: '@long' }, async ({ page, slides }) => {
  const { slide } = slides.of('tissue')
  await openViewer(page, slides.of('tissue'))
  const whole = (await readout(page).textContent()) ?? ''
  for (const [what, query] of Object.entries(broken)) {
    await test.step(what, async () => {
      await page.goto(`/slide/${slide.id}?${query}`)
      await whenLoaded(page)
      await expect(readout(page)).toHaveText(whole)
      await expect(pane(page)).toHaveAccessibleName(/tissue$/)
    })
  }
  await test.step('beyond the image and closer than any pixel: as far as one may go', async () => {
    await page.goto(`/slide/${slide.id}?v1=900000_-900000_0.000001_1000_f`)
    await expect(readout(page)).toHaveText('160×')
    await expectView(page, { resolution: 1 / 8, degrees: 1000 - 1080, flipped: true })
  })
})

test('slides of nobody and of another organisation are not here', { tag: '@long' }, async ({
  page,
  slides,
  product,
  complaints,
}) => {
  complaints.expect(/404|400/)
  const { slide } = slides.of('tissue')
  const foreign = await importForeignSlide(product, slides.of('pixel').path)
  const nobody = '0199f0a0-0000-7000-8000-000000000000'
  const asked = new URLSearchParams({
    n: '4',
    i1: slide.image_id,
    i2: `${foreign.id}_${foreign.image_id}`,
    // Whose slide it is said to be does not matter.
    i3: foreign.image_id,
    i4: `${nobody}_${nobody}`,
  })
  await openViewer(page, slides.of('tissue'), `?${asked}`)
  for (const number of [1, 2, 3]) await expect(pane(page, number)).toContainText('Image not found')
  await expect(page.getByText(foreign.name)).toBeHidden()
  await page.keyboard.press('6')
  await expect(readout(page)).toHaveText('20×')
  for (const id of [foreign.id, nobody, 'no-id-at-all']) {
    await page.goto(`/slide/${id}`)
    await expect(page.getByRole('heading', { name: 'Slide not found' })).toBeVisible()
  }
})
