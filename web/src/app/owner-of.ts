import type { User } from '../lib/session/state.ts'

/** Someone in one of their organisations: what belongs to one is not for the next. */
export const ownerOf = ({ id, org_id }: Pick<User, 'id' | 'org_id'>): string => JSON.stringify([id, org_id])
