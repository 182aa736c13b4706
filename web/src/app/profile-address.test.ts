import { expect, test } from 'vitest'
import { profileSections } from '../features/profile/sections.ts'
import { profileHash, sectionOf } from './profile-address.ts'

test.each(profileSections)('the address of %s leads back to it', (section) => {
  expect(sectionOf(profileHash(section))).toBe(section)
})

test.each(['', '#', '#slides', '#profile-', '#profile-cellar'])('%j is not about the profile', (hash) => {
  expect(sectionOf(hash)).toBeNull()
})
