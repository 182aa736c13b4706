import type { Level } from '@cresyl/slides'
import type { ImageDescription } from './slide-description.ts'

/**
 * What an image lacks to be shown:
 * - `nothing`: its own levels are used
 * - `levels`: those from `firstLevel` on, to be made from the one before
 * - `pyramid`: everything; what the file stores is unsuited to a viewer
 * - `impossible`: something, but it can't be written; the reason is for people
 */
export type LevelPlan =
  | { readonly make: 'nothing' }
  | { readonly make: 'levels'; readonly firstLevel: number }
  | { readonly make: 'pyramid' }
  | { readonly make: 'impossible'; readonly reason: string }

/** Pixels of the longer side of the smallest level, and how much smaller than the one before a level may be. */
const smallestSide = 2048
const largestStep = 8
/** Pixels of a side of what is decoded for one tile of the viewer. */
const smallestBlock = 64
const largestBlock = 2048
/** So many small tiles are fetched without anyone noticing. */
const fewTiles = 256

export function planLevels(image: ImageDescription): LevelPlan {
  const { levels, pixelType, samples } = image
  const good = countGood(levels)
  const last = levels[good - 1]
  if (good === levels.length && last && longerSide(last) <= smallestSide) return { make: 'nothing' }
  if (pixelType !== 'u8' && pixelType !== 'u16') {
    return { make: 'impossible', reason: `smaller levels cannot be made of values of type ${pixelType}` }
  }
  // Transparency is laid over white, so that made levels would not fit the file's own.
  return good === 0 || samples === 4 ? { make: 'pyramid' } : { make: 'levels', firstLevel: good }
}

/** How many levels, from full resolution on, can be shown as they are. */
function countGood(levels: readonly Level[]): number {
  const bad = levels.findIndex((level, index) => {
    const before = levels[index - 1]
    return !isSuited(level) || (before !== undefined && level.downsample / before.downsample > largestStep)
  })
  return bad === -1 ? levels.length : bad
}

function isSuited({ width, height, tileWidth, tileHeight, stored }: Level): boolean {
  const block = stored ?? { width: tileWidth, height: tileHeight }
  const widest = Math.min(block.width, width)
  const highest = Math.min(block.height, height)
  if (widest > largestBlock || highest > largestBlock) return false
  // The reader has put narrow strips together to tiles already.
  if (stored || Math.min(tileWidth, tileHeight) >= smallestBlock) return true
  return Math.ceil(width / tileWidth) * Math.ceil(height / tileHeight) <= fewTiles
}

const longerSide = ({ width, height }: Level) => Math.max(width, height)

/** Pixels that have to be decoded for it, all planes together. */
export function workOf(image: ImageDescription, plan: LevelPlan): number {
  if (plan.make === 'nothing' || plan.make === 'impossible') return 0
  const from = plan.make === 'levels' ? image.levels[plan.firstLevel - 1] : image.levels[0]
  const { width, height } = from ?? image
  return width * height * image.channels.length * image.sizeZ * image.sizeT
}
