import { ApiError } from '@cresyl/contract/api/errors'
import { type Permission, permissionsOf } from '@cresyl/contract/api/permissions'
import { expect, test } from 'vitest'
import { newId } from '../platform/id.ts'
import { mayDo, requireOwnOrganization, requirePermission } from './access.ts'
import type { Member } from './work.ts'

const member = (role: string): Member => ({
  userId: newId(),
  organizationId: newId(),
  superadmin: false,
  acting: false,
  permissions: new Set(permissionsOf(role)),
})

function refusal(act: () => void): ApiError {
  try {
    act()
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
  throw new Error('Nothing was refused')
}

test('a member may do what the permissions say, and nothing else', () => {
  const manager = member('manager')
  expect(mayDo(manager, 'update:projects')).toBe(true)
  expect(mayDo(manager, 'delete:projects')).toBe(false)
  expect(mayDo(member('nobody'), 'read:slides')).toBe(false)
})

test('what is permitted passes', () => {
  expect(() => requirePermission(member('guest'), 'read:projects')).not.toThrow()
})

test.each<[string, Permission, string]>([
  [
    'guest',
    'read:files',
    'read files. Ask someone with the role User, or ask an administrator for that role.',
  ],
  [
    'user',
    'create:projects',
    'create projects. Ask someone with the role Manager, or ask an administrator for that role.',
  ],
  [
    'manager',
    'update:organization_settings',
    'update organization settings. Ask someone with the role Organization Admin, or ask an administrator for that role.',
  ],
  ['admin', 'upload:slides', 'upload slides. Ask an administrator.'],
])('a %s is refused %s with who to ask', (role, permission, words) => {
  const error = refusal(() => requirePermission(member(role), permission))
  expect(error.code).toBe('forbidden')
  expect(error.message).toBe(`You do not have permission to ${words}`)
})

test('the own organisation may be named or left out', () => {
  const ada = member('user')
  expect(() => requireOwnOrganization(ada, undefined)).not.toThrow()
  expect(() => requireOwnOrganization(ada, ada.organizationId)).not.toThrow()
})

test.each([newId(), '', 'default-org-id'])(
  'the organisation %j of another is refused at its field',
  (other) => {
    const error = refusal(() => requireOwnOrganization(member('admin'), other))
    expect(error.toBody()).toEqual({
      detail: 'organization_id is not the organisation you are signed in to.',
      code: 'invalid_input',
      fields: { organization_id: ['Not the organisation you are signed in to'] },
    })
  },
)
