import { permissionsOf, roleKeys } from '@cresyl/contract/api/permissions'
import { expect, test } from 'vitest'
import { roleOf } from './role-words.ts'

test.each(roleKeys)('the permissions of a %s are recognised', (role) => {
  expect(roleOf(permissionsOf(role))).toBe(role)
})

test('less than a guest may is no role', () => {
  expect(roleOf([])).toBeUndefined()
  expect(roleOf(['read:slides'])).toBeUndefined()
})
