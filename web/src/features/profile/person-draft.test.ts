import type { Profile } from '@cresyl/contract/profiles'
import { expect, test } from 'vitest'
import { draftOf, editOf, isChanged, isSamePerson, nameError, rebase } from './person-draft.ts'

const profile: Profile = {
  id: '0198c0de-0000-7000-8000-000000000001',
  email: 'ada@demo.cresyl',
  name: 'Ada',
  picture: '/pictures/1',
  theme: 'system',
  locale: null,
  notifications: {},
  digest: 'off',
  welcomed: true,
  managed_by: 'cresyl',
  superadmin: false,
  acting: false,
  permissions: [],
  version: 3,
}

test('only what differs is sent; removing the picture is a difference', () => {
  expect(editOf(draftOf(profile))).toEqual({})
  expect(editOf({ ...draftOf(profile), name: ' Ada ', picture: null })).toEqual({ picture: null })
  expect(isChanged({ ...draftOf(profile), name: 'Ada L.' })).toBe(true)
})

test('a name of spaces is none, and one has a greatest length', () => {
  expect(nameError('  ')).toBe('A name is required.')
  expect(nameError('x'.repeat(255))).toBeUndefined()
  expect(nameError('x'.repeat(256))).toContain('255')
})

test('another theme is no other person', () => {
  expect(isSamePerson(profile, { ...profile, theme: 'dark', version: 4 })).toBe(true)
  expect(isSamePerson(profile, { ...profile, name: 'Ada L.' })).toBe(false)
})

test('what someone typed stays when the name was changed elsewhere, and is a conflict', () => {
  const typed = { ...draftOf(profile), name: 'Mine' }
  const stored = { ...profile, name: 'Theirs', version: 4 }
  const { draft, conflicts } = rebase(typed, stored)
  expect(draft).toMatchObject({ name: 'Mine', base: { version: 4 } })
  expect(conflicts).toEqual(['name'])
})

test('changes of different fields are put together', () => {
  const { draft, conflicts } = rebase({ ...draftOf(profile), name: 'Mine' }, { ...profile, picture: null })
  expect(draft).toMatchObject({ name: 'Mine', picture: null })
  expect(conflicts).toEqual([])
})
