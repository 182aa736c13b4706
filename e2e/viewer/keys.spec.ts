import {
  type KeyAction,
  type KeyGroup,
  keyActions,
  keyGroups,
  listedKeys,
  viewerKeys,
} from '../../web/src/engine/viewer/input/keys.ts'
import { openViewer, pane, whenLoaded } from '../support/viewer-steps.ts'
import { expect, test } from '../support/viewer-test.ts'
import {
  areaOf,
  drag,
  expectUnderPointer,
  expectView,
  middleOf,
  orientation,
  pointAt,
  readout,
  underPointer,
  viewText,
  whenKept,
} from '../support/viewer-view-steps.ts'

/** Of `tissue`: µm of a pixel. */
const scale = 0.5
const middle = { x: 1200, y: 800 }
const start = `?v1=${viewText({ ...middle, resolution: 1 })}`

/** In CSS pixels, for a pane of this size. */
const pans = [
  ['panLeft', 'ArrowLeft', () => ({ x: -80, y: 0 })],
  ['panRight', 'ArrowRight', () => ({ x: 80, y: 0 })],
  ['panUp', 'ArrowUp', () => ({ x: 0, y: -80 })],
  ['panDown', 'ArrowDown', () => ({ x: 0, y: 80 })],
  ['panFarLeft', 'Shift+ArrowLeft', ({ width }) => ({ x: -width / 2, y: 0 })],
  ['panFarRight', 'Shift+ArrowRight', ({ width }) => ({ x: width / 2, y: 0 })],
  ['panFarUp', 'Shift+ArrowUp', ({ height }) => ({ x: 0, y: -height / 2 })],
  ['panFarDown', 'Shift+ArrowDown', ({ height }) => ({ x: 0, y: height / 2 })],
] as const satisfies [
  KeyAction,
  string,
  (size: { width: number; height: number }) => { x: number; y: number },
][]

/** At 20×: what the readout says after them. */
const zooms = [
  ['zoomIn', '+', '28×'],
  ['zoomOut', '-', '20×'],
  ['step4', '4', '5×'],
  ['step5', '5', '10×'],
  ['step7', '7', '40×'],
  ['step6', '6', '20×'],
] as const satisfies [KeyAction, string, string][]

/** One after another, from how it was scanned. */
const turns = [
  ['turnRight', 't', 'Rotate and flip: 90°'],
  ['turnLeft', 'Shift+T', 'Rotate and flip'],
  ['tiltRight', 'Alt+t', 'Rotate and flip: 5°'],
  ['tiltLeft', 'Shift+Alt+T', 'Rotate and flip'],
  ['flipHorizontal', 'm', 'Rotate and flip: 0°, flipped'],
  ['turnRight', 't', 'Rotate and flip: 90°, flipped'],
  ['flipVertical', 'Shift+M', 'Rotate and flip: 90°'],
  ['resetOrientation', 'u', 'Rotate and flip'],
] as const satisfies [KeyAction, string, string][]

// What each of them does is tried in view-actions.test.ts, the way back in view-history.test.ts.
test('keys move, zoom, turn and mirror what is seen, and go back to it', { tag: '@long' }, async ({
  page,
  slides,
}) => {
  const { slide } = slides.of('tissue')
  await openViewer(page, slides.of('tissue'), start)
  const area = await areaOf(page)
  await pointAt(page, await middleOf(page))
  let at = { ...middle }
  for (const [action, key, stepOf] of pans) {
    await test.step(action, async () => {
      const step = stepOf(area)
      await page.keyboard.press(key)
      at = { x: at.x + step.x, y: at.y + step.y }
      await expectUnderPointer(page, { x: at.x * scale, y: at.y * scale })
    })
  }
  for (const [action, key, now] of zooms) {
    await test.step(action, async () => {
      await page.keyboard.press(key)
      await expect(readout(page)).toHaveText(now)
    })
  }
  await expectView(page, { ...middle, resolution: 1 })
  for (const [action, key, now] of turns) {
    await test.step(action, async () => {
      await page.keyboard.press(key)
      await expect(orientation(page)).toHaveAccessibleName(now)
    })
  }

  await test.step('back and forward', async () => {
    // Back leads to where one has stayed for a moment.
    await whenKept(page, slide.image_id, { ...middle, resolution: 1, degrees: 0 })
    await page.keyboard.press('5')
    await whenKept(page, slide.image_id, { x: 1200, y: 800, resolution: 2 })
    await page.keyboard.press('ArrowRight')
    await whenKept(page, slide.image_id, { x: 1360, y: 800, resolution: 2 })
    await page.keyboard.press('q')
    await expectUnderPointer(page, { x: 1200 * scale, y: 800 * scale })
    await page.keyboard.press('q')
    await expect(readout(page)).toHaveText('20×')
    await page.keyboard.press('e')
    await expect(readout(page)).toHaveText('10×')
    await page.keyboard.press('e')
    await expectUnderPointer(page, { x: 1360 * scale, y: 800 * scale })
  })

  await test.step('the whole image', async () => {
    const whole = Math.max(2400 / area.width, 1600 / area.height) * 1.04
    for (const key of ['1', '0', 'Home']) {
      await page.keyboard.press('6')
      await expect(readout(page)).toHaveText('20×')
      await page.keyboard.press(key)
      await expect(page.getByRole('button', { name: 'Fit', exact: true })).toHaveAttribute(
        'aria-pressed',
        'true',
      )
    }
    await expectView(page, { ...middle, resolution: whole })
  })

  await test.step('the smallest objectives, where the image is large enough for them', async () => {
    await page.setViewportSize({ width: 150, height: 640 })
    // All of it is seen at the new size; until then there is no room for a smaller one.
    await expect(readout(page)).toHaveText('1.2×')
    await page.keyboard.press('2')
    await expect(readout(page)).toHaveText('1.25×')
    await page.keyboard.press('3')
    await expect(readout(page)).toHaveText('2.5×')
  })
})

// Channels and planes are tried in view-actions.test.ts, slides in around.spec.ts, panes in panes.spec.ts.
test('keys choose channels and planes, slides and panes', { tag: '@long' }, async ({ page, slides }) => {
  await openViewer(page, slides.of('stack'))
  const channel = (name: string) => page.getByRole('button', { name: new RegExp(`^(Show|Hide) .${name}.$`) })
  const isShown = (name: string) => expect(channel(name)).toHaveAttribute('aria-pressed', 'true')
  const isHidden = (name: string) => expect(channel(name)).toHaveAttribute('aria-pressed', 'false')
  await page.keyboard.press('Control+1')
  await isHidden('DAPI')
  await page.keyboard.press('Control+1')
  await isShown('DAPI')
  await page.keyboard.press('Alt+2')
  await isHidden('FITC')
  await page.keyboard.press('Control+2')
  await isShown('FITC')
  // There are no more.
  for (const figure of [3, 4, 5, 6, 7, 8, 9]) await page.keyboard.press(`Control+${figure}`)
  await isShown('DAPI')
  await isShown('FITC')

  const focus = page.getByRole('slider', { name: 'Focus' })
  const time = page.getByRole('slider', { name: 'Time' })
  const before = Number(await focus.inputValue())
  await page.keyboard.press('z')
  await expect(focus).toHaveValue(String(before + 1))
  await page.keyboard.press('Shift+Z')
  await expect(focus).toHaveValue(String(before))
  await page.keyboard.press('x')
  await expect(time).toHaveValue('2')
  await page.keyboard.press('Shift+X')
  await expect(time).toHaveValue('1')
  await page.keyboard.press('Shift+X')
  await expect(time).toHaveValue('1')

  const next = page.getByRole('button', { name: 'Next slide' })
  await expect(next).toHaveAttribute('aria-disabled', 'false')
  await page.keyboard.press('PageDown')
  await expect(page).not.toHaveURL(new RegExp(slides.of('stack').slide.id))
  await whenLoaded(page)
  await page.keyboard.press('PageUp')
  await expect(page).toHaveURL(new RegExp(slides.of('stack').slide.id))
  await whenLoaded(page)

  await page.getByRole('button', { name: /^Panes/ }).click()
  await page.getByRole('button', { name: 'Two panes side by side' }).click()
  await page.keyboard.press('Escape')
  await expect(pane(page, 0)).toHaveAttribute('aria-current', 'true')
  await page.keyboard.press('`')
  await expect(pane(page, 1)).toHaveAttribute('aria-current', 'true')
  await page.keyboard.press('`')
  await expect(pane(page, 0)).toHaveAttribute('aria-current', 'true')
})

/** What is pressed while it is in hand, and what nobody sees otherwise. */
const toolKeys = [
  ['ruler', 'd', 'Measure a distance'],
  ['angle', 'v', 'Measure an angle'],
  ['area', 's', 'Measure an area and its perimeter'],
  ['field', 'c', 'Place high-power fields'],
  ['grid', 'Shift+G', 'Grid'],
] as const satisfies [KeyAction, string, string][]

test('keys take tools in hand, open dialogs, show or hide what is around the image, and are all listed', async ({
  page,
  slides,
}) => {
  await openViewer(page, slides.of('tissue'), start)
  for (const [action, key, name] of toolKeys) {
    await test.step(action, async () => {
      const button = page.getByRole('button', { name, exact: true })
      await page.keyboard.press(key)
      await expect(button).toHaveAttribute('aria-pressed', 'true')
      await page.keyboard.press(key)
      await expect(button).toHaveAttribute('aria-pressed', 'false')
    })
  }
  for (const [key, title] of [
    ['g', 'Go to a position'],
    ['Shift+E', 'Export a region'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(page.getByRole('dialog', { name: title })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
  }
  const downloading = page.waitForEvent('download')
  await page.keyboard.press('Shift+S')
  expect((await downloading).suggestedFilename()).toMatch(/^tissue .*\.png$/)

  const tools = page.getByRole('toolbar', { name: 'Tools' })
  const panel = page.getByRole('complementary', { name: 'About the image' })
  const tray = page.getByRole('complementary', { name: 'Slides' })
  await page.keyboard.press('\\')
  await expect(panel).toBeHidden()
  await page.keyboard.press('\\')
  await expect(panel).toBeVisible()
  await page.keyboard.press('Shift+\\')
  await expect(tray).toBeHidden()
  await page.keyboard.press('Shift+\\')
  await expect(tray).toBeVisible()
  await page.keyboard.press('h')
  for (const part of [tools, panel, tray, readout(page)]) await expect(part).toBeHidden()
  await page.keyboard.press('h')
  for (const part of [tools, panel, tray, readout(page)]) await expect(part).toBeVisible()
  const isFull = () => page.evaluate(() => document.fullscreenElement !== null)
  await page.keyboard.press('f')
  await expect.poll(isFull).toBe(true)
  await page.keyboard.press('f')
  await expect.poll(isFull).toBe(false)

  await test.step('a field keeps its letters', async () => {
    const search = tray.getByRole('searchbox')
    await search.click()
    await page.keyboard.type('dt5h?')
    await expect(search).toHaveValue('dt5h?')
    await expect(orientation(page)).toHaveAccessibleName('Rotate and flip')
    await expect(readout(page)).toHaveText('20×')
    await expect(page.getByRole('button', { name: 'Measure a distance' })).toHaveAttribute(
      'aria-pressed',
      'false',
    )
    await search.fill('')
    await search.blur()
  })

  await test.step('Space held moves the picture while a tool is in hand', async () => {
    const from = await middleOf(page)
    await page.keyboard.press('d')
    await pointAt(page, from)
    const held = await underPointer(page)
    await page.keyboard.down('Space')
    await drag(page, from, { x: 120, y: 60 })
    await page.keyboard.up('Space')
    await expectUnderPointer(page, held)
    await expectView(page, { x: middle.x - 120, y: middle.y - 60 })
    await expect(page.getByRole('heading', { name: 'Measurements' })).toBeHidden()
    await page.keyboard.press('Escape')
  })

  await test.step('the list behind ? tells every key, and the keys are its own while it is open', async () => {
    await page.keyboard.press('?')
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await expect(dialog).toBeVisible()
    const lines = await dialog
      .locator('dt')
      .evaluateAll((terms) => terms.map((term) => [term.textContent, term.nextElementSibling?.textContent]))
    const groups = Object.keys(keyGroups) as KeyGroup[]
    const listed = groups.flatMap((group) => listedKeys(group).map(({ words, shown }) => [words, shown]))
    expect(lines).toEqual(listed)
    await page.keyboard.press('t')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(orientation(page)).toHaveAccessibleName('Rotate and flip')
  })
})

const others = [
  ...(['fit', 'step1', 'step2', 'step3', 'back', 'forward', 'goTo', 'exportRegion', 'snapshot'] as const),
  ...([
    'hide',
    'fullScreen',
    'panel',
    'tray',
    'shortcuts',
    'nextSlide',
    'previousSlide',
    'nextPane',
  ] as const),
  ...(['nextFocus', 'previousFocus', 'nextTime', 'previousTime'] as const),
  ...([1, 2, 3, 4, 5, 6, 7, 8, 9] as const).map((figure) => `channel${figure}` as const),
  // These in qc.spec.ts.
  ...(['nextPlace', 'previousPlace', 'overlay'] as const),
  // These in annotations.spec.ts and annotations-keys.spec.ts.
  ...(['drawPoint', 'drawLine', 'drawRectangle', 'drawEllipse', 'drawPolygon', 'drawFreehand'] as const),
  ...(['drawBrush', 'drawWand', 'editShapes', 'brushSmaller', 'brushLarger', 'undo', 'redo'] as const),
  ...(['copyShapes', 'pasteShapes', 'duplicateShapes', 'hideAnnotations', 'selectAllShapes'] as const),
  ...(['acceptAnnotation', 'rejectAnnotation', 'nextAnnotation'] as const),
  // These in viewer-stack.spec.ts; what each of the arrows does in adjust.test.ts.
  ...([1, 2, 3, 4, 5, 6, 7, 8, 9] as const).map((figure) => `stack${figure}` as const),
  ...(['curtain', 'lens', 'blend', 'difference', 'flicker', 'exchange', 'beside', 'present'] as const),
  ...(['adjustLeft', 'adjustRight', 'adjustUp', 'adjustDown'] as const),
  ...(['adjustFarLeft', 'adjustFarRight', 'adjustFarUp', 'adjustFarDown'] as const),
] satisfies KeyAction[]

test('no key of the table is left out here', () => {
  const tried = [...[...pans, ...zooms, ...turns, ...toolKeys].map(([action]) => action), ...others]
  const bound = keyActions.filter((action) => viewerKeys[action].strokes.length > 0)
  expect([...new Set(tried)].toSorted()).toEqual(bound.toSorted())
})
