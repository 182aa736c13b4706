import type { StreamedRouteName } from './streamed-routes.ts'

/** What a streamed route answers with, for those who write clients: none of it stands in a schema. */
export interface StreamedReply {
  /** Markdown. */
  description: string
  types: readonly string[]
  /** By name, with what each says. */
  headers: Readonly<Record<string, string>>
  /** Whether who sends `If-None-Match` may be told that nothing has changed. */
  revalidates: boolean
}

const etag = 'Changes with the pixels and how they are shown. Send it back as `If-None-Match`.'
const pictures = ['image/jpeg', 'image/png', 'image/webp'] as const

const tile = [
  'The pyramid gives the size of the tiles and their number per level. `zoom` 0 is full resolution; `x` and `y` count tiles from the left and from the top. Tiles at the right and lower edge may be padded to the full size or cut to the image: pixels outside the level are not shown.',
  '**Without `plane`**: the picture for display, as stored in the file where browsers can show that, else JPEG; PNG and WebP with `format`, or PNG where `Accept` names no other suitable type. Several channels are composed in the colours and windows given by the pyramid.',
  '**`plane=N&depth=8`**: channel N as a grey picture. A value is `low + byte / 255 × (high − low)`, with `low` and `high` from the header `Plane-Window`; values outside this window are cut off.',
  '**`plane=N&depth=16`**: channel N as `application/octet-stream`, which browsers decompress by `Content-Encoding`. It has the pixels inside the image, row by row: `w = min(tile_width, width − x × tile_width)`, and `h` likewise. First the low byte of every pixel, then the high byte of every pixel: `n[i] = bytes[i] + 256 × bytes[w × h + i]`, and the value is `low + n / 65535 × (high − low)` by `Plane-Window`. That is exact for integers of up to 16 bits, whose window is 65535 wide.',
  '**Heat maps and masks** (images of the kind `overlay`) are PNG without loss, their values as they are: 0 where there is nothing. With `colormap=heat`, `viridis`, `cividis` or `mask` they are coloured, with transparency; `reverse=1` where low values are the bad ones.',
]

export const streamedReplies: Record<StreamedRouteName, StreamedReply> = {
  readTile: {
    description: tile.join('\n\n'),
    types: [...pictures, 'application/octet-stream'],
    headers: {
      ETag: etag,
      'Plane-Window':
        'With `plane`: two numbers with a space between them, the values of the smallest and the largest number of the reply.',
    },
    revalidates: true,
  },
  readThumbnail: {
    description:
      'The image as a whole, as large as fits into a square of `size` pixels and never enlarged; of a focus stack its middle plane, at the first time. PNG for masks and labels, else JPEG, unless `format` says otherwise.',
    types: pictures,
    headers: { ETag: etag },
    revalidates: true,
  },
  readRegion: {
    description:
      'A rectangle in pixels of full resolution, cut to the image, at `mpp` µm per pixel or at full resolution. Large regions and TIFF are created in the background: `POST /api/images/{id}/exports/`.',
    types: ['image/jpeg', 'image/png'],
    headers: { 'Content-Disposition': 'A descriptive file name.' },
    revalidates: false,
  },
  readDetectionTile: {
    description: [
      'Little-endian. **Level 0** has single things: their number (u32), measurements of each (u16), 0 (u16); then x of all, y of all (u16, 64ths of a pixel from the corner of the tile), all measurements (f32), the number of points of each outline (u16), all points (two i16 each, 16ths of a pixel from the place of the thing), classes (u8).',
      '**Levels above** count: u32 for each cell of `density_cells` × `density_cells`, row by row, one class after the other. All things are counted at every level.',
      'Positions are in pixels of the `space` that `GET /api/inference-jobs/{id}/detections/` gives. For an empty tile the reply is empty (204).',
    ].join('\n\n'),
    types: ['application/octet-stream'],
    headers: { ETag: 'Never changes.' },
    revalidates: true,
  },
  readChunkTile: {
    description: [
      'While a run goes on: `GET /api/inference-jobs/{id}/chunks/` lists the finished chunks and the layout of their tiles. A tile of level `l` belongs to the chunk in column ⌊`x` / 2³⁻ˡ⌋ and row ⌊`y` / 2³⁻ˡ⌋.',
      'Colours are JPEG. Masks, heat maps and single channels (`plane`) are as tiles of images with `plane=N&depth=16`. For a tile of background only the reply is empty (204): white for colours, else 0. Unfinished tiles are empty as well (202), and so is everything once the run has ended: its outputs are images then.',
    ].join('\n\n'),
    types: ['image/jpeg', 'application/octet-stream'],
    headers: {
      ETag: 'Never changes.',
      'Plane-Window': 'Without colours: the values of the smallest and the largest number.',
    },
    revalidates: true,
  },
}
