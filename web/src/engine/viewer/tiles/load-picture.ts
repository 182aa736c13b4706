import type { ViewedImage } from '../viewed-image.ts'
import type { Addresses } from './addresses.ts'
import { decodePicture, decodePlane, windowOf } from './decode-tile.ts'
import { type Address, type FetchTools, fetchTile } from './fetch-tile.ts'
import type { PixelOrder } from './orders.ts'
import type { PlaneDecoder } from './plane-decoder.ts'
import { TileError } from './tile-error.ts'
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
  { signal, arriving, arrived }: Loading,
): Promise<TilePicture> {
  const { image, grid, addresses, decoder } = tools
  const ask = async (address: Address) => {
    const response = await fetchTile(tools, address, signal)
    arriving()
    return response
  }
  const whole = async <Body>(body: Promise<Body>): Promise<Body> => {
    const content = await bodyOf(body)
    arrived()
    return content
  }
  if (!('place' in order)) {
    const response = await ask((token) => addresses.thumbnail(image.id, order.icc, token))
    return decodePicture(await whole(response.blob()), null, null)
  }
  const { place, kind } = order
  const response = await ask((token) => addresses.tile(image.id, place, kind, token))
  const size = tilePixels(grid, place)
  if (kind.channel === undefined) return decodePicture(await whole(response.blob()), size, null)
  const window = windowOf(response)
  if (kind.channel.depth === 16)
    return decodePlane(await whole(response.arrayBuffer()), size, window, decoder)
  return decodePicture(await whole(response.blob()), size, window)
}

/** A connection may break while the answer comes in. */
async function bodyOf<Body>(body: Promise<Body>): Promise<Body> {
  try {
    return await body
  } catch (error) {
    throw new TileError('The connection was lost.', 0, { cause: error })
  }
}
