import { expect, test } from 'vitest'
import { namedSoFar, offeredPeople, withName } from './mention.ts'

const people = ['Ann Lee', 'Anna Berg', 'Bo Annan'].map((name) => ({ name }))
const namesFor = (text: string) =>
  offeredPeople(people, namedSoFar(text, text.length)).map(({ name }) => name)

test('people are offered by what is written of their name after an @', () => {
  expect(namesFor('Look, @an')).toEqual(['Ann Lee', 'Anna Berg', 'Bo Annan'])
  expect(namesFor('@Ann L')).toEqual(['Ann Lee'])
  expect(namesFor('@')).toHaveLength(3)
})

test('nobody is offered in an address, after a whole name, or where nothing fits', () => {
  expect(namesFor('mail me at ann@an')).toEqual([])
  expect(namesFor('@Ann Lee ')).toEqual([])
  expect(namesFor('@Zoe')).toEqual([])
  expect(namesFor('no name')).toEqual([])
})

test('the name takes the place of what was written of it, and what follows stays', () => {
  expect(withName('See @an please', 7, 'Anna Berg')).toEqual({ text: 'See @Anna Berg please', caret: 15 })
})
