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

const adds: Record<string, string[]> = {
  guest: [
    'read:slides',
    'read:images',
    'read:viewers',
    'view:viewers',
    'read:projects',
    'read:annotations',
    'read:tissues',
    'read:stainers',
    'read:predictors',
    'read:qc_jobs',
    'read:inference_jobs',
    'read:organization_settings',
  ],
  user: [
    'create:files',
    'read:files',
    'update:files',
    'upload:files',
    'download:files',
    'download:images',
    'update:slides',
    'create:annotations',
    'update:annotations',
    'delete:annotations',
    'create:inference_jobs',
    'update:inference_jobs',
    'create:qc_jobs',
  ],
  manager: [
    'create:projects',
    'update:projects',
    'create:tissues',
    'update:tissues',
    'create:stainers',
    'update:stainers',
    'create:predictors',
    'update:predictors',
    'update:qc_jobs',
    'read:audits',
  ],
  admin: [
    'delete:files',
    'delete:inference_jobs',
    'delete:organization_settings',
    'delete:projects',
    'delete:audits',
    'delete:images',
    'delete:predictors',
    'delete:qc_jobs',
    'delete:slides',
    'delete:stainers',
    'delete:tissues',
    'delete:viewers',
    'update:organization_settings',
  ],
}

test('the words of a permission', () => {
  expect(actions).toEqual(['create', 'read', 'update', 'delete', 'download', 'upload', 'view'])
  expect(resources).toEqual([
    'annotations',
    'files',
    'inference_jobs',
    'organization_settings',
    'projects',
    'audits',
    'images',
    'predictors',
    'qc_jobs',
    'slides',
    'stainers',
    'tissues',
    'viewers',
  ])
})

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
  const before = roleKeys.slice(0, roleKeys.indexOf(role))

  test('holds its own row of the table and those of every lower role, and nothing else', () => {
    const expected = [...before, role].flatMap((each) => adds[each] ?? [])
    expect(permissionsOf(role).toSorted()).toEqual(expected.toSorted())
  })

  test('holds each permission once, and each is one', () => {
    const held = permissionsOf(role)
    expect(new Set(held).size).toBe(held.length)
    expect(held.filter((each) => !isPermission(each))).toEqual([])
  })

  test.each(adds[role] ?? [])('is the least role with %s', (permission) => {
    expect(leastRoleWith(permission as Permission)).toBe(role)
  })

  test('is a role', () => {
    expect(isRole(role)).toBe(true)
    expect(roleSchema.safeParse(role).success).toBe(true)
  })
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
  const all = actions.flatMap((action) => resources.map((resource) => `${action}:${resource}`))
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
