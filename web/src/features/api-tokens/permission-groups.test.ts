import type { Permission } from '@cresyl/contract/api/permissions'
import { expect, test } from 'vitest'
import {
  groupPermissions,
  offeredPermissions,
  permissionLines,
  readOnly,
  toggleGroup,
} from './permission-groups.ts'

const held: Permission[] = [
  'update:projects',
  'read:projects',
  'view:viewers',
  'download:files',
  'read:files',
]

test('what is held is grouped by what it is about; what is not held is not offered', () => {
  expect(
    groupPermissions(held).map(({ resource, permissions }) => [
      resource,
      permissions.map((each) => each.action),
    ]),
  ).toEqual([
    ['projects', ['read', 'update']],
    ['files', ['read', 'download']],
    ['viewers', ['view']],
  ])
})

test('what nothing asks for is not offered', () => {
  expect(offeredPermissions(['delete:audits', 'read:audits', 'delete:viewers'])).toEqual(['read:audits'])
})

test('reading takes nothing that changes or carries away', () => {
  expect(readOnly(held)).toEqual(['read:projects', 'read:files', 'view:viewers'])
})

test('a group is chosen as a whole, and taken back as a whole', () => {
  const [projects] = groupPermissions(held)
  if (!projects) throw new Error('no group')
  const some = toggleGroup(new Set<Permission>(['read:projects', 'view:viewers']), projects)
  expect([...some].sort()).toEqual(['read:projects', 'update:projects', 'view:viewers'])
  expect([...toggleGroup(some, projects)]).toEqual(['view:viewers'])
})

test('permissions are said in words, those of another version as they are', () => {
  expect(permissionLines(['read:projects', 'update:projects', 'fly:kites'])).toEqual([
    'Projects: read, change',
    'fly:kites',
  ])
})
