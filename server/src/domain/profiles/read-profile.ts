import type { Profile } from '@cresyl/contract/profiles'
import type { Work } from '../work.ts'
import { findProfile, viewProfile } from './queries.ts'

export async function readProfile({ tx, member }: Work): Promise<Profile> {
  return viewProfile(await findProfile(tx, member.userId), member)
}
