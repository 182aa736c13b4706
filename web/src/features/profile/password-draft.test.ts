import { expect, test } from 'vitest'
import { checkPassword } from './password-draft.ts'

const good = { current: 'old password here', next: 'twelve chars', again: 'twelve chars' }

test('a password of twelve characters, typed twice, is good', () => {
  expect(checkPassword(good)).toEqual({})
})

test('one character less is not, and the sentence says how many there are', () => {
  expect(checkPassword({ ...good, next: 'eleven char', again: 'eleven char' }).next).toContain('has 11')
})

test('an emoji counts as one character', () => {
  expect(checkPassword({ ...good, next: '🔬'.repeat(11), again: '🔬'.repeat(11) }).next).toContain('has 11')
})

test('the new password must be another, and the same both times', () => {
  expect(Object.keys(checkPassword({ current: good.next, next: good.next, again: 'other' }))).toEqual([
    'next',
    'again',
  ])
})

test('the current password is needed', () => {
  expect(checkPassword({ ...good, current: '' })).toHaveProperty('current')
})
