import type { Annotation, newAnnotation } from '@cresyl/contract/annotations/annotations'
import { ApiError } from '@cresyl/contract/api/errors'
import { and, inArray, isNull } from 'drizzle-orm'
import type { z } from 'zod'
import { memberships } from '../../platform/db/schema/index.ts'
import { foldText } from '../../platform/text.ts'
import type { Work } from '../work.ts'

export type NewAnnotation = z.output<typeof newAnnotation>

/** What people say of it, but for where it is. */
export type Content = Pick<
  Annotation,
  'classification' | 'name' | 'notes' | 'tags' | 'locked' | 'z' | 'review' | 'assignee_id'
>

/** The columns that go with it. */
export function contentColumns(content: Content) {
  const { classification, name, notes, locked, z, review, assignee_id: assigneeId } = content
  const tags = [...new Set(content.tags)]
  return {
    className: classification?.name ?? null,
    classColor: classification?.color ?? null,
    name,
    notes,
    tags,
    locked,
    z,
    review,
    assigneeId,
    searchKey: foldText([name, notes, classification?.name ?? '', ...tags].join(' ')),
  }
}

/** Refuses people who are not members, or no longer. */
export async function requireAssignable({ tx }: Work, ids: readonly (string | null | undefined)[]) {
  const wanted = [...new Set(ids.filter((id) => typeof id === 'string'))]
  if (wanted.length === 0) return
  const found = await tx
    .select({ id: memberships.userId })
    .from(memberships)
    .where(and(inArray(memberships.userId, wanted), isNull(memberships.disabledAt)))
  if (found.length === wanted.length) return
  const detail = 'It can be assigned to members of the organisation only.'
  throw new ApiError('invalid_input', { detail, fields: { assignee_id: [detail] } })
}
