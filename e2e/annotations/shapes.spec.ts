import type { NewAnnotation } from '@cresyl/contract/annotations/annotations'
import type { Page } from '@playwright/test'
import { polygonsOf } from '../../contract/src/annotations/annotation-geometry.ts'
import {
  annotateOn,
  clickAll,
  dragThrough,
  fromMiddle,
  openTab,
  polygonOf,
  removeAll,
  rows,
  storedOn,
  tool,
  whenSaved,
} from '../support/annotation-steps.ts'
import { goWithin, signInAs } from '../support/person.ts'
import { whenLoaded } from '../support/viewer-steps.ts'
import { expect, test } from '../support/viewer-test.ts'
import { expectView, type Place, viewText } from '../support/viewer-view-steps.ts'

const at = (x: number, y: number): Place => ({ x, y })
const middle = { x: 1200, y: 800 }

/** Corner to corner, in pixels of the image from its middle; at this zoom they are those of the screen. */
const box = (x: number, y: number, width: number, height: number) =>
  polygonOf([
    [middle.x + x, middle.y + y],
    [middle.x + x + width, middle.y + y],
    [middle.x + x + width, middle.y + y + height],
    [middle.x + x, middle.y + y + height],
  ])

/** How many parts and holes there are of each name, and how large it is to a hundred pixels. */
async function described(
  page: Page,
  imageId: string,
): Promise<Record<string, readonly [number, number, number]>> {
  const all = (await storedOn(page, imageId)).map(({ name, geometry, area_px }) => {
    const parts = polygonsOf(geometry)
    const holes = parts.reduce((sum, rings) => sum + rings.length - 1, 0)
    return [name, [parts.length, holes, Math.round(area_px / 100)]] as const
  })
  return Object.fromEntries(all)
}

async function dragHolding(page: Page, key: 'Shift' | 'Control', places: readonly Place[]): Promise<void> {
  await page.keyboard.down(key)
  await dragThrough(page, await fromMiddle(page, places))
  await page.keyboard.up(key)
}

test('shapes are added to, cut out, filled, split, merged and simplified', async ({
  page,
  slides,
  complaints,
}) => {
  // What is asked of one while it is deleted may be answered after that.
  complaints.expect(/404.*\/api\/annotations\//)
  const { slide } = slides.of('tissue')
  await signInAs(page, 'admin', '/notifications')
  const zigzag = Array.from({ length: 101 }, (_, n): [number, number] => [
    middle.x + n,
    middle.y + 150 + (n % 2),
  ])
  const drawn: NewAnnotation[] = [
    { name: 'ring', shape: 'rectangle', geometry: box(-200, -150, 100, 100), tags: ['kept'] },
    { name: 'halves', shape: 'polygon', geometry: box(0, -150, 100, 100) },
    { name: 'left', shape: 'rectangle', geometry: box(-200, 0, 60, 60) },
    { name: 'right', shape: 'rectangle', geometry: box(-160, 0, 60, 60) },
    {
      name: 'rough',
      shape: 'polygon',
      geometry: polygonOf([...zigzag, [middle.x + 100, middle.y + 200], [middle.x, middle.y + 200]]),
    },
  ]
  await annotateOn(page, slide.image_id, drawn)
  await goWithin(page, `/slide/${slide.id}?v1=${viewText({ ...middle, resolution: 1 })}`)
  await whenLoaded(page)
  await expectView(page, middle)
  await openTab(page)
  const now = () => described(page, slide.image_id)
  const click = async (x: number, y: number) => clickAll(page, await fromMiddle(page, [at(x, y)]))
  const isSelected = (name: string) => expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue(name)
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()

  await test.step('Ctrl cuts a hole, Shift adds', async () => {
    await click(-150, -100)
    await isSelected('ring')
    await page.keyboard.press('r')
    await expect(tool(page, 'Rectangle')).toHaveAttribute('aria-pressed', 'true')
    await dragHolding(page, 'Control', [at(-170, -120), at(-130, -80)])
    await expect.poll(now).toMatchObject({ ring: [1, 1, 84] })
    await isSelected('ring')
    await dragHolding(page, 'Shift', [at(-110, -140), at(-60, -100)])
    await expect.poll(now).toMatchObject({ ring: [1, 1, 100] })
    // Beside it, it becomes another part of the same.
    await dragHolding(page, 'Shift', [at(-50, -90), at(-30, -40)])
    await expect.poll(now).toMatchObject({ ring: [2, 1, 110] })
    await page.keyboard.press('Escape')
  })
  await test.step('holes are filled', async () => {
    await press('Fill holes')
    await expect.poll(now).toMatchObject({ ring: [2, 0, 126] })
    await page.keyboard.press('Control+z')
    await expect.poll(now).toMatchObject({ ring: [2, 1, 110] })
  })
  await test.step('a line with Ctrl splits', async () => {
    await click(50, -100)
    await isSelected('halves')
    await page.keyboard.press('l')
    await expect(tool(page, 'Line')).toHaveAttribute('aria-pressed', 'true')
    await page.keyboard.down('Control')
    await clickAll(page, await fromMiddle(page, [at(30, -170), at(30, -30)]))
    await page.keyboard.up('Control')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    const halves = async () =>
      (await storedOn(page, slide.image_id))
        .filter(({ name }) => name === 'halves')
        .map(({ area_px }) => Math.round(area_px / 100))
        .toSorted((one, other) => one - other)
    await expect.poll(halves).toEqual([30, 70])
    await expect(rows(page).locator('[aria-current="true"]')).toHaveCount(2)
  })
  await test.step('two become one', async () => {
    // With this tool in hand, two clicks right after each other are no double click that zooms.
    await page.keyboard.press('Shift+I')
    await expect(tool(page, 'Select and edit')).toHaveAttribute('aria-pressed', 'true')
    await click(-190, 30)
    await isSelected('left')
    await page.keyboard.down('Shift')
    await click(-110, 30)
    await page.keyboard.up('Shift')
    await press('Merge')
    await expect.poll(now).toMatchObject({ left: [1, 0, 60] })
    expect(await now()).not.toHaveProperty('right')
    await isSelected('left')
  })
  await test.step('corners that say nothing go', async () => {
    await click(50, 180)
    await isSelected('rough')
    await press('Simplify')
    const corners = async () => {
      const rough = (await storedOn(page, slide.image_id)).find(({ name }) => name === 'rough')
      return rough?.geometry.type === 'Polygon' ? rough.geometry.coordinates[0]?.length : undefined
    }
    await expect.poll(corners).toBe(5)
  })
  await whenSaved(page)
  await removeAll(page, slide.image_id)
})
