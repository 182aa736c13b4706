import type { undoCreation as undoCreationRoute } from '@cresyl/contract/annotations/annotations'
import type { RouteReply, RouteRequest } from '@cresyl/contract/api/route'
import { and, count, eq, inArray, isNull, not, notExists, type SQLWrapper, sql } from 'drizzle-orm'
import { annotationComments, annotations, annotationVersions } from '../../platform/db/schema/index.ts'
import { requireOwnOrganization } from '../access.ts'
import type { AuditedWork } from '../work.ts'
import { findAnnotatable } from './annotated-image.ts'

type Body = RouteRequest<typeof undoCreationRoute>['body']
type Undone = RouteReply<typeof undoCreationRoute>

/** Hides what one import or promotion has made, or brings it back. In a transaction that is shown what was deleted. */
export async function undoCreation(work: AuditedWork, body: Body): Promise<Undone> {
  const { tx, member, now } = work
  requireOwnOrganization(member, body.organization_id)
  const image = await findAnnotatable(work, body.image_id)
  const { userId } = member
  const isRestored = body.undone_at !== undefined
  const made = and(
    eq(annotations.imageId, image.id),
    eq(annotations.createdBy, userId),
    eq(annotations.createdAt, new Date(body.created_at)),
    inArray(annotations.origin, ['imported', 'promoted']),
    isRestored ? eq(annotations.deletedAt, new Date(body.undone_at ?? '')) : isNull(annotations.deletedAt),
  )
  const by = (column: SQLWrapper) => sql`${column} is not distinct from ${userId}`
  const versions = tx
    .select({ one: sql`1` })
    .from(annotationVersions)
    .where(and(eq(annotationVersions.annotationId, annotations.id), not(by(annotationVersions.changedBy))))
  const comments = tx
    .select({ one: sql`1` })
    .from(annotationComments)
    .where(and(eq(annotationComments.annotationId, annotations.id), not(by(annotationComments.createdBy))))
  const untouched = and(by(annotations.updatedBy), notExists(versions), notExists(comments))
  const changed = await tx
    .update(annotations)
    .set({
      deletedAt: isRestored ? null : now,
      updatedAt: now,
      updatedBy: userId,
      version: sql`${annotations.version} + 1`,
    })
    .where(and(made, untouched))
    .returning({ id: annotations.id })
  const [rest] = await tx.select({ left: count() }).from(annotations).where(made)
  if (changed.length > 0)
    work.record({
      id: image.id,
      details: {
        slide_id: image.slideId,
        created_at: body.created_at,
        ...(isRestored ? { restored: changed.length } : { deleted: changed.length }),
      },
    })
  return { changed: changed.map(({ id }) => id), left: rest?.left ?? 0, changed_at: now.toISOString() }
}
