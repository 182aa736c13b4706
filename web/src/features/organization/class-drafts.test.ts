import { expect, test } from 'vitest'
import { addClass, checkClasses, classDraftsOf, classesOf, keyClashes, moveClass } from './class-drafts.ts'

const stored = [
  { name: 'Tumour', color: '#C5303B', hotkey: 't' },
  { name: 'Stroma', color: '#1B7F50', hotkey: null },
]
const drafts = classDraftsOf(stored)
const names = (given: { name: string }[]) => given.map(({ name }) => name)

test('classes come back from their drafts as they were', () => {
  expect(classesOf(drafts)).toEqual(stored)
})

test('a new class has a key and a colour of its own', () => {
  const [, , added] = addClass(drafts)
  expect(added).toMatchObject({ key: 2, name: '', color: '#2B6CB0' })
  expect(addClass([])).toHaveLength(1)
})

test('classes move one place, and not beyond the ends', () => {
  expect(names(moveClass(drafts, 1, -1))).toEqual(['Stroma', 'Tumour'])
  expect(names(moveClass(drafts, 0, -1))).toEqual(['Tumour', 'Stroma'])
  expect(names(moveClass(drafts, 1, 1))).toEqual(['Tumour', 'Stroma'])
})

test('two classes of one name are both flagged, whatever the case', () => {
  const faults = checkClasses(classDraftsOf([...stored, { name: ' tumour', color: '#000000', hotkey: null }]))
  expect([...faults.keys()]).toEqual([0, 2])
  expect(faults.get(0)?.name).toContain('another class')
})

test('two classes with one key are both flagged; none is no key', () => {
  const faults = checkClasses(classDraftsOf([...stored, { name: 'Tissue', color: '#000000', hotkey: 't' }]))
  expect([...faults]).toEqual([
    [0, { hotkey: 'Another class has this key.' }],
    [2, { hotkey: 'Another class has this key.' }],
  ])
  expect(checkClasses(classDraftsOf(stored.map((each) => ({ ...each, hotkey: null })))).size).toBe(0)
})

test.each([
  [{ name: '  ' }, 'name'],
  [{ name: 'x'.repeat(65) }, 'name'],
  [{ hotkey: 'T' }, 'hotkey'],
  [{ hotkey: '?' }, 'hotkey'],
  [{ color: '#12' }, 'color'],
])('%j is flagged at its %s', (change, field) => {
  const [first] = drafts
  if (!first) throw new Error('no draft')
  expect(Object.keys(checkClasses([{ ...first, ...change }]).get(0) ?? {})).toEqual([field])
})

test('keys that do something else while nothing is drawn are told', () => {
  const keys = ['r', '', '1', 'ä'].map((hotkey) => ({ hotkey }))
  expect(keyClashes(keys)).toEqual([
    { key: 'R', words: 'Draw rectangles' },
    { key: '1', words: 'Show the whole image' },
  ])
})
