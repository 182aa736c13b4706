import { type Level, SlideError, type SlideImage } from '@cresyl/slides'

/** One image of both: its own levels up to `firstLevel`, from there on those of the other, which must be smaller. */
export function joinLevels(image: SlideImage, made: SlideImage, firstLevel: number): SlideImage {
  check(image, made, firstLevel)
  const levels: Level[] = [
    ...image.levels.slice(0, firstLevel),
    ...made.levels.map((level) => ({
      ...level,
      downsample: (image.width / level.width + image.height / level.height) / 2,
    })),
  ]
  const { name, width, height, mpp, objective, pixelType, bitDepth, samples, premultipliedAlpha, channels } =
    image
  const { sizeZ, sizeT, stepZ, stepT } = image
  return {
    ...{ name, width, height, mpp, objective, pixelType, bitDepth, samples, premultipliedAlpha, channels },
    ...{ sizeZ, sizeT, stepZ, stepT, levels },
    iccProfile: (signal) => image.iccProfile(signal),
    encodedTile: (level, ...rest) =>
      level < firstLevel ? image.encodedTile(level, ...rest) : made.encodedTile(level - firstLevel, ...rest),
    encodedTileNow: (level, ...rest) =>
      level < firstLevel
        ? image.encodedTileNow?.(level, ...rest)
        : made.encodedTileNow?.(level - firstLevel, ...rest),
    rawTile: (level, ...rest) =>
      level < firstLevel ? image.rawTile(level, ...rest) : made.rawTile(level - firstLevel, ...rest),
    rawTiles: (level, places, ...rest) => {
      const [from, own] = level < firstLevel ? [image, level] : [made, level - firstLevel]
      const each = () => places.map(({ x, y }) => from.rawTile(own, x, y, ...rest))
      return from.rawTiles?.(own, places, ...rest) ?? each()
    },
  }
}

function check(image: SlideImage, made: SlideImage, firstLevel: number): void {
  const wrong = (reason: string) => new SlideError('malformed', 'made levels', reason)
  const last = image.levels[firstLevel - 1]
  if (!Number.isInteger(firstLevel) || !last) {
    throw wrong(`begin at level ${firstLevel} of an image that has ${image.levels.length} of its own`)
  }
  if (made.width >= last.width && made.height >= last.height) {
    const before = `${last.width} × ${last.height} px`
    throw wrong(`are ${made.width} × ${made.height} px, not smaller than the ${before} before them`)
  }
  if (shapeOf(made) !== shapeOf(image)) throw wrong(`have ${shapeOf(made)}, the image has ${shapeOf(image)}`)
}

const shapeOf = ({ samples, pixelType, channels, sizeZ, sizeT }: SlideImage) =>
  `${samples} × ${pixelType}, ${channels.length} channels, ${sizeZ} z, ${sizeT} t`
