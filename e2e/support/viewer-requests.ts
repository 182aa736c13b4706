import type { Page, Request, Route } from '@playwright/test'
import { levelFor } from './viewer-reference.ts'
import { placeAt, type Size, type View } from './viewer-view.ts'

export const tileAddress = '**/api/viewers/tiles/**'

/** A tile that the page has asked for. */
export interface AskedTile {
  /** Level, column and row. */
  place: string
  plane: string | null
  depth: string | null
  z: string | null
  t: string | null
  token: string | null
}

export function askedTile(address: string): AskedTile {
  const { pathname, searchParams } = new URL(address)
  const read = (name: string) => searchParams.get(name)
  return {
    place: pathname.split('/').filter(Boolean).slice(-3).join('/'),
    plane: read('plane'),
    depth: read('depth'),
    z: read('z'),
    t: read('t'),
    token: read('token'),
  }
}

const isTile = (request: Request) => request.url().includes('/api/viewers/tiles/')

/** All tiles that the page asks for from now on, and those that it gives up. */
export function watchTiles(page: Page): { asked: AskedTile[]; dropped: AskedTile[] } {
  const [asked, dropped]: [AskedTile[], AskedTile[]] = [[], []]
  page.on('request', (request) => isTile(request) && asked.push(askedTile(request.url())))
  page.on('requestfailed', (request) => {
    if (isTile(request) && request.failure()?.errorText === 'net::ERR_ABORTED')
      dropped.push(askedTile(request.url()))
  })
  return { asked, dropped }
}

/** Keeps back all answers with tiles until they are let go. */
export async function holdTiles(page: Page): Promise<{ held: Route[]; release(): Promise<void> }> {
  const held: Route[] = []
  await page.route(tileAddress, (route) => void held.push(route))
  return {
    held,
    async release() {
      await page.unroute(tileAddress)
      // Of those that the page gave up nobody waits for an answer.
      await Promise.all(held.map((route) => route.continue().catch(() => undefined)))
    },
  }
}

export interface TiledLevel extends Size {
  tile_width: number
  tile_height: number
}

/** The places of all tiles that a screen has a pixel of, pixel by pixel. */
export function placesSeen(
  image: Size & { levels: readonly TiledLevel[] },
  view: View,
  size: Size,
): string[] {
  const level = levelFor(image, view.resolution)
  const number = image.levels.indexOf(level)
  const places = new Set<string>()
  for (let y = 0.5; y < size.height; y += 1)
    for (let x = 0.5; x < size.width; x += 1) {
      const place = placeAt(view, size, { x, y })
      if (place.x < 0 || place.y < 0 || place.x >= image.width || place.y >= image.height) continue
      const column = Math.floor((place.x * level.width) / image.width / level.tile_width)
      const row = Math.floor((place.y * level.height) / image.height / level.tile_height)
      places.add(`${number}/${column}/${row}`)
    }
  return [...places].sort()
}
