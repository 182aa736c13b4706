import { makeSlide } from '../../procedural/make-slide.ts'
import { defineCommand } from '../command.ts'
import { checkOutput, outputOptions, slidePath, writerError } from '../output.ts'
import { listOf, type OptionTable, UsageError } from '../usage.ts'
import { bytes, decimals } from '../words.ts'

const stains = ['he', 'fluorescence', 'ihc'] as const
const defects = ['fold', 'pen', 'out-of-focus'] as const

const options = {
  ...outputOptions,
  width: { kind: 'integer', value: 'PX', minimum: 1, default: 4096, help: 'of full resolution' },
  height: { kind: 'integer', value: 'PX', minimum: 1, default: 4096, help: 'of full resolution' },
  mpp: { kind: 'number', value: 'UM', minimum: 0.05, maximum: 4, default: 0.5, help: 'µm per pixel' },
  seed: { kind: 'integer', value: 'N', default: 1, help: 'another number makes another slide' },
  defects: { kind: 'text', value: 'LIST', help: 'any of fold, pen and out-of-focus; none where left out' },
  positive: {
    kind: 'number',
    value: 'SHARE',
    minimum: 0,
    maximum: 1,
    default: 0.3,
    help: 'of brown nuclei on an IHC slide',
  },
  coverage: {
    kind: 'number',
    value: 'SHARE',
    minimum: 0.01,
    maximum: 1,
    default: 0.62,
    help: 'of the slide that tissue covers',
  },
  quality: { kind: 'integer', value: 'N', minimum: 1, maximum: 100, default: 85, help: 'of JPEG' },
} as const satisfies OptionTable

export const make = defineCommand({
  name: 'make',
  summary: 'Makes a procedural slide, with what is truly on it in files beside it.',
  arguments: ['STAIN'],
  options,
  notes: [
    'STAIN is he, fluorescence or ihc. The same options always make the same pixels.',
    'Beside slide.tiff are written slide.truth.json, slide.nuclei.csv and masks as PNG.',
  ],
  examples: [
    'make he -o slide.tiff --width 8192 --height 6144 --defects fold,pen',
    'make fluorescence -o slide.ome.tiff --seed 7',
  ],
  async run({ arguments: [stain], options: given }, program) {
    const known = stains.find((name) => name === stain)
    if (!known) throw new UsageError(`STAIN must be ${listOf(stains)}, but is “${stain}”.`)
    const { force, width, height, mpp, seed, positive, coverage, quality } = given
    const path = slidePath(given.output)
    const chosen = readDefects(given.defects)
    await checkOutput(program, path, force)
    const partial = `${path}.partial`
    program.unfinished.add(partial)
    const progress = program.progress.begin(
      'Making',
      width * height,
      (pixels) => `${decimals(pixels / 1e6, 1)} MP/s`,
    )
    let done = 0
    try {
      const made = await makeSlide(path, {
        stain: known,
        seed,
        width,
        height,
        mpp,
        positiveShare: positive,
        coverage,
        quality,
        defects: chosen,
        overwrite: force,
        signal: program.signal,
        progress(share) {
          progress.add((share - done) * width * height)
          done = share
        },
      })
      const { nuclei, density } = made.truth
      const count = `${nuclei} nuclei, ${decimals(density, 0)} per mm² of tissue`
      program.say(`Wrote ${path}: ${width} × ${height} px, ${bytes(made.bytes)}, ${count}.`)
      program.say(`What is on it: ${made.files.slice(1).join(', ')}`)
    } catch (error) {
      throw writerError(error) ?? error
    } finally {
      progress.end()
      program.unfinished.delete(partial)
    }
  },
})

function readDefects(list: string | undefined) {
  const names = list === undefined ? [] : list.split(',').map((name) => name.trim())
  const unknown = names.find((name) => !defects.some((known) => known === name))
  if (unknown !== undefined)
    throw new UsageError(
      `--defects takes ${listOf(defects)}, or several with commas between, but has “${unknown}”.`,
    )
  const has = (name: (typeof defects)[number]) => names.includes(name)
  return { fold: has('fold'), pen: has('pen'), outOfFocus: has('out-of-focus') }
}
