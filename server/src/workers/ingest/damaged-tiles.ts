import {
  backgroundOf,
  newPixels,
  type PixelTile,
  SlideError,
  type SlideErrorCode,
  type SlideImage,
} from '@cresyl/slides'

/** Tiles that could not be decoded, and why the first of them in the image could not. */
export interface Damage {
  readonly tiles: number
  readonly reason: string
}

export interface ToleratingImage {
  readonly image: SlideImage
  /** What was found by now; throws the error of the first tile where most of what was asked for is damaged. */
  damage(): Damage | null
}

/** A file that ends too early is not whole, which is another matter than a tile that was written badly. */
const tolerated: readonly SlideErrorCode[] = ['malformed', 'too_large']

/**
 * The image with something else in the place of each tile that is damaged: `background` as if nothing had been
 * scanned there, or what was decoded before it (`neighbour`), which leaves the values of the whole as they are.
 */
export function tolerateDamage(image: SlideImage, instead: 'background' | 'neighbour'): ToleratingImage {
  const damaged = new Set<string>()
  let first: { error: SlideError; at: number[] } | undefined
  let [asked, failed] = [0, 0]
  let neighbour: PixelTile | undefined

  const replace = (level: number, x: number, y: number): PixelTile => {
    const blank = blankTile(image, level, x, y)
    if (instead === 'neighbour' && neighbour && isOfSize(neighbour, blank)) return neighbour
    return blank
  }
  const rawTile: SlideImage['rawTile'] = async (level, x, y, plane, signal) => {
    asked += 1
    try {
      const tile = await image.rawTile(level, x, y, plane, signal)
      if (instead === 'neighbour') neighbour = tile
      return tile
    } catch (error) {
      if (!(error instanceof SlideError && tolerated.includes(error.code))) throw error
      failed += 1
      const { c = 0, z = 0, t = 0 } = plane ?? {}
      const at = [level, t, z, c, y, x]
      damaged.add(at.join())
      // Tiles are decoded side by side: which of them fails first is not always the same.
      if (first === undefined || isBefore(at, first.at)) first = { error, at }
      return replace(level, x, y)
    }
  }
  const { rawTiles: _, ...rest } = image
  return {
    image: { ...rest, rawTile },
    damage: () => {
      if (first === undefined) return null
      const { error } = first
      if (failed * 2 > asked) throw error
      return { tiles: damaged.size, reason: `${error.structure} ${error.reason}` }
    },
  }
}

function isBefore(one: readonly number[], other: readonly number[]): boolean {
  const differs = one.findIndex((value, at) => value !== other[at])
  return differs >= 0 && (one[differs] ?? 0) < (other[differs] ?? 0)
}

function blankTile(image: SlideImage, level: number, x: number, y: number): PixelTile {
  const { samples, pixelType, levels } = image
  const found = levels[level]
  if (!found) throw new SlideError('out_of_range', `level ${level}`, 'does not exist')
  const width = Math.min(found.tileWidth, found.width - x * found.tileWidth)
  const height = Math.min(found.tileHeight, found.height - y * found.tileHeight)
  const data = newPixels(pixelType, width * height * samples)
  const background = backgroundOf(image)
  for (let i = 0; i < data.length; i++) data[i] = background[i % samples] ?? 0
  return { width, height, samples, pixelType, data }
}

const isOfSize = (tile: PixelTile, { width, height }: PixelTile) =>
  tile.width === width && tile.height === height
