import { exportRegion } from '../../render/export-region.ts'
import { thumbnailSize } from '../../render/thumbnail.ts'
import { defineCommand } from '../command.ts'
import { checkOutput, writeBytes } from '../output.ts'
import { displaysOf, formatOf, pictureOptions, pictureSize, renderProgress } from '../picture.ts'
import { associatedOption, imageOf, withSlide } from '../with-slide.ts'

export const thumbnail = defineCommand({
  name: 'thumbnail',
  summary: 'Makes a small picture of the whole slide.',
  arguments: ['FILE'],
  options: {
    ...pictureOptions,
    ...associatedOption,
    size: {
      kind: 'integer',
      short: 's',
      value: 'PX',
      minimum: 1,
      default: 1024,
      help: 'of its longer side, at most that of the slide',
    },
  },
  examples: ['thumbnail slide.svs -o slide.png', 'thumbnail slide.svs --associated label -o label.png'],
  async run({ arguments: [file = ''], options }, program) {
    const { signal } = program
    const { output, force, quality, z, t, icc } = options
    const format = formatOf(options)
    await checkOutput(program, output, force, file)
    const progress = renderProgress(program)
    const picture = await withSlide(file, signal, async (slide) => {
      const image = imageOf(slide, options.image, options.associated)
      const { width, height } = image
      const channels = await displaysOf(image, options, signal)
      const region = { x: 0, y: 0, width, height, ...thumbnailSize(image, options.size) }
      const how = { z, t, icc, channels, progress: progress.told }
      return exportRegion(image, { ...region, ...how }, { format, quality }, signal)
    }).finally(progress.end)
    await writeBytes(program, output, force, picture.bytes)
    program.say(pictureSize(picture))
  },
})
