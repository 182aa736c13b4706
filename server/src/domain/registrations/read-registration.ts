import type { Registration } from '@cresyl/contract/registrations'
import type { Work } from '../work.ts'
import { findRegistration } from './queries.ts'
import { viewRegistration } from './view.ts'

export async function readRegistration({ tx }: Work, id: string): Promise<Registration> {
  return viewRegistration(await findRegistration(tx, id))
}
