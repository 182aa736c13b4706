import { readdir, rm } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { mutate } from '../cases/test-support/mutate.ts'
import { SlideError } from '../errors.ts'
import { openAny } from '../formats/test-support/made-slides.ts'
import { memorySource } from '../source/memory-source.ts'
import { useTemporaryFolder } from '../write/test-support/temporary-folder.ts'
import { deidentify } from './deidentify.ts'
import { markedCzi } from './test-support/marked-czi.ts'
import { Markers, markedFile } from './test-support/marked-files.ts'

const pathOf = useTemporaryFolder()

test('makes of a spoilt file either a copy that opens without a label or a sentence, and leaves nothing else', async () => {
  const kinds = ['aperio', 'qptiff', 'ome', 'plain', 'philips', 'trestle'] as const
  const seeds = await Promise.all([
    ...kinds.map((kind) => markedFile(kind, new Markers())),
    markedCzi(new Markers()),
  ])
  const outcomes = new Map<string, number>()
  for (let number = 0; number < 250; number++) {
    const bytes = mutate(seeds[number % seeds.length] as Uint8Array, number, seeds)
    const path = pathOf('mutant')
    let outcome = 'copied'
    try {
      await deidentify(memorySource(bytes), path)
      const slide = await openAny(path)
      const labels = slide.associated.filter(({ kind }) => kind !== 'thumbnail')
      await slide.close()
      expect(labels, `mutant ${number}`).toEqual([])
      await rm(path)
    } catch (error) {
      if (!(error instanceof SlideError)) throw error
      expect(error.message, `mutant ${number}`).toMatch(/^[^\n]+: [^\n]+[^.\s]$/)
      outcome = error.code
    }
    expect(await readdir(pathOf('.')), `mutant ${number}`).toEqual([])
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
  }
  expect([...outcomes.keys()].sort()).toEqual(['copied', 'unsupported'])
})
