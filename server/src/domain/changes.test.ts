import { expect, test } from 'vitest'
import { changesBetween } from './changes.ts'

const before = {
  name: 'Lung',
  description: '',
  archivedAt: null as Date | null,
  updatedAt: new Date('2026-11-03T08:00:00Z'),
  classes: ['tumour', 'stroma'],
}

test('what differs is told with before and after', () => {
  expect(changesBetween(before, { name: 'Lungs', description: 'Two' })).toEqual({
    name: ['Lung', 'Lungs'],
    description: ['', 'Two'],
  })
})

test('what was given but is the same is not told', () => {
  expect(changesBetween(before, { name: 'Lung', archivedAt: null, classes: ['tumour', 'stroma'] })).toEqual(
    {},
  )
  expect(changesBetween(before, { updatedAt: new Date('2026-11-03T08:00:00Z') })).toEqual({})
})

test('what was not given is not told', () => {
  expect(changesBetween(before, {})).toEqual({})
})

test('coming from and going to nothing is a change', () => {
  const archivedAt = new Date('2026-11-03T09:00:00Z')
  expect(changesBetween(before, { archivedAt })).toEqual({ archivedAt: [null, archivedAt] })
  const archived: typeof before = { ...before, archivedAt }
  expect(changesBetween(archived, { archivedAt: null })).toEqual({
    archivedAt: [archivedAt, null],
  })
})

test('the inside and the order of lists count', () => {
  expect(changesBetween(before, { classes: ['stroma', 'tumour'] })).toEqual({
    classes: [
      ['tumour', 'stroma'],
      ['stroma', 'tumour'],
    ],
  })
})

test('the order of keys does not count', () => {
  expect(changesBetween({ point: { x: 1, y: 2 } }, { point: { y: 2, x: 1 } })).toEqual({})
})
