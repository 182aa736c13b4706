import type { Page } from '@playwright/test'
import {
  clickAll,
  cornersOf,
  dragThrough,
  farthest,
  fromMiddle,
  inImage,
  openTab,
  removeAll,
  rows,
  type Stored,
  storedOn,
  tool,
  whenSaved,
} from '../support/annotation-steps.ts'
import { openViewer, whenLoaded } from '../support/viewer-steps.ts'
import { expect, test } from '../support/viewer-test.ts'
import { expectView, type Place, viewText } from '../support/viewer-view-steps.ts'

interface Drawn {
  readonly key: string
  readonly tool: string
  /** CSS pixels from the middle of the pane. */
  readonly places: readonly Place[]
  readonly draw: (page: Page, places: readonly Place[]) => Promise<void>
  /** What the server should have, where these are the places in pixels of the image and so many of them are one of the screen. */
  readonly check: (stored: Stored, places: readonly (readonly [number, number])[], resolution: number) => void
}

const clickAndEnd = async (page: Page, places: readonly Place[]) => {
  await clickAll(page, places)
  await page.keyboard.press('Enter')
}
const at = (x: number, y: number): Place => ({ x, y })
const circle = Array.from({ length: 25 }, (_, index) => {
  const angle = (2 * Math.PI * index) / 24
  return at(-120 + 30 * Math.cos(angle), 90 + 30 * Math.sin(angle))
})
/** A click hits a pixel of the screen, not a point. */
const slack = 2

const drawn: readonly Drawn[] = [
  {
    key: 'o',
    tool: 'Point',
    places: [at(-150, -120)],
    draw: clickAll,
    check({ shape, geometry }, places, resolution) {
      expect(shape).toBe('point')
      expect(farthest(geometry, places)).toBeLessThan(slack * resolution)
    },
  },
  {
    key: 'l',
    tool: 'Line',
    places: [at(-100, -140), at(-60, -100), at(-100, -60)],
    draw: clickAndEnd,
    check({ geometry }, places, resolution) {
      expect(geometry.type).toBe('LineString')
      expect(cornersOf(geometry)).toHaveLength(3)
      expect(farthest(geometry, places)).toBeLessThan(slack * resolution)
    },
  },
  {
    key: 'l',
    tool: 'Line',
    places: [at(-200, -60), at(-180, 20)],
    draw: dragThrough,
    check({ geometry }, places, resolution) {
      expect(geometry.type).toBe('LineString')
      expect(cornersOf(geometry)).toHaveLength(2)
      expect(farthest(geometry, places)).toBeLessThan(slack * resolution)
    },
  },
  {
    key: 'r',
    tool: 'Rectangle',
    // Upright as it is seen, however the picture is turned: the other two corners follow.
    places: [at(0, -140), at(80, -80), at(80, -140), at(0, -80)],
    draw: (page, places) => dragThrough(page, places.slice(0, 2)),
    check({ shape, geometry, area_px }, places, resolution) {
      expect(shape).toBe('rectangle')
      expect(cornersOf(geometry)).toHaveLength(4)
      expect(farthest(geometry, places)).toBeLessThan(slack * resolution)
      expect(area_px / (80 * 60 * resolution ** 2)).toBeCloseTo(1, 1)
    },
  },
  {
    key: 'i',
    tool: 'Ellipse',
    places: [at(120, -140), at(200, -80), at(160, -140), at(160, -80), at(120, -110), at(200, -110)],
    draw: (page, places) => dragThrough(page, places.slice(0, 2)),
    check({ shape, geometry, area_px }, places, resolution) {
      expect(shape).toBe('ellipse')
      // The ends of both its axes.
      expect(farthest(geometry, places.slice(2))).toBeLessThan(slack * resolution)
      expect(area_px / (Math.PI * 40 * 30 * resolution ** 2)).toBeCloseTo(1, 1)
    },
  },
  {
    key: 'p',
    tool: 'Polygon',
    places: [at(0, -40), at(70, -20), at(50, 30), at(10, 20)],
    // A click on the first corner closes it.
    draw: (page, places) => clickAll(page, [...places, ...places.slice(0, 1)]),
    check({ shape, geometry }, places, resolution) {
      expect(shape).toBe('polygon')
      expect(cornersOf(geometry)).toHaveLength(4)
      expect(farthest(geometry, places)).toBeLessThan(slack * resolution)
    },
  },
  {
    key: 'Shift+O',
    tool: 'Freehand',
    places: circle,
    draw: dragThrough,
    check({ shape, geometry, area_px }, places, resolution) {
      expect(shape).toBe('polygon')
      // Corners that say little are left out: between those that stay it is nearly a circle.
      expect(farthest(geometry, places)).toBeLessThan(10 * resolution)
      expect(area_px / (Math.PI * 30 ** 2 * resolution ** 2)).toBeCloseTo(1, 1)
    },
  },
  {
    key: 'b',
    tool: 'Brush',
    places: [at(0, 90), at(-20, 90), at(60, 90)],
    draw: (page, places) =>
      dragThrough(
        page,
        [places[0], places[0], ...places.slice(2)].filter((place) => place !== undefined),
      ),
    check({ geometry, area_px }, places, resolution) {
      // From the first place to the last, as broad as the brush: 20 CSS pixels to each side.
      const radius = 20
      const area = Math.PI * radius ** 2 + 2 * radius * 60
      expect(area_px / (area * resolution ** 2)).toBeCloseTo(1, 1)
      expect(farthest(geometry, places.slice(1, 2))).toBeLessThan(3 * resolution)
    },
  },
  {
    key: 'w',
    tool: 'Wand',
    places: [at(160, 60), at(164, 60)],
    draw: dragThrough,
    check({ shape, geometry, area_px }, [place]) {
      expect(shape).toBe('polygon')
      expect(area_px).toBeGreaterThan(0)
      expect(place && isAround(cornersOf(geometry), place)).toBe(true)
    },
  },
]

/** Whether a place lies in the box of some corners. */
function isAround(corners: readonly (readonly number[])[], [x, y]: readonly [number, number]): boolean {
  const xs = corners.map(([each = 0]) => each)
  const ys = corners.map(([, each = 0]) => each)
  return Math.min(...xs) <= x && Math.max(...xs) >= x && Math.min(...ys) <= y && Math.max(...ys) >= y
}

/** Turned, mirrored and smaller than the file: nothing lies where it would by chance. */
const view = { x: 1200, y: 800, resolution: 2, degrees: 30, f: true }

test('each tool draws what is pointed at on a picture that is turned and mirrored; all of it is there after a reload', async ({
  page,
  slides,
}) => {
  const { slide } = slides.of('tissue')
  const before = new Set<string>()
  await openViewer(page, slides.of('tissue'), `?v1=${viewText(view)}`)
  await expectView(page, { x: view.x, y: view.y, resolution: view.resolution })
  await openTab(page)
  await expect(rows(page)).toHaveCount(0)
  for (const { key, tool: name, places, draw, check } of drawn) {
    await test.step(name, async () => {
      const onPage = await fromMiddle(page, places)
      await page.keyboard.press(key)
      await expect(tool(page, name)).toHaveAttribute('aria-pressed', 'true')
      await draw(page, onPage)
      await page.keyboard.press('Escape')
      await page.keyboard.press('Escape')
      const added = async () => (await storedOn(page, slide.image_id)).filter(({ id }) => !before.has(id))
      await expect.poll(async () => (await added()).length).toBe(1)
      await whenSaved(page)
      for (const stored of await added()) {
        before.add(stored.id)
        check(stored, await inImage(page, onPage), view.resolution)
      }
    })
  }
  await page.reload()
  await whenLoaded(page)
  await openTab(page)
  await expect(rows(page)).toHaveCount(drawn.length)
  await removeAll(page, slide.image_id)
})
