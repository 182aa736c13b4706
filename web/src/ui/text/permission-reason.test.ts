import { expect, test } from 'vitest'
import { permissionReason } from './permission-reason.ts'

test('names the least role that may, and who can give it', () => {
  expect(permissionReason('create:projects', 'create projects')).toBe(
    'You need the role Manager to create projects. An Organization Admin can give it to you.',
  )
  expect(permissionReason('delete:projects', 'delete projects')).toContain('the role Organization Admin')
})

test('says so where no role may', () => {
  expect(permissionReason('upload:audits', 'upload audits')).toBe(
    'No one in this organisation may upload audits.',
  )
})
