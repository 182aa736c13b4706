import { type Permission, permissionsOf, roleKeys } from '@cresyl/contract/api/permissions'
import { expect, test } from 'vitest'
import type { Member } from '../work.ts'
import { requireRoleWithinOwn } from './roles.ts'

function memberWith(permissions: readonly Permission[]): Member {
  const ids = { userId: 'someone', organizationId: 'somewhere' }
  return { ...ids, permissions: new Set(permissions), superadmin: false, acting: false }
}

test.each(roleKeys)('an administrator may make someone %s', (role) => {
  expect(() => requireRoleWithinOwn(memberWith(permissionsOf('admin')), role)).not.toThrow()
})

test('whose token names fewer rights gives no role that has more', () => {
  const few = memberWith([...permissionsOf('user'), 'update:organization_settings'])
  expect(() => requireRoleWithinOwn(few, 'user')).not.toThrow()
  expect(() => requireRoleWithinOwn(few, 'manager')).toThrow(/more permissions than your own/)
  expect(() => requireRoleWithinOwn(few, 'admin')).toThrow(/more permissions than your own/)
})
