import type { DrawnAnnotation } from '@cresyl/contract/annotations/annotation-views'
import type { NewAnnotation } from '@cresyl/contract/annotations/annotations'
import type { Page } from '@playwright/test'
import {
  annotateOn,
  cornersOf,
  dragThrough,
  farthest,
  inImage,
  openTab,
  polygonOf,
  removeAll,
  storedOn,
  tool,
  whenSaved,
} from '../support/annotation-steps.ts'
import { goWithin, signInAs } from '../support/person.ts'
import { whenLoaded } from '../support/viewer-steps.ts'
import { expect, test } from '../support/viewer-test.ts'
import { expectView, type Place, seenAt, viewText } from '../support/viewer-view-steps.ts'

type Corner = readonly [number, number]

/** A drag hits a pixel of the screen at both ends. */
const slack = 2

const at = (x: number, y: number): Place => ({ x, y })
const apart = (one: Corner, other: Corner): Corner => [other[0] - one[0], other[1] - one[1]]
const moved = ([x, y]: Corner, [byX, byY]: Corner): Corner => [x + byX, y + byY]
const turned = ([x, y]: Corner, [middleX, middleY]: Corner): Corner => [
  middleX - (y - middleY),
  middleY + (x - middleX),
]

/** Six shapes around a place, as large on the screen at every zoom. */
function shapesAround(x: number, y: number, resolution: number) {
  const corners = (right: number, down: number): Corner[] =>
    (
      [
        [0, 0],
        [60, 0],
        [60, 40],
        [0, 40],
      ] as const
    ).map(([dx, dy]) => [x + (right + dx) * resolution, y + (down + dy) * resolution])
  return {
    moved: corners(-200, -120),
    scaled: corners(-60, -120),
    turned: corners(80, -120),
    corner: corners(-200, 40),
    side: corners(-60, 40),
    fewer: corners(80, 40),
  }
}
type Name = keyof ReturnType<typeof shapesAround>

/** Turned, mirrored and smaller than the file: nothing lies where it would by chance. */
const view = { x: 1150, y: 820, resolution: 2, degrees: 30, f: true }

/** What the server has by these names, once it has all of them as they should be. */
async function stored(page: Page, imageId: string): Promise<ReadonlyMap<string, DrawnAnnotation>> {
  return new Map((await storedOn(page, imageId)).map((each) => [each.name, each]))
}

test('annotations are moved, scaled, turned and given other corners on a picture that is turned and mirrored; all of it can be undone', async ({
  page,
  slides,
}) => {
  const { slide } = slides.of('tissue')
  const { resolution } = view
  await signInAs(page, 'admin', '/notifications')
  const before = shapesAround(view.x, view.y, resolution)
  const drawn = (Object.keys(before) as Name[]).map((name): NewAnnotation => {
    const isFrame = name === 'moved' || name === 'scaled' || name === 'turned'
    return { name, shape: isFrame ? 'rectangle' : 'polygon', geometry: polygonOf(before[name]) }
  })
  await annotateOn(page, slide.image_id, drawn)
  await goWithin(page, `/slide/${slide.id}?v1=${viewText(view)}`)
  await whenLoaded(page)
  await expectView(page, { x: view.x, y: view.y, resolution })
  await openTab(page)
  await page.keyboard.press('Shift+I')
  await expect(tool(page, 'Select and edit')).toHaveAttribute('aria-pressed', 'true')

  const expected = new Map<Name, readonly Corner[]>()
  const seen = (places: readonly Corner[]) =>
    seenAt(
      page,
      places.map(([x, y]) => at(x, y)),
    )
  const middle = ([a, , c]: readonly Corner[]): Corner =>
    a && c ? [(a[0] + c[0]) / 2, (a[1] + c[1]) / 2] : [0, 0]
  /** Selects one by a click in its middle, and drags from a place of the image by so many CSS pixels. */
  const take = async (name: Name) => {
    const [place = at(0, 0)] = await seen([middle(before[name])])
    await page.mouse.click(place.x, place.y)
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue(name)
  }
  /** What was dragged in the image, by the pixels of the screen that were really hit. */
  const dragBy = async (from: Corner, by: Place): Promise<[Corner, Corner]> => {
    const [start = at(0, 0)] = await seen([from])
    const way = [start, at(start.x + by.x / 2, start.y + by.y / 2), at(start.x + by.x, start.y + by.y)]
    await dragThrough(page, way)
    const [first = [0, 0], , last = [0, 0]] = await inImage(page, way)
    return [first, last]
  }

  await test.step('moved', async () => {
    await take('moved')
    const [from, to] = await dragBy(middle(before.moved), at(40, -30))
    expected.set(
      'moved',
      before.moved.map((corner) => moved(corner, apart(from, to))),
    )
  })
  await test.step('scaled', async () => {
    await take('scaled')
    const [first = [0, 0], , third = [0, 0]] = before.scaled
    const [, to] = await dragBy(third, at(20, 25))
    expected.set('scaled', [first, [to[0], first[1]], to, [first[0], to[1]]])
  })
  await test.step('turned', async () => {
    await take('turned')
    const [a = [0, 0], b = [0, 0]] = before.turned
    const handle: Corner = [(a[0] + b[0]) / 2, a[1] - 24 * resolution]
    const [from = at(0, 0), to = at(0, 0)] = await seen([handle, turned(handle, middle(before.turned))])
    // By a quarter: with Shift in steps of 15°, so exactly.
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.keyboard.down('Shift')
    await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2)
    await page.mouse.move(to.x, to.y)
    await page.mouse.up()
    await page.keyboard.up('Shift')
    expected.set(
      'turned',
      before.turned.map((corner) => turned(corner, middle(before.turned))),
    )
  })
  await test.step('a corner elsewhere, and at the corner of another', async () => {
    await take('corner')
    const [first = [0, 0], second = [0, 0], third = [0, 0], fourth = [0, 0]] = before.corner
    const [, to] = await dragBy(fourth, at(-20, 30))
    // Near enough to a corner of another, it goes right there.
    const [neighbour = [0, 0]] = before.side
    const [from = at(0, 0), near = at(0, 0)] = await seen([second, neighbour])
    await dragThrough(page, [from, at(near.x + 3, near.y + 3)])
    expected.set('corner', [first, neighbour, third, to])
  })
  await test.step('a corner more', async () => {
    await take('side')
    // A quarter along the side: in its middle is a handle of the frame.
    const [first = [0, 0], second = [0, 0]] = before.side
    const [, to] = await dragBy([(3 * first[0] + second[0]) / 4, first[1]], at(-5, -20))
    expected.set('side', before.side.toSpliced(1, 0, to))
  })
  await test.step('a corner less', async () => {
    await take('fewer')
    const [, , third = [0, 0]] = before.fewer
    const [place = at(0, 0)] = await seen([third])
    await page.keyboard.down('Control')
    await page.mouse.click(place.x, place.y)
    await page.keyboard.up('Control')
    expected.set('fewer', before.fewer.toSpliced(2, 1))
  })

  const differing = async (wanted: ReadonlyMap<Name, readonly Corner[]>, within: number) => {
    const there = await stored(page, slide.image_id)
    return [...wanted].flatMap(([name, corners]) => {
      const geometry = there.get(name)?.geometry
      const now = geometry ? cornersOf(geometry) : []
      const isSo = geometry && now.length === corners.length && farthest(geometry, corners) <= within
      return isSo ? [] : [`${name}: ${JSON.stringify(now)} instead of ${JSON.stringify(corners)}`]
    })
  }
  await expect.poll(() => differing(expected, slack * resolution)).toEqual([])
  await whenSaved(page)
  // One step was made of two: a corner twice.
  for (let steps = 0; steps < 7; steps += 1) await page.keyboard.press('Control+z')
  await expect(page.getByTitle('Undo (')).toHaveAttribute('aria-disabled', 'true')
  await expect.poll(() => differing(new Map(Object.entries(before) as [Name, Corner[]][]), 0)).toEqual([])
  for (let steps = 0; steps < 7; steps += 1)
    await page.keyboard.press(steps % 2 === 0 ? 'Control+y' : 'Control+Shift+z')
  await expect.poll(() => differing(expected, slack * resolution)).toEqual([])
  await whenSaved(page)
  await removeAll(page, slide.image_id)
})
