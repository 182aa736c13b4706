import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSlide } from '../../open.ts'
import { runProgram, startProgram } from '../test-support/test-program.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cresyl-slides-make-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const make = (...words: string[]) => runProgram(['make', ...words], folder)
const small = ['--width', '320', '--height', '200', '--seed', '5']

it('makes a slide and says what is on it beside it; the same seed makes the same', async () => {
  const [first, again] = await Promise.all([
    make('ihc', '-o', 'first.tiff', ...small, '--positive', '0.5', '--defects', 'fold'),
    make('ihc', '-o', 'again.tiff', ...small, '--positive', '0.5', '--defects', 'fold', '--quiet'),
  ])
  expect(first.stderr).toMatch(
    /^Wrote first\.tiff: 320 × 200 px, \S+ kB, \d+ nuclei, \d+ per mm² of tissue\.\n/,
  )
  expect(again).toMatchObject({ code: 0, stdout: '', stderr: '' })
  const truth = JSON.parse(await readFile(join(folder, 'first.truth.json'), 'utf8'))
  expect(truth.options).toMatchObject({ stain: 'ihc', seed: 5, positiveShare: 0.5, width: 320, height: 200 })
  expect(await readdir(folder)).toEqual(
    expect.arrayContaining(['first.nuclei.csv', 'first.tissue.png', 'first.fold.png']),
  )
  const pixels = await Promise.all(
    ['first.tiff', 'again.tiff'].map(async (name) => {
      const slide = await openSlide(join(folder, name))
      const tile = await slide.images[0]?.rawTile(0, 1, 0)
      await slide.close()
      return tile?.data
    }),
  )
  expect(pixels[0]).toEqual(pixels[1])
})

it('makes fluorescence of two channels', async () => {
  await make('fluorescence', '-o', 'f.ome.tiff', ...small)
  const slide = await openSlide(join(folder, 'f.ome.tiff'))
  expect(slide.images[0]).toMatchObject({ pixelType: 'u16', channels: [{}, {}] })
  await slide.close()
})

const refusals = [
  [['pas', '-o', 'a.tiff'], 2, 'STAIN must be he, fluorescence or ihc, but is “pas”.'],
  [['he'], 2, 'Say with -o FILE where to write the slide.'],
  [['he', '-o', 'a.tiff', '--mpp', '9'], 2, '--mpp must be a number from 0.05 to 4, but is “9”.'],
  [
    ['he', '-o', 'a.tiff', '--defects', 'bubble'],
    2,
    '--defects takes fold, pen or out-of-focus, or several with commas between, but has “bubble”.',
  ],
  [
    ['ihc', '-o', 'first.ome.tiff', ...small],
    1,
    'first.truth.json is there already; add --force to replace it.',
  ],
] as const

it('refuses what cannot be done, in a sentence', async () => {
  const failures: unknown[] = []
  for (const [words, code, sentence] of refusals) {
    const ended = await make(...words)
    if (ended.code !== code || !ended.stderr.includes(sentence)) failures.push({ words, ...ended })
  }
  expect(failures).toEqual([])
})

it('leaves nothing behind when it is interrupted', async () => {
  const before = await readdir(folder)
  const words = ['make', 'he', '-o', 'never.tiff', '--width', '20000', '--height', '20000']
  const { child, ended } = startProgram(words, folder)
  while (child.exitCode === null && !(await readdir(folder)).includes('never.tiff.partial')) await wait(10)
  child.kill('SIGINT')
  const { code, stderr } = await ended
  // On a slow machine its progress may come before.
  expect(stderr).toMatch(/cresyl-slides: Stopped; nothing was left half written\.\n$/)
  expect(code).toBe(130)
  expect(await readdir(folder)).toEqual(before)
})
