import type { Rgb } from '../overlays/colour-maps.ts'
import { coloured, type Lookup } from '../overlays/lookup.ts'
import { productAddresses, type TileKind } from '../tiles/addresses.ts'
import { decodePicture } from '../tiles/decode-tile.ts'
import { fetchTile, type TokenSource } from '../tiles/fetch-tile.ts'
import type { PlaneDecoder } from '../tiles/plane-decoder.ts'
import { TileError } from '../tiles/tile-error.ts'
import { type TileGrid, tilePixels } from '../tiles/tile-grid.ts'
import type { Loading } from '../tiles/tile-queue.ts'
import type { Size } from '../viewport.ts'
import type { ChunkOrder, ChunkTile } from './chunk-source.ts'
import { composed } from './compose-channels.ts'

/** How the numbers of an output become a picture. */
export type ChunkLook =
  | { readonly kind: 'colours' }
  | { readonly kind: 'channels'; readonly colours: readonly Rgb[] }
  | { readonly kind: 'values'; readonly lookup: Lookup }

export interface LoadTools {
  readonly runId: string
  /** Of the output. */
  readonly key: string
  readonly look: ChunkLook
  readonly token: TokenSource
  readonly decoder: PlaneDecoder
}

const picture: TileKind = { z: 0, t: 0, icc: false }
const background: ChunkTile = { picture: null, bytes: 0, free: () => undefined }

/** Fetches and decodes a tile: of the image of a run that has ended, or out of what is done. */
export async function loadChunkTile(
  tools: LoadTools,
  { place, shrink }: ChunkOrder,
  imageId: string | null,
  grid: TileGrid,
  { signal, arriving, arrived }: Loading,
): Promise<ChunkTile> {
  const { runId, key, look, decoder } = tools
  const size = tilePixels(grid, place)
  const ask = async (channel: number | null): Promise<Response | null> => {
    const kind = channel === null ? picture : { ...picture, channel: { index: channel, depth: 16 } as const }
    const { level, x, y } = place
    const own = `/api/inference-jobs/${runId}/chunks/${key}/${level}/${x}/${y}/?plane=${channel ?? 0}`
    const response = await fetchTile(
      {
        token: tools.token,
        fetch: (input, init) => fetch(input, init),
        ...(imageId === null && { headers: (token) => ({ Authorization: `Bearer ${token}` }) }),
      },
      (token) => (imageId === null ? own : productAddresses.tile(imageId, place, kind, token)),
      signal,
    )
    if (response.status === 202) throw new TileError('This part of the run is not there.', 202)
    arriving()
    return response.status === 204 ? null : response
  }
  if (look.kind === 'colours') {
    const response = await ask(null)
    if (response === null) return background
    const decoded = await decodePicture(await response.blob(), size, null)
    arrived()
    const pixels = decoded.pixels()
    if (!(pixels instanceof ImageBitmap)) throw new TileError('The tile has no colours in it.', 422)
    return kept(pixels, size, shrink)
  }
  const planes: Uint8Array[] = []
  for (const channel of look.kind === 'channels' ? look.colours.keys() : [0]) {
    const response = await ask(channel)
    if (response === null) {
      planes.push(new Uint8Array(size.width * size.height))
      continue
    }
    const numbers = await decoder.decode(await response.arrayBuffer())
    if (numbers.length !== size.width * size.height)
      throw new TileError('The tile has another size than it should.', 422)
    planes.push(Uint8Array.from(numbers))
  }
  arrived()
  const pixels =
    look.kind === 'channels'
      ? composed(planes, look.colours)
      : coloured(planes[0] ?? new Uint8Array(0), look.lookup)
  return kept(await createImageBitmap(new ImageData(pixels, size.width, size.height)), size, shrink)
}

/** As small as it is needed. */
function kept(bitmap: ImageBitmap, { width, height }: Size, shrink: number): ChunkTile {
  if (shrink === 1) return { picture: bitmap, bytes: 4 * width * height, free: () => bitmap.close() }
  const small = new OffscreenCanvas(
    Math.max(1, Math.round(width / shrink)),
    Math.max(1, Math.round(height / shrink)),
  )
  small.getContext('2d')?.drawImage(bitmap, 0, 0, small.width, small.height)
  bitmap.close()
  return { picture: small, bytes: 4 * small.width * small.height, free: () => undefined }
}
