import { defineCommand } from '../command.ts'
import { describeSlide, slideAsData } from '../describe-slide.ts'
import { withSlide } from '../with-slide.ts'

export const info = defineCommand({
  name: 'info',
  summary: 'Says what is in a slide: size, resolution, levels, channels, label and more.',
  arguments: ['FILE'],
  options: {
    json: { kind: 'flag', help: 'as JSON, for programs; all properties included' },
    metadata: { kind: 'flag', short: 'm', help: 'with all properties the vendor wrote' },
  },
  examples: ['info slide.svs', 'info --json https://example.org/slide.ome.tiff'],
  async run({ arguments: [file = ''], options }, program) {
    const text = await withSlide(file, program.signal, async (slide, source) =>
      options.json
        ? JSON.stringify(slideAsData(slide, source), null, 2)
        : describeSlide(slide, source, { metadata: options.metadata }),
    )
    await program.print(`${text}\n`)
  },
})
