import type { NewAnnotation } from '@cresyl/contract/annotations/annotations'
import type { Page } from '@playwright/test'
import {
  annotateOn,
  clickAll,
  cornersOf,
  farthest,
  fromMiddle,
  inImage,
  openTab,
  polygonOf,
  removeAll,
  rows,
  storedOn,
  tool,
  whenSaved,
} from '../support/annotation-steps.ts'
import { goWithin, signInAs } from '../support/person.ts'
import { leaveSlide, pane, whenLoaded } from '../support/viewer-steps.ts'
import { expect, test } from '../support/viewer-test.ts'
import { drag, expectView, middleOf, type Place, viewIn, viewText } from '../support/viewer-view-steps.ts'

const middle = { x: 1200, y: 800 }
const at = (x: number, y: number): Place => ({ x, y })

const box = (name: string, x: number, y: number): NewAnnotation => ({
  name,
  shape: 'rectangle',
  geometry: polygonOf([
    [x, y],
    [x + 80, y],
    [x + 80, y + 60],
    [x, y + 60],
  ]),
})

/** In the app that is open already. */
async function show(page: Page, slide: { id: string }): Promise<void> {
  await leaveSlide(page)
  await goWithin(page, `/slide/${slide.id}?v1=${viewText({ ...middle, resolution: 1 })}`)
  await whenLoaded(page)
  await expectView(page, { ...middle, resolution: 1 })
  await openTab(page)
}

const nameField = (page: Page) => page.getByRole('textbox', { name: 'Name' })
const isInHand = (page: Page, name: string) =>
  expect(tool(page, name)).toHaveAttribute('aria-pressed', 'true')

test('keys select, move, copy, paste, delete, hide, review and draw annotations', async ({
  page,
  slides,
  complaints,
}) => {
  // What is asked of one while it is deleted may be answered after that.
  complaints.expect(/404.*\/api\/annotations\//)
  const { slide } = slides.of('tissue')
  await signInAs(page, 'admin', '/notifications')
  const drawn = [box('one', 1000, 700), box('two', 1150, 700), box('three', 1300, 700)]
  await annotateOn(page, slide.image_id, drawn)
  await show(page, slide)
  const stored = () => storedOn(page, slide.image_id)
  /** The first corner of each of this name. */
  const corners = async (name: string) =>
    (await stored()).flatMap((each) => (each.name === name ? [cornersOf(each.geometry)[0]] : [])).toSorted()
  const click = async (x: number, y: number) => clickAll(page, await fromMiddle(page, [at(x, y)]))
  await expect(rows(page)).toHaveCount(3)

  await test.step('N goes to the next, J accepts, K rejects', async () => {
    const reviews = async () => Object.fromEntries((await stored()).map(({ name, review }) => [name, review]))
    await page.keyboard.press('n')
    await expect(nameField(page)).not.toHaveValue('')
    const first = await nameField(page).inputValue()
    await page.keyboard.press('j')
    await page.keyboard.press('n')
    await expect(nameField(page)).not.toHaveValue(first)
    const second = await nameField(page).inputValue()
    await page.keyboard.press('k')
    await expect.poll(reviews).toMatchObject({ [first]: 'accepted', [second]: 'rejected' })
    await page.keyboard.press('n')
    await expect(nameField(page)).not.toHaveValue(second)
    const third = await nameField(page).inputValue()
    expect(new Set([first, second, third])).toEqual(new Set(['one', 'two', 'three']))
    await page.keyboard.press('j')
    await expect.poll(reviews).toMatchObject({ [third]: 'accepted' })
    await page.keyboard.press('n')
    await expect(page.getByText('Everything here has been reviewed.')).toBeVisible()
    await whenSaved(page)
  })

  await test.step('Ctrl+C and Ctrl+V, Ctrl+D, Ctrl+Z and Ctrl+Y', async () => {
    await show(page, slide)
    await click(-160, -70)
    await expect(nameField(page)).toHaveValue('one')
    await page.keyboard.press('Control+c')
    await page.keyboard.press('Control+v')
    await expect
      .poll(() => corners('one'))
      .toEqual([
        [1000, 700],
        [1024, 724],
      ])
    // What was pasted is what is selected now.
    await page.keyboard.press('Control+d')
    await expect.poll(() => corners('one')).toHaveLength(3)
    expect((await corners('one'))[2]).toEqual([1048, 748])
    await page.keyboard.press('Control+z')
    await expect.poll(() => corners('one')).toHaveLength(2)
    await page.keyboard.press('Control+y')
    await expect.poll(() => corners('one')).toHaveLength(3)
    await page.keyboard.press('Control+z')
    await page.keyboard.press('Control+Shift+z')
    await page.keyboard.press('Control+z')
    await page.keyboard.press('Control+z')
    await expect.poll(() => corners('one')).toEqual([[1000, 700]])
  })

  await test.step('arrows move what is selected, Delete and Backspace delete it', async () => {
    await page.keyboard.press('Shift+I')
    await isInHand(page, 'Select and edit')
    await click(-10, -70)
    await expect(nameField(page)).toHaveValue('two')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Shift+ArrowDown')
    await expect.poll(() => corners('two')).toEqual([[1151, 710]])
    await expectView(page, { ...middle, resolution: 1 })
    await page.keyboard.press('Delete')
    await expect.poll(() => corners('two')).toEqual([])
    await click(140, -70)
    await expect(nameField(page)).toHaveValue('three')
    await page.keyboard.press('Backspace')
    await expect.poll(() => corners('three')).toEqual([])
    await page.keyboard.press('Control+z')
    await page.keyboard.press('Control+z')
    await expect
      .poll(async () => [await corners('two'), await corners('three')])
      .toEqual([[[1151, 710]], [[1300, 700]]])
    await page.keyboard.press('Escape')
    await expect(tool(page, 'Select and edit')).toHaveAttribute('aria-pressed', 'false')
    await page.keyboard.press('Escape')
    await expect(nameField(page)).toBeHidden()
  })

  await test.step('A hides them: then nothing is hit', async () => {
    // With this tool in hand, two clicks right after each other are no double click that zooms.
    await page.keyboard.press('Shift+I')
    await page.keyboard.press('a')
    await expect(page.getByRole('button', { name: 'Show annotations' })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    await click(-160, -70)
    await expect(nameField(page)).toBeHidden()
    await page.keyboard.press('a')
    await click(-160, -60)
    await expect(nameField(page)).toHaveValue('one')
    await page.keyboard.press('Escape')
  })

  await test.step('[ and ] change the brush', async () => {
    const known = new Set((await stored()).map(({ id }) => id))
    const painted = async (y: number) => {
      await click(0, y)
      const added = async () => (await stored()).filter(({ id }) => !known.has(id))
      await expect.poll(async () => (await added()).length).toBe(1)
      const [{ id, area_px } = { id: '', area_px: 0 }] = await added()
      known.add(id)
      return area_px
    }
    await page.keyboard.press('b')
    await isInHand(page, 'Brush')
    const usual = await painted(60)
    await page.keyboard.press(']')
    await page.keyboard.press(']')
    expect((await painted(120)) / usual).toBeCloseTo(1.25 ** 4, 1)
    for (let presses = 0; presses < 4; presses += 1) await page.keyboard.press('[')
    expect((await painted(180)) / usual).toBeCloseTo((0.8 ** 2) ** 2, 1)
    await page.keyboard.press('b')
    await expect(tool(page, 'Brush')).toHaveAttribute('aria-pressed', 'false')
  })

  await test.step('Space held moves the picture with a tool in hand', async () => {
    const count = (await stored()).length
    await page.keyboard.press('r')
    await isInHand(page, 'Rectangle')
    await page.keyboard.down('Space')
    await drag(page, await middleOf(page), { x: 60, y: -40 })
    await page.keyboard.up('Space')
    await expectView(page, { x: middle.x - 60, y: middle.y + 40, resolution: 1 })
    await isInHand(page, 'Rectangle')
    expect(await stored()).toHaveLength(count)
    await page.keyboard.press('Escape')
  })
  await whenSaved(page)
  await removeAll(page, slide.image_id)
  await show(page, slide)
  await drawByKeys(page, slide.image_id)
  await removeAll(page, slide.image_id)
})

interface ByKeys {
  readonly key: string
  readonly tool: string
  /** From the middle of the pane, in CSS pixels: where keys set places, one after another. */
  readonly places: readonly Place[]
  readonly shape: string
  /** Whether all places are corners. */
  readonly isExact: boolean
}

/** One that is set place by place and two that are held; what each tool makes of it is tried with the mouse. */
const byKeys: readonly ByKeys[] = [
  { key: 'l', tool: 'Line', places: [at(0, 0), at(40, 0), at(40, 20)], shape: 'line', isExact: true },
  { key: 'r', tool: 'Rectangle', places: [at(0, 0), at(60, 30)], shape: 'rectangle', isExact: true },
  { key: 'b', tool: 'Brush', places: [at(0, 0), at(60, 0)], shape: 'polygon', isExact: false },
]

/** Ten CSS pixels a press. */
async function walk(page: Page, from: Place, to: Place): Promise<void> {
  const press = async (key: string, way: number) => {
    for (let gone = 0; gone < way; gone += 10) await page.keyboard.press(`Shift+${key}`)
  }
  await press(to.x > from.x ? 'ArrowRight' : 'ArrowLeft', Math.abs(to.x - from.x))
  await press(to.y > from.y ? 'ArrowDown' : 'ArrowUp', Math.abs(to.y - from.y))
}

async function drawByKeys(page: Page, imageId: string): Promise<void> {
  // As one gets there by Tab: on a button, Enter would press that.
  await pane(page).focus()
  const before = new Set<string>()
  for (const { key, tool: name, places, shape, isExact } of byKeys) {
    await test.step(`${name} is drawn by keys alone`, async () => {
      // From here on turned and mirrored: keys go by what is seen.
      if (name === 'Rectangle') {
        await page.keyboard.press('m')
        await page.keyboard.press('t')
        await expectView(page, { degrees: -90, flipped: true })
      }
      await page.keyboard.press(key)
      await isInHand(page, name)
      // The first shows where: in the middle.
      await page.keyboard.press('Enter')
      let here = at(0, 0)
      for (const [index, place] of places.entries()) {
        await walk(page, here, place)
        here = place
        if (name === 'Line' || index === 0) await page.keyboard.press('Enter')
      }
      // Once more where it is ends it: what is drawn with clicks, and what is drawn with the button held.
      await page.keyboard.press('Enter')
      const added = async () => (await storedOn(page, imageId)).filter(({ id }) => !before.has(id))
      await expect.poll(async () => (await added()).length).toBe(1)
      const [drawn] = await added()
      if (drawn === undefined) return
      before.add(drawn.id)
      expect(drawn.shape).toBe(shape)
      const wanted = await inImage(page, await fromMiddle(page, places))
      const { resolution = 1 } = viewIn(page) ?? {}
      if (isExact) expect(farthest(drawn.geometry, wanted)).toBeLessThan(1.5 * resolution)
      else expect(drawn.area_px).toBeGreaterThan(0)
      await page.keyboard.press('Escape')
      await page.keyboard.press('Escape')
      await expect(tool(page, name)).toHaveAttribute('aria-pressed', 'false')
    })
  }
  await whenSaved(page)
}
