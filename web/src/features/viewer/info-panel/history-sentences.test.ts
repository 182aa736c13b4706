import { slideHistoryEvents } from '@cresyl/contract/slides/slide-history'
import { describe, expect, test } from 'vitest'
import { sentenceOf } from './history-sentences.ts'

const ada = { id: 'ada', name: 'Ada', picture: null }
const told = {
  event: 'slide.viewed',
  person: ada,
  visiting: false,
  revealed: null,
  qc: null,
  changes: [],
} as const
/** Without the marks that keep names to themselves. */
const plain = (text: string) => text.replace(/[\u2066-\u2069]/g, '')
const say = (entry: Parameters<typeof sentenceOf>[0]) => plain(sentenceOf(entry))

describe('a sentence of the history', () => {
  test('says who did what', () => {
    expect(say({ ...told, changes: [] })).toBe('Ada viewed the slide')
    for (const revealed of ['label', 'macro'] as const) {
      const sentence = say({ ...told, event: 'label.revealed', revealed, changes: [] })
      expect(sentence).toBe(`Ada revealed the ${revealed}`)
    }
  })

  test('says what the platform did by itself', () => {
    expect(say({ ...told, event: 'slide.created', changes: [] })).toBe('The slide was read from its file')
    expect(say({ ...told, event: 'file.stored', person: null, changes: [] })).toBe('The file was stored')
    expect(say({ ...told, event: 'file.stored', changes: [] })).toBe('Ada uploaded the file')
    expect(say({ ...told, event: 'slide.deleted', person: null, changes: [] })).toBe(
      'Cresyl deleted the slide',
    )
  })

  test('says what a quality check found, and who decided otherwise', () => {
    const qc = { state: 'failed', overridden: null, reason: null } as const
    expect(say({ ...told, event: 'qc_job.finished', person: null, qc, changes: [] })).toBe(
      'The quality was checked: failed',
    )
    const overridden = { ...qc, overridden: true, reason: 'Only the margin' }
    expect(say({ ...told, event: 'qc_job.overridden', qc: overridden, changes: [] })).toBe(
      'Ada overrode the quality check: “Only the margin”',
    )
    expect(say({ ...told, event: 'qc_job.overridden', qc: { ...qc, overridden: false }, changes: [] })).toBe(
      'Ada undid the override of the quality check',
    )
  })

  test('says how large somebody said that a pixel is', () => {
    const changed = (before: string | null, after: string | null) => {
      const named = (name: string | null) => (name === null ? null : { name })
      const changes = [{ what: 'pixel size' as const, before: named(before), after: named(after) }]
      return say({ ...told, event: 'slide.updated', changes })
    }
    expect(changed(null, '0.5 µm')).toBe('Ada set the pixel size to 0.5 µm')
    expect(changed('0.5 µm', '0.4 µm')).toBe('Ada changed the pixel size from 0.5 µm to 0.4 µm')
    expect(changed('0.4 µm', null)).toBe('Ada replaced the pixel size 0.4 µm by the file’s value')
  })

  test('marks a superadmin who visits', () => {
    expect(say({ ...told, visiting: true, changes: [] })).toBe('Ada (superadmin) viewed the slide')
  })

  test('keeps the name of a person to itself', () => {
    expect(sentenceOf({ ...told, changes: [] })).toBe('\u2068Ada\u2069 viewed the slide')
  })

  test.each(slideHistoryEvents)('there is one for %s', (event) => {
    for (const person of [ada, null]) {
      expect(say({ ...told, event, person, changes: [] })).toMatch(/^[A-Z].* \w+/)
    }
  })
})

describe('an edit', () => {
  const edit = (...changes: Parameters<typeof sentenceOf>[0]['changes']) =>
    say({ ...told, event: 'slide.updated', changes })
  const [a, b, gone] = [{ name: 'A' }, { name: 'B' }, { name: null }]

  test('says from what to what', () => {
    expect(edit({ what: 'name', before: a, after: b })).toBe('Ada renamed it from A to B')
    expect(edit({ what: 'project', before: a, after: b })).toBe('Ada moved it from A to B')
    expect(edit({ what: 'project', before: null, after: b })).toBe('Ada put it into B')
    expect(edit({ what: 'project', before: a, after: null })).toBe('Ada took it out of A')
    expect(edit({ what: 'tissue', before: null, after: b })).toBe('Ada set the tissue to B')
    expect(edit({ what: 'stain', before: a, after: b })).toBe('Ada changed the stain from A to B')
    expect(edit({ what: 'stain', before: a, after: null })).toBe('Ada removed the stain A')
  })

  test('says so where what it named no longer exists', () => {
    expect(edit({ what: 'project', before: gone, after: b })).toBe(
      'Ada moved it from a project that no longer exists to B',
    )
  })

  test('of several things lists them', () => {
    const several = edit({ what: 'name', before: a, after: b }, { what: 'project', before: null, after: a })
    expect(several).toBe('Ada renamed it from A to B and put it into A')
  })

  test('of nothing that the slide shows is told as a change', () => {
    expect(edit()).toBe('Ada changed the slide')
  })
})
