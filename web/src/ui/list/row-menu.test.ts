import { expect, test } from 'vitest'
import { actionsFor } from './row-menu.tsx'

test('a name cannot reorder the words around it', () => {
  expect(actionsFor('a\u202eb')).toBe('Actions for \u2068a\u202eb\u2069')
})
