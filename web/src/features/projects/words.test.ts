import { expect, test } from 'vitest'
import { words } from './words.ts'

const { undo: _, ...done } = words.done
const naming = { ...done, nothingFound: words.empty.nothingFound }

test.each(Object.entries(naming))('a name cannot reorder the sentence around it: %s', (_, sentence) => {
  expect(sentence('a\u202eb')).toContain('\u2068a\u202eb\u2069')
})

test('deleted projects are promised nothing but that they can be restored', () => {
  expect(words.empty.deleted.text).toBe(
    'Deleted projects are listed here. An Organization Admin can restore them.',
  )
})
