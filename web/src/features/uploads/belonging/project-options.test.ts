import { expect, test } from 'vitest'
import { projectOptions } from './project-options.ts'

test('a project can be created where none has the name that was typed', () => {
  const found = { choices: [{ id: '1', name: 'Kidney' }], count: 1 }
  const kinds = (typed: string, mayCreate: boolean) =>
    projectOptions(found, typed, mayCreate).map(({ kind }) => kind)
  expect(kinds('Kid', true)).toEqual(['known', 'new'])
  expect(kinds('kidney', true)).toEqual(['known'])
  expect(kinds('', true)).toEqual(['known'])
  expect(kinds('Kid', false)).toEqual(['known'])
  expect(projectOptions({ ...found, count: 31 }, '', false).at(-1)?.name).toBe('30 more: type to search')
})
