import { expect, test } from 'vitest'
import { addClass, checkClasses, classDraftsOf, classesOf, keyClashes, moveClass } from './class-drafts.ts'

const stored = [
  { name: 'Tumour', color: '#C5303B', hotkey: '1' },
  { name: 'Stroma', color: '#1B7F50', hotkey: null },
]
const drafts = classDraftsOf(stored)
const names = (given: { name: string }[]) => given.map(({ name }) => name)

test('classes come back from their drafts as they were', () => {
  expect(classesOf(drafts)).toEqual(stored)
})

test('a letter, which is the key of a tool, gives way to a free digit', () => {
  const keysOf = (...hotkeys: (string | null)[]) =>
    classDraftsOf(hotkeys.map((hotkey) => ({ name: 'A', color: '#000000', hotkey }))).map(
      ({ hotkey }) => hotkey,
    )
  expect(keysOf('t', '1', null, 'i')).toEqual(['2', '1', '', '3'])
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
  expect(faults.get(0)?.name).toContain('nother class')
})

test('two classes with one key are both flagged; none is no key', () => {
  const faults = checkClasses(classDraftsOf([...stored, { name: 'Tissue', color: '#000000', hotkey: '1' }]))
  expect([...faults]).toEqual([
    [0, { hotkey: 'Another class has this key.' }],
    [2, { hotkey: 'Another class has this key.' }],
  ])
  expect(checkClasses(classDraftsOf(stored.map((each) => ({ ...each, hotkey: null })))).size).toBe(0)
})

test.each([
  [{ name: '  ' }, 'name'],
  [{ name: 'x'.repeat(65) }, 'name'],
  [{ hotkey: 'r' }, 'hotkey'],
  [{ hotkey: '?' }, 'hotkey'],
  [{ color: '#12' }, 'color'],
])('%j is flagged at its %s', (change, field) => {
  const [first] = drafts
  if (!first) throw new Error('no draft')
  expect(Object.keys(checkClasses([{ ...first, ...change }]).get(0) ?? {})).toEqual([field])
})

test('keys that do something else while nothing is drawn are told', () => {
  const keys = ['', '1', '9'].map((hotkey) => ({ hotkey }))
  expect(keyClashes(keys)).toEqual([{ key: '1', words: 'Show the whole image' }])
})
