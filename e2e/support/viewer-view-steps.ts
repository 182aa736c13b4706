import { expect, type Locator, type Page } from '@playwright/test'
import { readViewport } from '../../web/src/engine/viewer/link/viewport-text.ts'
import { normalAngle, type Viewport } from '../../web/src/engine/viewer/viewport.ts'
import { pane, picture } from './viewer-steps.ts'
import { whenAddress } from './waiting.ts'

export interface Place {
  x: number
  y: number
}

export interface Area extends Place {
  width: number
  height: number
}

/** Where a pane lies on the page. */
export async function areaOf(page: Page, number = 0): Promise<Area> {
  const area = await picture(page, number).boundingBox()
  if (area === null) throw new Error(`Pane ${number} shows no picture.`)
  return area
}

export async function middleOf(page: Page, number = 0): Promise<Place> {
  const { x, y, width, height } = await areaOf(page, number)
  return { x: x + width / 2, y: y + height / 2 }
}

/** A viewport as the address writes it. */
export function viewText(view: { x: number; y: number; resolution: number; degrees?: number; f?: boolean }) {
  const { x, y, resolution, degrees = 0, f = false } = view
  return [x, y, resolution, degrees, ...(f ? ['f'] : [])].join('_')
}

/** What the address says of a pane; it follows half a second after the last move. */
export const viewIn = (page: Page, number = 0): Viewport | null => viewAt(new URL(page.url()), number)

const viewAt = ({ searchParams }: URL, number: number): Viewport | null =>
  readViewport(searchParams.get(`v${number + 1}`) ?? '')

export interface ExpectedView extends Partial<Place> {
  resolution?: number
  degrees?: number
  flipped?: boolean
}

/** Waits until a pane shows this, to a pixel and a half of the screen and 1 %, or so many times as much. */
export async function expectView(page: Page, expected: ExpectedView, number = 0, slack = 1): Promise<void> {
  const differences = (address: URL) => {
    const view = viewAt(address, number)
    return view === null ? ['no view in the address'] : differencesOf(view, expected, slack)
  }
  await whenAddress(page, differences, `pane ${number}: ${JSON.stringify(expected)}`)
}

function differencesOf(view: Viewport, expected: ExpectedView, slack = 1): string[] {
  const { center, resolution, rotation, flipped } = view
  const off = (now: number, wanted: number | undefined, by: number) =>
    wanted !== undefined && Math.abs(now - wanted) > by
  const angle = ((expected.degrees ?? 0) * Math.PI) / 180
  const wrong = {
    [`x ${center.x}`]: off(center.x, expected.x, 1.5 * slack * resolution),
    [`y ${center.y}`]: off(center.y, expected.y, 1.5 * slack * resolution),
    [`resolution ${resolution}`]: off(resolution / (expected.resolution ?? resolution), 1, 0.01 * slack),
    [`rotation ${rotation}`]: expected.degrees !== undefined && off(normalAngle(rotation - angle), 0, 0.003),
    [`flipped ${flipped}`]: expected.flipped !== undefined && flipped !== expected.flipped,
  }
  return Object.entries(wrong).flatMap(([what, isWrong]) => (isWrong ? [what] : []))
}

/** Where a place of the image is seen on the page. */
export function onPage({ center, resolution, rotation, flipped }: Viewport, area: Area, place: Place): Place {
  const [dx, dy] = [(place.x - center.x) / resolution, (place.y - center.y) / resolution]
  const [cos, sin] = [Math.cos(rotation), Math.sin(rotation)]
  const across = (dx * cos - dy * sin) * (flipped ? -1 : 1)
  return { x: area.x + area.width / 2 + across, y: area.y + area.height / 2 + dx * sin + dy * cos }
}

/** Places of the image on the page, as the pane is seen now. */
export async function seenAt(page: Page, places: readonly Place[], number = 0): Promise<Place[]> {
  const view = viewIn(page, number)
  if (view === null) throw new Error('The address does not say what is seen.')
  const area = await areaOf(page, number)
  return places.map((place) => onPage(view, area, place))
}

/** What the readings say lies under the pointer: µm, or pixels where the scale is unknown. */
export async function underPointer(page: Page, number = 0): Promise<Place> {
  const [x = Number.NaN, y = Number.NaN] = (
    (await pane(page, number).locator('[data-cursor]').getAttribute('data-cursor')) ?? ''
  )
    .split(',')
    .map((figure) => (figure === '' ? Number.NaN : Number(figure)))
  return { x, y }
}

export async function expectUnderPointer(page: Page, place: Place, within = 1, number = 0): Promise<void> {
  const away = async () => {
    const { x, y } = await underPointer(page, number)
    return Math.hypot(x - place.x, y - place.y)
  }
  await expect.poll(away, { message: `${place.x}, ${place.y} under the pointer` }).toBeLessThan(within)
}

export const readout = (page: Page): Locator => page.locator('[data-readout]')

/** The button that says how the picture is turned. */
export const orientation = (page: Page): Locator => page.getByRole('button', { name: /^Rotate and flip/ })

export async function pointAt(page: Page, { x, y }: Place): Promise<void> {
  await page.mouse.move(x, y)
}

/** With the left button, in steps that a hand would make. */
export async function drag(page: Page, from: Place, by: Place): Promise<void> {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + by.x / 2, from.y + by.y / 2)
  await page.mouse.move(from.x + by.x, from.y + by.y)
  await page.mouse.up()
}

/** Waits until the device has kept how an image is seen now: one has then stayed there for a moment, too. */
export async function whenKept(page: Page, imageId: string, expected: ExpectedView): Promise<void> {
  const differences = async () => {
    const view = await keptView(page, imageId)
    return view === null ? ['nothing kept'] : differencesOf(view, expected)
  }
  await expect.poll(differences, { message: `kept: ${JSON.stringify(expected)}` }).toEqual([])
}

function keptView(page: Page, imageId: string): Promise<Viewport | null> {
  return page.evaluate(async (image) => {
    const settled = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const database = await settled(indexedDB.open('cresyl'))
    const store = database.transaction('preferences').objectStore('preferences')
    const keys = await settled(store.getAllKeys())
    const key = keys.find((each) => String(each).includes(`slide-view:${image}`))
    const kept = key === undefined ? undefined : await settled(store.get(key))
    database.close()
    return kept?.viewport ?? null
  }, imageId)
}
