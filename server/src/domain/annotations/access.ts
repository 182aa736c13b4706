import { ApiError } from '@cresyl/contract/errors'
import { mayDo } from '../access.ts'
import type { Member } from '../work.ts'
import type { AnnotationRow } from './view.ts'

/** One's own, or with the right to look after projects anybody's. Whoever it was assigned to may review it. */
export function requireMayChange(
  member: Member,
  { createdBy, assigneeId }: Pick<AnnotationRow, 'createdBy' | 'assigneeId'>,
  changed: readonly string[],
): void {
  if (createdBy === member.userId || mayDo(member, 'update:projects')) return
  if (assigneeId === member.userId && changed.every((field) => field === 'review')) return
  throw new ApiError('forbidden', {
    detail:
      "You do not have the right to change other people's annotations. Ask who made it, or someone with the role Manager.",
  })
}

/** What people decide about a locked one without changing what it says. */
const aboutLocked: readonly string[] = ['review', 'assigneeId', 'locked']

/** A locked one is changed by unlocking it, before or in the same edit. */
export function requireUnlocked(
  { locked }: Pick<AnnotationRow, 'locked'>,
  staysLocked: boolean,
  changed: readonly string[],
): void {
  if (!locked || !staysLocked || changed.every((field) => aboutLocked.includes(field))) return
  throw new ApiError('locked', { detail: 'This annotation is locked. Unlock it first, then change it.' })
}
