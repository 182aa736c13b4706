import { bytes } from '@cresyl/contract/api/limits'
import type { ListedOrganization } from '@cresyl/contract/people/organizations'
import { describe, expect, test } from 'vitest'
import { listChanges } from '../../ui/edit-form/merge-drafts.ts'
import {
  checkOrganization,
  quotaBytesOf,
  readOrganization,
  suggestName,
  writeOrganization,
} from './organization-draft.ts'

const stored: ListedOrganization = {
  id: '0198c0de-0000-7000-8000-000000000001',
  name: 'st-mary',
  display_name: 'St Mary',
  branding: { primary: null, accent: null, logo: null },
  role: null,
  members: 3,
  quota_bytes: 500 * bytes.GB + 1,
  created_at: '2026-11-15T14:05:00.000Z',
  disabled_at: null,
  version: 1,
}

test.each([
  ['St Mary’s Hospital, Zürich', 'st-marys-hospital-zurich'],
  ['  Ärztehaus Groß & Söhne ', 'arztehaus-gross-sohne'],
  ['病理', ''],
  ['x'.repeat(80), 'x'.repeat(63)],
])('for “%s” the name %j is suggested', (displayName, name) => {
  expect(suggestName(displayName)).toBe(name)
})

describe('the quota', () => {
  test.each([
    ['', null],
    ['500', 500 * bytes.GB],
    ['0', 0],
    ['1.5', 1.5 * bytes.GB],
    ['1,5', 1.5 * bytes.GB],
    ['-1', undefined],
    ['lots', undefined],
    ['1e9', undefined],
    ['9'.repeat(30), undefined],
  ])('typed as %j is %j bytes', (typed, expected) => {
    expect(quotaBytesOf(typed)).toBe(expected)
  })

  test('is not changed by opening and saving the form', () => {
    const before = readOrganization(stored)
    expect(listChanges(writeOrganization, before, { ...before })).toEqual([])
    expect(listChanges(writeOrganization, before, { ...before, quota_bytes: '500.0' })).toEqual([])
  })

  test('can be taken away', () => {
    expect(writeOrganization({ ...readOrganization(stored), quota_bytes: '' }).quota_bytes).toBeNull()
  })
})

test('every field is checked', () => {
  expect(Object.keys(checkOrganization({ display_name: ' ', name: 'St Mary', quota_bytes: 'x' }))).toEqual([
    'display_name',
    'name',
    'quota_bytes',
  ])
  expect(checkOrganization(readOrganization(stored))).toEqual({})
})
