import { expect, test } from 'vitest'
import { memorySource } from '../../source/memory-source.ts'
import { exerciseSlide } from './exercise-slide.ts'
import { type SeedName, seedFiles } from './seed-files.ts'
import type { Spoil } from './spoil.ts'

/**
 * A small change of a good file, and how that must end: `opens as <vendor>`, then what the slide warns of, then the first
 * error that the file or a part of it is refused with as `code | structure | reason`. {size} stands for the size of the
 * changed file.
 */
export type MalformedCase = readonly [what: string, seed: SeedName, spoil: Spoil, end: string]

export function testMalformed(cases: readonly MalformedCase[]): void {
  test.each(cases)('where %s (%s)', async (_, seed, spoil, end) => {
    const bytes = await seedFiles[seed]()
    const spoilt = spoil(bytes) ?? bytes
    expect(await ending(spoilt)).toBe(end.replaceAll('{size}', String(spoilt.length)))
  })
}

async function ending(bytes: Uint8Array): Promise<string> {
  const { vendor, errors, warnings } = await exerciseSlide(memorySource(bytes))
  const [error] = errors
  const opens = vendor ? `opens as ${vendor}` : ''
  return [opens, ...warnings, error ? `${error.code} | ${error.structure} | ${error.reason}` : '']
    .filter(Boolean)
    .join('; ')
}
