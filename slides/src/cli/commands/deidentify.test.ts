import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Markers, markedFile } from '../../deidentify/test-support/marked-files.ts'
import { openSlide } from '../../open.ts'
import { samplePath, samplesFolder } from '../../test-support/test-samples.ts'
import { makeSlides } from '../test-support/made-slides.ts'
import { runProgram } from '../test-support/test-program.ts'

const markers = new Markers()
let slides: Awaited<ReturnType<typeof makeSlides>>
beforeAll(async () => {
  slides = await makeSlides()
  await writeFile(join(slides.folder, 'marked.svs'), await markedFile('aperio', markers))
})
afterAll(() => slides.remove())

const deidentify = (...words: string[]) => runProgram(['deidentify', ...words], slides.folder)
const read = (name: string) => readFile(join(slides.folder, name))

it('copies the scan without label, macro and names, and says what was left out', async () => {
  const { code, stdout, stderr } = await deidentify('marked.svs', '-o', 'copy.svs')
  expect({ code, stdout }).toEqual({ code: 0, stdout: '' })
  expect(stderr).toMatch(
    /^Wrote copy\.svs: .+ [kM]B\.\nLeft out: label \(IFD 3\), macro \(IFD 4\), .*ImageDescription.*\.\n$/,
  )
  expect(markers.foundIn(await read('marked.svs'))).not.toEqual([])
  expect(markers.foundIn(await read('copy.svs'))).toEqual([])
  const copy = await openSlide(join(slides.folder, 'copy.svs'))
  expect(copy.images[0]).toMatchObject({ width: 70, height: 50 })
  expect(copy.associated.map(({ kind }) => kind)).toEqual(['thumbnail'])
  await copy.close()
})

it('replaces a file only with --force, and never the slide itself', async () => {
  await writeFile(join(slides.folder, 'kept.svs'), 'mine')
  const refused = await deidentify('marked.svs', '-o', 'kept.svs')
  expect(refused).toMatchObject({
    code: 1,
    stderr: 'cresyl-slides: kept.svs is there already; add --force to replace it.\n',
  })
  expect((await read('kept.svs')).toString()).toBe('mine')
  expect(await deidentify('marked.svs', '-o', 'kept.svs', '-f', '-q')).toMatchObject({ code: 0, stderr: '' })
  expect(markers.foundIn(await read('kept.svs'))).toEqual([])
  expect((await deidentify('marked.svs', '-o', 'marked.svs', '-f')).stderr).toMatch(
    /is the slide that is read/,
  )
})

const refusals = [
  [['marked.svs'], 2, 'Say with -o FILE where to write the copy.'],
  [['marked.svs', '-o', '-'], 2, 'Say with -o FILE where to write the copy.'],
  [
    ['marked.svs', '-o', 'nowhere/a.svs'],
    1,
    'nowhere/a.svs: could not be written: its folder does not exist.',
  ],
  [['text.svs', '-o', 'a.svs'], 1, 'text.svs: '],
] as const

it('refuses what cannot be done, in a sentence, and leaves nothing behind', async () => {
  await writeFile(join(slides.folder, 'text.svs'), 'no slide at all, only a line of text')
  const before = await readdir(slides.folder)
  const failures: unknown[] = []
  for (const [words, code, sentence] of refusals) {
    const ended = await deidentify(...words)
    if (ended.code !== code || !ended.stderr.includes(sentence)) failures.push({ words, ...ended })
  }
  expect(failures).toEqual([])
  expect(await readdir(slides.folder)).toEqual(before)
})

if (samplesFolder) {
  it('copies a real CZI, and says what was left out', async () => {
    const { code, stderr } = await deidentify(samplePath('czi', '1_tileregion.czi'), '-o', 'copy.czi')
    expect(code).toBe(0)
    expect(stderr).toMatch(/Left out: the metadata of blocks, texts of the metadata .+, the thumbnail\./)
    const copy = await openSlide(join(slides.folder, 'copy.czi'))
    expect(copy).toMatchObject({ vendor: 'zeiss', associated: [], images: [{ width: 1480, objective: 5 }] })
    await copy.close()
  })
}
