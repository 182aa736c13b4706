import { type AnnotationGeometry, areaOf as pixelsOf } from '@cresyl/contract/annotations/annotation-geometry'
import {
  type AnnotationView,
  type DrawnAnnotation,
  shapesOf,
} from '@cresyl/contract/annotations/annotation-views'
import type { NewAnnotation } from '@cresyl/contract/annotations/annotations'
import { expect, type Locator, type Page } from '@playwright/test'
import { newId } from '../../contract/src/api/new-id.ts'
import type { Viewport } from '../../web/src/engine/viewer/viewport.ts'
import { accessToken } from './person.ts'
import { leaveSlide } from './viewer-steps.ts'
import { type Area, areaOf, middleOf, type Place, viewIn } from './viewer-view-steps.ts'
import { whenSeen } from './waiting.ts'

export const annotate = (page: Page): Locator => page.getByRole('toolbar', { name: 'Annotate' })
export const tool = (page: Page, name: string): Locator =>
  annotate(page).getByRole('button', { name, exact: true })
export const rows = (page: Page): Locator =>
  page.getByRole('region', { name: 'Annotations' }).getByRole('listitem')

export async function openTab(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Annotations' }).click()
  await whenSeen(page.getByTitle('Undo ('))
}

/** Everything that was drawn has reached the server. */
export const whenSaved = (page: Page): Promise<void> =>
  whenSeen(page.getByRole('status').filter({ hasText: 'Saved' }))

export type Stored = DrawnAnnotation & { readonly area_px: number }

/** What the server has of an image, in the order of its making. */
export async function storedOn(page: Page, imageId: string): Promise<Stored[]> {
  const headers = { Authorization: `Bearer ${await accessToken(page)}` }
  const query = `image_id=${imageId}&min_x=-1000&min_y=-1000&max_x=9000&max_y=9000`
  const reply = await page.request.get(`/api/annotations/viewport/?${query}`, { headers })
  expect(reply.status()).toBe(200)
  const shapes = shapesOf((await reply.json()) as AnnotationView)
  return shapes.map((shape) => ({ ...shape, area_px: pixelsOf(shape.geometry) }))
}

/** The one of this name, as the server has it; undefined where there is none. */
export const storedAs = async (page: Page, imageId: string, name: string): Promise<Stored | undefined> =>
  (await storedOn(page, imageId)).find((each) => each.name === name)

/** Leaves an image as nobody has drawn on it, for the next test. */
export async function removeAll(page: Page, imageId: string): Promise<void> {
  // A page that shows it would ask for each annotation that goes.
  await leaveSlide(page)
  const there = await storedOn(page, imageId)
  if (there.length > 0)
    await change(page, { image_id: imageId, delete: there.map(({ id, version }) => ({ id, version })) })
}

/** What somebody has drawn before, in the name of whoever is signed in. */
export async function annotateOn(
  page: Page,
  imageId: string,
  drawn: readonly NewAnnotation[],
): Promise<void> {
  await change(page, { image_id: imageId, create: drawn.map((each) => ({ id: newId(), ...each })) })
}

async function change(page: Page, data: object): Promise<void> {
  const headers = { Authorization: `Bearer ${await accessToken(page)}` }
  const reply = await page.request.post('/api/annotations/batches/', { headers, data })
  expect(reply.status(), await reply.text()).toBe(200)
}

/** A place on the page, so many CSS pixels from the middle of the pane. */
export async function fromMiddle(page: Page, places: readonly Place[]): Promise<Place[]> {
  const middle = await middleOf(page)
  return places.map(({ x, y }) => ({ x: middle.x + x, y: middle.y + y }))
}

/** Which place of the image is seen at a place of the page: the other way round than `onPage`. */
export async function inImage(page: Page, places: readonly Place[]): Promise<[number, number][]> {
  const view = viewIn(page)
  if (view === null) throw new Error('The address does not say what is seen.')
  const area = await areaOf(page)
  return places.map((place) => placeIn(view, area, place))
}

function placeIn(
  { center, resolution, rotation, flipped }: Viewport,
  area: Area,
  place: Place,
): [number, number] {
  const across = (place.x - area.x - area.width / 2) * (flipped ? -1 : 1)
  const down = place.y - area.y - area.height / 2
  const [cos, sin] = [Math.cos(rotation), Math.sin(rotation)]
  return [
    center.x + (across * cos + down * sin) * resolution,
    center.y + (down * cos - across * sin) * resolution,
  ]
}

export async function clickAll(page: Page, places: readonly Place[]): Promise<void> {
  for (const { x, y } of places) await page.mouse.click(x, y)
}

/** With the button held from the first to the last. */
export async function dragThrough(page: Page, places: readonly Place[]): Promise<void> {
  const [first, ...rest] = places
  if (first === undefined) return
  await page.mouse.move(first.x, first.y)
  await page.mouse.down()
  for (const { x, y } of rest) await page.mouse.move(x, y)
  await page.mouse.up()
}

/** A polygon through corners, of pixels of the image. */
export const polygonOf = (corners: readonly (readonly [number, number])[]): AnnotationGeometry => ({
  type: 'Polygon',
  coordinates: [[...corners, ...corners.slice(0, 1)].map(([x, y]) => [x, y])],
})

/** All corners of a geometry; those of a ring once. */
export function cornersOf({ type, coordinates }: AnnotationGeometry): number[][] {
  switch (type) {
    case 'Point':
      return [coordinates]
    case 'MultiPoint':
    case 'LineString':
      return coordinates
    case 'Polygon':
      return coordinates.flatMap((ring) => ring.slice(0, -1))
    case 'MultiPolygon':
      return coordinates.flatMap((rings) => rings.flatMap((ring) => ring.slice(0, -1)))
  }
}

/** How far the farthest of these places is from the nearest corner, in pixels of the image. */
export function farthest(geometry: AnnotationGeometry, places: readonly (readonly number[])[]): number {
  const corners = cornersOf(geometry)
  const away = ([x = 0, y = 0]: readonly number[]) =>
    Math.min(...corners.map(([cx = 0, cy = 0]) => Math.hypot(cx - x, cy - y)))
  return Math.max(...places.map(away))
}
