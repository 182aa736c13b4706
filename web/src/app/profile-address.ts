import { type ProfileSection, profileSections } from '../features/profile/sections.ts'

// In the fragment: the dialog lies over any page, and what the page itself keeps in its address stays.
const start = '#profile'

export function profileHash(section: ProfileSection = 'general'): string {
  return section === 'general' ? start : `${start}-${section}`
}

/** Null where the address does not speak of the profile. */
export function sectionOf(hash: string): ProfileSection | null {
  return profileSections.find((section) => profileHash(section) === hash) ?? null
}
