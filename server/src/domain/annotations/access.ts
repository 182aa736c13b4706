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
