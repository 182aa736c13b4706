import { basename } from 'node:path'
import { deidentify as writeCopy } from '../../deidentify/deidentify.ts'
import { defineCommand } from '../command.ts'
import { checkOutput, OutputError, outputOptions, writerError, writeWhole } from '../output.ts'
import type { Program } from '../program.ts'
import type { RunningProgress } from '../progress.ts'
import { UsageError } from '../usage.ts'
import { withSlide } from '../with-slide.ts'
import { bytes } from '../words.ts'

export const deidentify = defineCommand({
  name: 'deidentify',
  summary: 'Copies a slide without label, macro and what may name a patient.',
  arguments: ['FILE'],
  options: outputOptions,
  notes: [
    'Takes TIFF slides (SVS, QPTIFF, OME-TIFF, Philips, Trestle and plain ones) and CZI. The copy is of the same',
    'format, with the same tiles.',
    'Texts stay as far as they are known to be technical. What can be read in the pixels of the scan, the names of',
    'channels and the colour profile stay too. Of a plain TIFF with several images only the largest is copied.',
  ],
  examples: ['deidentify slide.svs -o shared.svs'],
  async run({ arguments: [file = ''], options: { output, force } }, program) {
    if (output === undefined || output === '-')
      throw new UsageError('Say with -o FILE where to write the copy.')
    await checkOutput(program, output, force, file)
    const progress = copyProgress(program)
    const { bytes: size, dropped } = await withSlide(file, program.signal, (_slide, source) =>
      writeNamed(program, output, force, (path) =>
        writeCopy(source, path, { signal: program.signal, progress: progress.told }),
      ),
    ).finally(progress.end)
    program.say(`Wrote ${output}: ${bytes(size)}.`)
    program.say(dropped.length > 0 ? `Left out: ${dropped.join(', ')}.` : 'Nothing had to be left out.')
  },
})

/** Under a name of its own until it is whole; what fails is told of the name that was asked for. */
async function writeNamed<Result>(
  program: Program,
  path: string,
  force: boolean,
  write: (unfinished: string) => Promise<Result>,
): Promise<Result> {
  const written = Promise.withResolvers<Result>()
  await writeWhole(program, path, force, async (unfinished) => {
    const partial = `${unfinished}.partial`
    program.unfinished.add(partial)
    try {
      written.resolve(await write(unfinished))
    } catch (error) {
      const unwritten = writerError(error, basename(unfinished))
      if (!unwritten) throw error
      const reason = unwritten.message.slice(basename(unfinished).length)
      throw new OutputError(`${path}${reason}`, { cause: error })
    } finally {
      program.unfinished.delete(partial)
    }
  })
  return written.promise
}

function copyProgress({ progress }: Program): { told(done: number, total: number): void; end(): void } {
  let running: RunningProgress | undefined
  let told = 0
  return {
    told(done, total) {
      running ??= progress.begin('Copying', total, (perSecond) => `${bytes(Math.round(perSecond))}/s`)
      running.add(done - told)
      told = done
    },
    end: () => running?.end(),
  }
}
