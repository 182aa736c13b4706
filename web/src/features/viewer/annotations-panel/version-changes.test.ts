import type { AnnotationVersion } from '@cresyl/contract/annotations/annotation-details'
import { expect, test } from 'vitest'
import { changesOf } from './version-changes.ts'

const first: AnnotationVersion = {
  version: 1,
  geometry: { type: 'Point', coordinates: [1, 1] },
  shape: 'point',
  classification: null,
  name: '',
  notes: '',
  tags: [],
  locked: false,
  z: null,
  review: 'open',
  assignee_id: null,
  extras: {},
  deleted: false,
  changed_by: null,
  changed_at: '2026-01-01T00:00:00Z',
}
const people = [{ id: 'ada', name: 'Ada' }]
const told = (change: Partial<AnnotationVersion>, before: Partial<AnnotationVersion> = {}) =>
  changesOf({ ...first, version: 2, ...before, ...change }, { ...first, ...before }, people)

test('each version says what it has changed', () => {
  expect(changesOf(first, undefined, people)).toEqual(['Created'])
  expect(told({ geometry: { type: 'Point', coordinates: [5, 5] } })).toEqual(['Moved'])
  const line = (x: number) => ({
    type: 'LineString' as const,
    coordinates: [
      [0, 0],
      [x, 0],
    ] as [number, number][],
  })
  expect(told({ geometry: line(9) }, { geometry: line(5) })).toEqual(['Reshaped'])
  const [stroma, tumour] = ['Stroma', 'Tumour'].map((name) => ({ name, color: '#000000' }))
  expect(told({ classification: tumour ?? null }, { classification: stroma ?? null })).toEqual([
    'Class: \u2068Stroma\u2069 → \u2068Tumour\u2069',
  ])
  expect(told({ name: 'A', review: 'accepted' })).toEqual(['Named \u2068A\u2069', 'Accepted'])
  expect(told({ name: 'B' }, { name: 'A' })).toEqual(['Renamed: \u2068A\u2069 → \u2068B\u2069'])
  expect(told({ assignee_id: 'ada', locked: true })).toEqual(['Locked', 'Assigned to \u2068Ada\u2069'])
  expect(told({ deleted: true })).toEqual(['Deleted'])
  expect(changesOf({ ...first, version: 60 }, undefined, people)).toEqual(['Changed'])
})
