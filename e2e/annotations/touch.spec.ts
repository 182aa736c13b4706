import {
  annotateOn,
  cornersOf,
  farthest,
  fromMiddle,
  inImage,
  polygonOf,
  removeAll,
  storedAs,
  storedOn,
  tool,
} from '../support/annotation-steps.ts'
import { apart, move, moved, phone } from '../support/fingers.ts'
import { goWithin, signInAs } from '../support/person.ts'
import { whenLoaded } from '../support/viewer-steps.ts'
import { expect, test } from '../support/viewer-test.ts'
import { expectView, middleOf, type Place, seenAt, viewIn, viewText } from '../support/viewer-view-steps.ts'

const at = (x: number, y: number): Place => ({ x, y })
interface Touched {
  readonly tool: string
  /** CSS pixels from the middle of the pane: each tapped, or the way of a finger. */
  readonly places: readonly Place[]
  readonly isDragged: boolean
  readonly shape: string
  /** Where corners should be; the places themselves unless told otherwise. */
  readonly corners?: readonly Place[]
  /** CSS pixels that the farthest may be off. */
  readonly within?: number
  /** In square CSS pixels. */
  readonly area?: number
}

/** One that is set by taps and two that are drawn; what each tool makes of it is tried with the mouse. */
const touched: readonly Touched[] = [
  { tool: 'Line', places: [at(0, -150), at(60, -150), at(60, -110)], isDragged: false, shape: 'line' },
  {
    tool: 'Rectangle',
    places: [at(30, -80), at(60, -60), at(100, -40)],
    isDragged: true,
    shape: 'rectangle',
    corners: [at(30, -80), at(100, -80), at(100, -40), at(30, -40)],
    area: 70 * 40,
  },
  {
    tool: 'Brush',
    places: [at(60, 60), at(80, 60), at(110, 60)],
    isDragged: true,
    shape: 'polygon',
    corners: [at(40, 60), at(130, 60)],
    within: 3,
    area: Math.PI * 20 ** 2 + 40 * 50,
  },
]

test('a finger draws, selects and moves annotations; two fingers move the picture all the same', async ({
  openBrowser,
  slides,
}) => {
  const { slide } = slides.of('tissue')
  const page = await openBrowser(phone)
  await signInAs(
    page,
    'admin',
    `/slide/${slide.id}?v1=${viewText({ x: 1200, y: 800, resolution: 2, degrees: 30 })}`,
  )
  await whenLoaded(page)
  await expectView(page, { x: 1200, y: 800, resolution: 2, degrees: 30 })
  await page.getByRole('button', { name: 'Show the tools' }).tap()
  const before = new Set<string>()
  const added = async () => (await storedOn(page, slide.image_id)).filter(({ id }) => !before.has(id))

  for (const { tool: name, places, isDragged, shape, corners = places, within = 2, area } of touched) {
    await test.step(name, async () => {
      await tool(page, name).tap()
      await expect(tool(page, name)).toHaveAttribute('aria-pressed', 'true')
      const [first = at(0, 0), ...rest] = await fromMiddle(page, places)
      if (isDragged) await move(page, [first], ...rest.map((place) => [place] as const))
      else for (const place of [first, ...rest]) await move(page, [place])
      // A finger has no Enter: what is drawn from place to place ends with the tool.
      await page.getByRole('button', { name: 'Done', exact: true }).tap()
      await expect(tool(page, name)).toHaveAttribute('aria-pressed', 'false')
      await expect.poll(async () => (await added()).length).toBe(1)
      for (const stored of await added()) {
        before.add(stored.id)
        expect(stored.shape).toBe(shape)
        const { resolution } = viewIn(page) ?? { resolution: Number.NaN }
        const wanted = await inImage(page, await fromMiddle(page, corners))
        expect(farthest(stored.geometry, wanted)).toBeLessThan(within * resolution)
        if (area !== undefined) expect(stored.area_px / (area * resolution ** 2)).toBeCloseTo(1, 1)
      }
    })
  }

  await test.step('two fingers zoom, and nothing is drawn', async () => {
    await tool(page, 'Rectangle').tap()
    const centre = await middleOf(page)
    const halves = Array.from({ length: 20 }, (_, index) => 42 + 2 * index)
    await move(page, apart(centre, 40), ...halves.map((half) => apart(centre, half)))
    await expectView(page, { resolution: 1 }, 0, 3)
    await page.getByRole('button', { name: 'Done', exact: true }).tap()
    expect(await added()).toEqual([])
  })
  await removeAll(page, slide.image_id)

  await test.step('a finger selects one, moves it and puts a corner elsewhere', async () => {
    const triangle = [
      [1150, 750],
      [1250, 750],
      [1250, 850],
    ] as const
    await annotateOn(page, slide.image_id, [
      { name: 'three', shape: 'polygon', geometry: polygonOf(triangle) },
    ])
    await goWithin(page, `/slide/${slide.id}?v1=${viewText({ x: 1200, y: 800, resolution: 1 })}`)
    await whenLoaded(page)
    await expectView(page, { x: 1200, y: 800, resolution: 1 })
    const cornersNow = async () => {
      const stored = await storedAs(page, slide.image_id, 'three')
      return stored && cornersOf(stored.geometry).map(([x = 0, y = 0]) => [Math.round(x), Math.round(y)])
    }
    await page.getByRole('button', { name: 'Show the tools' }).tap()
    await tool(page, 'Select and edit').tap()
    const [inside = at(0, 0), corner = at(0, 0)] = await seenAt(page, [at(1225, 785), at(1270, 890)])
    await move(page, [inside], [moved(inside, at(10, 20))], [moved(inside, at(20, 40))])
    await expect.poll(cornersNow).toEqual(triangle.map(([x, y]) => [x + 20, y + 40]))
    await move(page, [corner], [moved(corner, at(10, 10))], [moved(corner, at(30, 20))])
    await expect.poll(cornersNow).toEqual([
      [1170, 790],
      [1270, 790],
      [1300, 910],
    ])
    await removeAll(page, slide.image_id)
  })
})

test('a pen draws, and the hand that holds it does nothing', async ({ openBrowser, slides }) => {
  const { slide } = slides.of('tissue')
  const page = await openBrowser({ ...phone, isMobile: false, viewport: { width: 1024, height: 768 } })
  const view = { x: 1200, y: 800, resolution: 2 }
  await signInAs(page, 'admin', `/slide/${slide.id}?v1=${viewText(view)}`)
  await whenLoaded(page)
  await expectView(page, view)
  await tool(page, 'Rectangle').tap()
  const places = await fromMiddle(page, [at(-60, -60), at(-20, -20), at(40, 30)])
  const [palm = at(0, 0)] = await fromMiddle(page, [at(80, 120)])
  const session = await page.context().newCDPSession(page)
  const pen = (type: 'mousePressed' | 'mouseMoved' | 'mouseReleased', { x, y }: Place) => {
    const held = type === 'mouseReleased' ? { buttons: 0, force: 0 } : { buttons: 1, force: 0.6 }
    return session.send('Input.dispatchMouseEvent', {
      type,
      x,
      y,
      button: 'left',
      clickCount: 1,
      pointerType: 'pen',
      ...held,
    })
  }
  const [from = at(0, 0), through = at(0, 0), to = at(0, 0)] = places
  await pen('mousePressed', from)
  await pen('mouseMoved', through)
  await move(page, [palm], [moved(palm, at(5, 5))], [moved(palm, at(30, 40))])
  await pen('mouseMoved', to)
  await pen('mouseReleased', to)
  await expect.poll(async () => (await storedOn(page, slide.image_id)).length).toBe(1)
  const [drawn] = await storedOn(page, slide.image_id)
  const wanted = await inImage(page, [from, to])
  expect(drawn && farthest(drawn.geometry, wanted)).toBeLessThan(4)
  await expectView(page, view)
  await removeAll(page, slide.image_id)
})
