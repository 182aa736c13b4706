import type { ViewedImage } from '../viewed-image.ts'
import type { Addresses } from './addresses.ts'
import { decodePicture, decodePlane, windowOf } from './decode-tile.ts'
import { type FetchTools, fetchTile } from './fetch-tile.ts'
import type { PixelOrder } from './orders.ts'
import type { PlaneDecoder } from './plane-decoder.ts'
import { type TileGrid, tilePixels } from './tile-grid.ts'
import type { TilePicture } from './tile-picture.ts'
import type { Loading, TileOrder } from './tile-queue.ts'

/** The whole image in one small picture. */
export interface ThumbnailOrder extends TileOrder {
  readonly icc: boolean
}

export type PictureOrder = PixelOrder | ThumbnailOrder

export const thumbnailOrder = (icc: boolean): ThumbnailOrder => ({
  key: `thumbnail/${icc ? 'icc' : 'plain'}`,
  icc,
})

export interface PictureTools extends FetchTools {
  readonly image: ViewedImage
  readonly grid: TileGrid
  readonly addresses: Addresses
  readonly decoder: PlaneDecoder
}

/** Fetches and decodes one. */
export async function loadPicture(
  tools: PictureTools,
  order: PictureOrder,
  { signal, arriving }: Loading,
): Promise<TilePicture> {
  const { image, grid, addresses, decoder } = tools
  if (!('place' in order)) {
    const address = (token: string) => addresses.thumbnail(image.id, order.icc, token)
    const response = await fetchTile(tools, address, signal)
    arriving()
    return decodePicture(response, null, null)
  }
  const { place, kind } = order
  const address = (token: string) => addresses.tile(image.id, place, kind, token)
  const response = await fetchTile(tools, address, signal)
  arriving()
  const size = tilePixels(grid, place)
  if (kind.channel === undefined) return decodePicture(response, size, null)
  const window = windowOf(response)
  if (kind.channel.depth === 16) return decodePlane(response, size, window, decoder)
  return decodePicture(response, size, window)
}
