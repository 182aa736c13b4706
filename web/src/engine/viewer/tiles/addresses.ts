import { thumbnailLimits } from '@cresyl/contract/slides/viewers'
import type { Plane } from '../viewed-image.ts'
import type { TilePlace } from './tile-grid.ts'

/** Which pixels of a place: of all the image has there. */
export interface TileKind extends Plane {
  readonly icc: boolean
  /** One channel by itself, and how deep; all in their colours when left out. */
  readonly channel?: { readonly index: number; readonly depth: 8 | 16 } | undefined
}

/** Where tiles and the picture of the whole are had. */
export interface Addresses {
  tile(imageId: string, place: TilePlace, kind: TileKind, token: string): string
  thumbnail(imageId: string, icc: boolean, token: string): string
}

export const productAddresses: Addresses = {
  tile: (imageId, { level, x, y }, kind, token) => {
    const { channel, z, t, icc } = kind
    const query = new URLSearchParams()
    if (channel) query.set('plane', String(channel.index))
    if (channel) query.set('depth', String(channel.depth))
    // What is the same anyway is left out: the browser keeps tiles by their address.
    if (z > 0) query.set('z', String(z))
    if (t > 0) query.set('t', String(t))
    if (icc) query.set('icc', '1')
    query.set('token', token)
    return `/api/viewers/tiles/${imageId}/${level}/${x}/${y}/?${query}`
  },
  thumbnail: (imageId, icc, token) => {
    const query = new URLSearchParams({ size: String(thumbnailLimits.stored) })
    if (icc) query.set('icc', '1')
    query.set('token', token)
    return `/api/viewers/thumbnails/${imageId}/?${query}`
  },
}

/** Different for different pixels, the same for the same. */
export function kindKey({ z, t, icc, channel }: TileKind): string {
  const which = channel ? `channel-${channel.index}-${channel.depth}` : 'colors'
  return `${which}/${z}/${t}/${icc ? 'icc' : 'plain'}`
}
