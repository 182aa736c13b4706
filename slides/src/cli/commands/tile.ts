import { bytesOf } from '../../pixels.ts'
import { renderTile } from '../../render/tile-image.ts'
import { defineCommand } from '../command.ts'
import { checkOutput, writeBytes } from '../output.ts'
import { channelNumbers, displaysOf, formatOf, pictureOptions } from '../picture.ts'
import { readNumber, UsageError } from '../usage.ts'
import { imageOf, withSlide } from '../with-slide.ts'

const index = { kind: 'integer', minimum: 0 } as const

export const tile = defineCommand({
  name: 'tile',
  summary: 'Takes one tile out of a slide, without decoding it where a browser can show it as stored.',
  arguments: ['FILE', 'LEVEL', 'X', 'Y'],
  options: {
    ...pictureOptions,
    raw: { kind: 'flag', help: 'the values of one channel as they are, little-endian, row by row' },
  },
  notes: ['LEVEL 0 is full resolution; X and Y count tiles from 0, from the left and from the top.'],
  examples: ['tile slide.svs 0 12 7 -o tile.jpg', 'tile stack.ome.tiff 1 0 0 -c 2 --raw > values.u16'],
  async run({ arguments: [file = '', ...numbers], options }, program) {
    const [level = 0, x = 0, y = 0] = numbers.map((text, at) =>
      readNumber(['LEVEL', 'X', 'Y'][at] ?? '', text, index),
    )
    const { signal } = program
    const { output, force, quality, z, t, icc } = options
    const format = options.raw ? 'png' : formatOf(options)
    await checkOutput(program, output, force, file)
    const bytes = await withSlide(file, signal, async (slide) => {
      const image = imageOf(slide, options.image)
      if (!options.raw) {
        const channels = await displaysOf(image, options, signal)
        const how = { format, quality, z, t, icc, channels }
        return (await renderTile(image, level, x, y, how, signal)).bytes
      }
      const [c = 0, ...more] = options.channels === undefined ? [] : channelNumbers(image, options.channels)
      if (more.length > 0) throw new UsageError('--raw gives one channel at a time; name only one.')
      const plane = { c, z, t }
      const { width, height, samples, pixelType, data } = await image.rawTile(level, x, y, plane, signal)
      program.say(`${width} × ${height} px, ${samples} × ${pixelType}, little-endian`)
      return bytesOf(data)
    })
    await writeBytes(program, output, force, bytes)
  },
})
