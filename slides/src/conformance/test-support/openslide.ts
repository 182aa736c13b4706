import { loadSharp } from '../../codecs/sharp.ts'
import type { PixelTile } from '../../pixels.ts'
import { outputOf } from './test-programs.ts'
import { vips } from './vips-image.ts'

/** What OpenSlide says of a file, by its names: `openslide.level-count`. Null where it doesn't read the file. */
export async function openSlideProperties(file: string): Promise<Map<string, string> | null> {
  const text = await outputOf('openslide-show-properties', file).catch(() => '')
  const properties = [...text.matchAll(/^(\S.*?): '(.*)'$/gm)].map(
    ([, name = '', value = '']): [string, string] => [name, value],
  )
  return properties.length > 0 ? new Map(properties) : null
}

/** The kinds of associated images; by libvips, because OpenSlide's own tools don't list them. */
export async function openSlideAssociated(file: string): Promise<string[]> {
  const text = await outputOf('vipsheader', '-f', 'slide-associated-images', file).catch(() => '')
  return text
    .trim()
    .split(', ')
    .filter((name) => name !== '')
}

/** Full resolution, by libvips, which spares packing it as PNG. */
export const openSlideImage = (file: string, scratch: string): Promise<PixelTile> =>
  vips(scratch, 'openslideload', file, '--rgb')

/** A whole level as OpenSlide's own tool writes it. */
export async function openSlideLevel(
  file: string,
  level: number,
  { width, height }: { width: number; height: number },
  scratch: string,
): Promise<PixelTile> {
  await outputOf('openslide-write-png', file, '0', '0', `${level}`, `${width}`, `${height}`, scratch)
  const sharp = await loadSharp()
  const data = await sharp(scratch).removeAlpha().raw().toBuffer()
  return { width, height, samples: 3, pixelType: 'u8', data: new Uint8Array(data) }
}

/** The tool asks for so many rows at a time. */
const rowsAtOnce = 16

/**
 * What the tool makes of a level: it begins each group of rows at a whole pixel of full resolution, which may lie
 * between two rows of the level, so that OpenSlide mixes them.
 */
export function asOpenSlideWrites(level: PixelTile, downsample: number): PixelTile {
  const { width, height, samples } = level
  const rowLength = width * samples
  const data = new Uint8Array(rowLength * height)
  for (let y = 0; y < height; y++) {
    const within = y % rowsAtOnce
    const start = Math.floor((y - within) * downsample) / downsample
    const row = Math.floor(start) + within
    const share = start % 1
    const below = share === 0 ? row : row + 1
    for (let i = 0; i < rowLength; i++) {
      const upper = level.data[row * rowLength + i] as number
      data[y * rowLength + i] = upper + ((level.data[below * rowLength + i] as number) - upper) * share + 0.5
    }
  }
  return { ...level, data }
}
