import type { Pyramid } from '@cresyl/contract/slides/viewers'
import type { Page } from '@playwright/test'
import { accessToken, goWithin } from './person.ts'
import { enterAs } from './signing-in.ts'
import type { ViewerSlide } from './viewer-slides.ts'
import { leaveSlide, picture, whenLoaded } from './viewer-steps.ts'

export interface Place {
  x: number
  y: number
}

export interface Size {
  width: number
  height: number
}

/** What is to be seen of an image; places in pixels of its full resolution. */
export interface View {
  center: Place
  /** Pixels of the image in one of the screen. */
  resolution: number
  /** Clockwise. */
  degrees?: number
  /** Left and right exchanged, after turning. */
  flipped?: boolean
}

/** As links have it. */
export function viewText({ center, resolution, degrees = 0, flipped = false }: View): string {
  return [center.x, center.y, resolution, degrees, ...(flipped ? ['f'] : [])].join('_')
}

/** What the address says is seen in the first pane. */
export function viewOf(page: Page): View {
  const parts = new URL(page.url()).searchParams.get('v1')?.split('_') ?? []
  const flipped = parts.at(-1) === 'f'
  const [x, y, resolution, degrees = 0] = parts.filter((part) => part !== 'f').map(Number)
  if (x === undefined || y === undefined || resolution === undefined)
    throw new Error(`The address says nothing of what is seen: ${page.url()}`)
  return { center: { x, y }, resolution, degrees, flipped }
}

/** Which place of the image is seen at a place of the pane: back from the screen, step by step. */
export function placeAt(view: View, size: Size, { x, y }: Place): Place {
  const { center, resolution, degrees = 0, flipped = false } = view
  const [toTheRight, down] = [(x - size.width / 2) * (flipped ? -1 : 1), y - size.height / 2]
  const angle = (degrees * Math.PI) / 180
  return {
    x: center.x + resolution * (Math.cos(angle) * toTheRight + Math.sin(angle) * down),
    y: center.y + resolution * (Math.cos(angle) * down - Math.sin(angle) * toTheRight),
  }
}

/** Shows the whole image with the air around it that the viewer leaves. */
export function wholeView(image: Size, size: Size): View {
  const resolution = 1.04 * Math.max(image.width / size.width, image.height / size.height)
  return { center: { x: image.width / 2, y: image.height / 2 }, resolution }
}

/** What links say of the first pane: what is seen of it, how, and which plane. */
export type Query = Partial<Record<'v1' | 'd1' | 'k1', string>>

const plainly = (query: Query): string => `?${new URLSearchParams({ alone: '1', ...query })}`

export async function paneSize(page: Page): Promise<Size> {
  const box = await picture(page).boundingBox()
  if (!box) throw new Error('There is no pane.')
  return { width: box.width, height: box.height }
}

/** Signs in and opens a slide with nothing beside the picture. */
export async function openPlainly(page: Page, { slide }: ViewerSlide, query: Query = {}): Promise<void> {
  await enterAs(page, 'admin', `/slide/${slide.id}${plainly(query)}`)
  await whenLoaded(page)
}

/** Opens a link in the app that is open already. */
export async function openWithin(page: Page, { slide }: ViewerSlide, query: Query): Promise<void> {
  await leaveSlide(page)
  await goWithin(page, `/slide/${slide.id}${plainly(query)}`)
  await whenLoaded(page)
}

/** What the product says of the levels and channels of a slide; the page is signed in. */
export async function readPyramid(page: Page, { slide }: ViewerSlide): Promise<Pyramid> {
  const headers = { Authorization: `Bearer ${await accessToken(page)}` }
  return (await page.request.get(`/api/viewers/pyramids/${slide.image_id}/`, { headers })).json()
}
