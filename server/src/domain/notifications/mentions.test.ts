import { expect, test } from 'vitest'
import { mentionedIn } from './mentions.ts'

const people = [
  { id: '1', name: 'ann lee' },
  { id: '2', name: 'ann' },
  { id: '3', name: 'ann' },
  { id: '4', name: 'jürgen groß' },
]

test.each([
  ['@Ann Lee please look', ['1']],
  ['see @ann, both of you', ['2', '3']],
  ['@Anna is somebody else', []],
  ['mail ann@lab.test', []],
  ['@JÜRGEN GROß and @Ann  Lee!', ['4', '1']],
  ['nobody', []],
  ['@', []],
])('%j names %j', (text, expected) => {
  expect(mentionedIn(text, people)).toEqual(expected)
})
