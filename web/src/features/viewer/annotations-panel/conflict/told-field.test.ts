import { expect, test } from 'vitest'
import { type Field, toldField } from './told-field.ts'

const around = { locale: 'en', people: [{ id: 'p1', name: 'Ada' }], space: null }
const told = (field: Field, content: Parameters<typeof toldField>[0]) => toldField(content, field, around)

test('nobody is shown by an id, and no state by its code', () => {
  expect(told('assignee_id', { assignee_id: 'p1' })).toBe('Ada')
  expect(told('assignee_id', { assignee_id: 'p2' })).toBe('Former member')
  expect(told('assignee_id', { assignee_id: null })).toBe('No one')
  expect(told('review', { review: 'accepted' })).toBe('Accepted')
  expect(told('locked', { locked: false })).toBe('No')
  expect(told('shape', { shape: 'rectangle' })).toBe('Rectangle')
  expect(told('classification', { classification: null })).toBe('No class')
  expect(told('tags', { tags: ['a', 'b'] })).toBe('a, b')
  expect(told('name', { name: '' })).toBe('–')
})

test('planes count from 1, as everywhere', () => {
  expect([told('z', { z: 0 }), told('z', { z: null })]).toEqual(['1', 'All planes'])
})

test('of a shape it is said how large it is', () => {
  const ring = [
    [0, 0],
    [20, 0],
    [20, 10],
    [0, 10],
    [0, 0],
  ] as [number, number][]
  expect(told('geometry', { geometry: { type: 'Polygon', coordinates: [ring] } })).toMatch(/^area 200/)
  expect(told('geometry', { geometry: { type: 'LineString', coordinates: ring.slice(0, 2) } })).toMatch(
    /^length 20/,
  )
  expect(told('geometry', { geometry: { type: 'Point', coordinates: [3, 4] } })).toBe('Point')
  const space = { unit: 'µm', placement: [0.5, 0, 0, 0, 0.5, 0] } as const
  const content = { geometry: { type: 'Polygon' as const, coordinates: [ring] } }
  expect(toldField(content, 'geometry', { ...around, space })).toBe('area 50 µm²')
})
