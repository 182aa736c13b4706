import { expect, test } from 'vitest'
import { sentenceOf } from './activity-sentences.ts'

const ada = { id: '0199f0a0-0000-7000-8000-000000000001', name: 'Ada', picture: null }
const slide = { kind: 'slide', id: ada.id, name: 'Liver 1' } as const
const plain = { person: ada, visiting: false, changes: [], subject: slide, deed: null }

test('who did what to which slide', () => {
  expect(sentenceOf({ ...plain, event: 'slide.deleted' })).toBe('\u2068Ada\u2069 deleted \u2068Liver 1\u2069')
})

test('what an edit changed, also from and to nothing', () => {
  const changes = [
    { what: 'name' as const, before: { name: 'A' }, after: { name: 'B' } },
    { what: 'stain' as const, before: null, after: { name: 'H&E' } },
    { what: 'project' as const, before: { name: null }, after: null },
  ]
  expect(sentenceOf({ ...plain, event: 'slide.updated', changes })).toBe(
    '\u2068Ada\u2069 changed \u2068Liver 1\u2069: name from \u2068A\u2069 to \u2068B\u2069, stain from nothing to \u2068H&E\u2069 and project from one that no longer exists to nothing',
  )
})

test('what the platform did, and a visitor', () => {
  expect(sentenceOf({ ...plain, event: 'project.updated', person: null })).toBe('Cresyl changed the project')
  expect(sentenceOf({ ...plain, event: 'project.updated', visiting: true })).toBe(
    '\u2068Ada\u2069 (visiting) changed the project',
  )
})

test('what is gone is called so', () => {
  const subject = { ...slide, name: null }
  expect(sentenceOf({ ...plain, event: 'slide.deleted', subject })).toBe(
    '\u2068Ada\u2069 deleted something that no longer exists',
  )
})

test.each([
  ['project.updated', 'archived', 'archived the project'],
  ['slides.batch_started', 'moved_here', 'moved \u20683 slides\u2069 here'],
  ['slides.batch_undone', 'renamed_slides', 'undid renaming \u20683 slides\u2069'],
] as const)('what was done is told: %s, %s', (event, deed, words) => {
  const subject = { ...slide, kind: 'batch' as const, name: '3 slides' }
  expect(sentenceOf({ ...plain, event, deed, subject })).toBe(`\u2068Ada\u2069 ${words}`)
})
