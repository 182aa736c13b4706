import { exportRegion } from '../../render/export-region.ts'
import { levelScale, type Region } from '../../render/region-plan.ts'
import type { SlideImage } from '../../slide.ts'
import { defineCommand } from '../command.ts'
import { checkOutput, writeBytes } from '../output.ts'
import { displaysOf, formatOf, pictureOptions, pictureSize, renderProgress } from '../picture.ts'
import { type OptionTable, type OptionValues, UsageError } from '../usage.ts'
import { associatedOption, imageOf, withSlide } from '../with-slide.ts'

const options = {
  x: { kind: 'integer', value: 'PX', default: 0, help: 'left edge' },
  y: { kind: 'integer', value: 'PX', default: 0, help: 'upper edge' },
  width: {
    kind: 'integer',
    value: 'PX',
    minimum: 1,
    help: 'up to the right edge of the image where left out',
  },
  height: { kind: 'integer', value: 'PX', minimum: 1, help: 'down to the lower edge where left out' },
  level: { kind: 'integer', short: 'l', value: 'N', minimum: 0, help: 'at the resolution of a level' },
  mpp: { kind: 'number', value: 'UM', minimum: 0.001, help: 'at that many µm to a pixel' },
  downsample: {
    kind: 'number',
    value: 'N',
    minimum: 0.001,
    help: 'that many times smaller than full resolution',
  },
  ...pictureOptions,
  ...associatedOption,
} as const satisfies OptionTable

type RegionOptions = OptionValues<typeof options>

export const region = defineCommand({
  name: 'region',
  summary: 'Makes a picture of a rectangle at any scale.',
  arguments: ['FILE'],
  options,
  notes: [
    'The rectangle is in pixels of full resolution, whatever the scale, and may reach beyond the image.',
  ],
  examples: [
    'region slide.svs --x 12000 --y 8000 --width 2000 --height 1500 -o region.png',
    'region slide.svs --mpp 2 -o overview.jpg',
  ],
  async run({ arguments: [file = ''], options: given }, program) {
    const { signal } = program
    const { output, force, quality, z, t, icc } = given
    const scales = [given.level, given.mpp, given.downsample].filter((scale) => scale !== undefined)
    if (scales.length > 1) throw new UsageError('Give only one of --level, --mpp and --downsample.')
    const format = formatOf(given)
    await checkOutput(program, output, force, file)
    const progress = renderProgress(program)
    const picture = await withSlide(file, signal, async (slide) => {
      const image = imageOf(slide, given.image, given.associated)
      const channels = await displaysOf(image, given, signal)
      const how = { z, t, icc, channels, progress: progress.told }
      return exportRegion(image, { ...regionOf(image, given), ...how }, { format, quality }, signal)
    }).finally(progress.end)
    await writeBytes(program, output, force, picture.bytes)
    program.say(pictureSize(picture))
  },
})

function regionOf(image: SlideImage, { x, y, level, mpp, downsample, ...given }: RegionOptions): Region {
  const { width = image.width - x, height = image.height - y } = given
  if (width < 1 || height < 1 || x >= image.width || y >= image.height || x + width <= 0 || y + height <= 0)
    throw new UsageError(
      `The image is ${image.width} × ${image.height} px: none of it is in the rectangle from ${x}, ${y}.`,
    )
  if (level === undefined) return { x, y, width, height, mpp, downsample }
  if (!image.levels[level])
    throw new UsageError(`--level is ${level}, but the image has ${levelNumbers(image)}.`)
  // Whole pixels of the level are taken as they are, without being moved by a part of one.
  const scale = levelScale(image, level)
  const outputWidth = Math.max(1, Math.round(width / scale.x))
  const outputHeight = Math.max(1, Math.round(height / scale.y))
  return {
    x: Math.round(x / scale.x) * scale.x,
    y: Math.round(y / scale.y) * scale.y,
    outputWidth,
    outputHeight,
    width: outputWidth * scale.x,
    height: outputHeight * scale.y,
  }
}

const levelNumbers = ({ levels }: SlideImage): string =>
  levels.length === 1 ? 'level 0 only' : `levels 0 to ${levels.length - 1}`
