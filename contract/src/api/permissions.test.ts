import { describe, expect, test } from 'vitest'
import {
  actions,
  isPermission,
  isRole,
  leastRoleWith,
  type Permission,
  permissionsOf,
  resources,
  roleKeys,
  roleSchema,
  roles,
} from './permissions.ts'

const all = actions.flatMap((action) => resources.map((resource): Permission => `${action}:${resource}`))

test('the roles, their names and weights', () => {
  const named = roleKeys.map((key) => [key, roles[key].label, roles[key].weight])
  expect(named).toEqual([
    ['guest', 'Guest', 0],
    ['user', 'User', 1],
    ['manager', 'Manager', 2],
    ['admin', 'Organization Admin', 3],
  ])
})

describe.each(roleKeys)('%s', (role) => {
  const lower = roleKeys[roleKeys.indexOf(role) - 1]

  test('holds what the role below holds, and what it adds itself', () => {
    const expected = [...(lower ? permissionsOf(lower) : []), ...roles[role].adds]
    expect(permissionsOf(role).toSorted()).toEqual(expected.toSorted())
    expect(permissionsOf(role)).toEqual([...new Set(permissionsOf(role))])
  })

  test('is the least role with what it adds', () => {
    const added = roles[role].adds.filter((each) => leastRoleWith(each) !== role)
    expect(added).toEqual([])
  })

  test('is a role', () => {
    expect(isRole(role)).toBe(true)
    expect(roleSchema.safeParse(role).success).toBe(true)
  })
})

/** What everyone in an organisation works with. */
const shared = ['projects', 'tissues', 'stainers', 'predictors', 'organization_settings'] as const

test('a guest only looks', () => {
  expect(permissionsOf('guest').filter((each) => !/^(read|view):/.test(each))).toEqual([])
  expect(permissionsOf('guest')).not.toContain('read:files')
  expect(permissionsOf('guest')).not.toContain('read:audits')
})

test('a user brings in slides, draws and computes, and changes nothing that all share', () => {
  expect(permissionsOf('user')).toEqual(
    expect.arrayContaining([
      'upload:files',
      'download:images',
      'create:annotations',
      'create:inference_jobs',
    ]),
  )
  const changed = shared.flatMap((each): Permission[] => [`create:${each}`, `update:${each}`])
  expect(changed.filter((each) => permissionsOf('user').includes(each))).toEqual([])
  expect(permissionsOf('user')).not.toContain('update:qc_jobs')
  expect(permissionsOf('user')).not.toContain('read:audits')
})

test('a manager changes what all share but for the settings, and reads the audit log', () => {
  const held = permissionsOf('manager')
  expect(shared.filter((each) => !held.includes(`update:${each}`))).toEqual(['organization_settings'])
  expect(held).toContain('read:audits')
})

test('only an administrator deletes, but for annotations', () => {
  const deleting = permissionsOf('manager').filter((each) => each.startsWith('delete:'))
  expect(deleting).toEqual(['delete:annotations'])
})

test.each(['', 'owner', 'Admin', 'admin ', 'superadmin', '__proto__', 'constructor', 'toString'])(
  'the unknown role %j has no rights',
  (role) => {
    expect(isRole(role)).toBe(false)
    expect(permissionsOf(role)).toEqual([])
    expect(roleSchema.safeParse(role).success).toBe(false)
  },
)

test('an administrator may delete everything', () => {
  const held = permissionsOf('admin')
  expect(resources.filter((resource) => !held.includes(`delete:${resource}`))).toEqual([])
})

test('what no role holds has no least role', () => {
  expect(leastRoleWith('upload:slides')).toBeUndefined()
  expect(leastRoleWith('update:audits')).toBeUndefined()
})

test('every action on every resource is a permission', () => {
  expect(all.filter((each) => !isPermission(each))).toEqual([])
})

test.each([
  '',
  ':',
  'read',
  'read:',
  ':slides',
  'read:slides:extra',
  'read:slides:',
  'READ:slides',
  ' read:slides',
  'read:users',
  'own:slides',
  'read:__proto__',
  null,
  undefined,
  7,
  true,
  ['read:slides'],
  { permission: 'read:slides' },
])('%j is not a permission', (value) => {
  expect(isPermission(value)).toBe(false)
})
