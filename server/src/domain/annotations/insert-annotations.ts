import { ApiError } from '@cresyl/contract/api/errors'
import { inArray } from 'drizzle-orm'
import { annotationGeometries, annotations } from '../../platform/db/schema/index.ts'
import { newId } from '../../platform/id.ts'
import { tellMentioned } from '../notifications/mentions.ts'
import type { Assignment } from '../notifications/tell-of-annotation.ts'
import type { AuditedWork } from '../work.ts'
import { type AnnotatedImage, requireRoom } from './annotated-image.ts'
import { contentColumns, type NewAnnotation, requireAssignable } from './content.ts'
import { cornersInRow, type KeptGeometry, summariseGeometry } from './describe-geometry.ts'
import { keepGeometries } from './keep-geometries.ts'

/** Rows in one statement. */
const atOnce = 500

type Origin = { origin: 'drawn' | 'imported' | 'promoted'; inferenceJobId?: string }

export interface Inserted {
  /** In the order given, of those that were there already too. */
  ids: string[]
  /** For the audit log: what was made of those that were not there. */
  made: Record<string, unknown>[]
}

type Given = Omit<NewAnnotation, 'origin'> & Origin
/** One whose geometry has been checked. */
export type CheckedAnnotation = Omit<Given, 'geometry'> & { kept: KeptGeometry }

/**
 * Adds annotations to an image. One whose id is there already was sent before, by the same person for the same image:
 * it is left as it is, or as it has become. Any other id that is taken is refused. Whoever is assigned one is to be told.
 */
export async function insertAnnotations(
  work: AuditedWork,
  image: AnnotatedImage,
  given: readonly Given[],
): Promise<Inserted & { assigned: Assignment[] }> {
  const kept = await keepGeometries(given, image)
  const inserted = await insertChecked(
    work,
    image,
    given.map((each, index) => ({ ...each, kept: kept[index] as KeptGeometry })),
  )
  const isNew = new Set(inserted.made.map(({ id }) => id))
  const added = given.flatMap((each, index) => {
    const id = inserted.ids[index]
    return id !== undefined && isNew.has(id) ? [{ ...each, id }] : []
  })
  // What was sent before was told of before.
  for (const { id: annotationId, notes } of added)
    if (notes !== undefined) await tellMentioned(work, { slideId: image.slideId, annotationId, text: notes })
  return { ...inserted, assigned: added.map(({ id, assignee_id: assigneeId }) => ({ id, assigneeId })) }
}

/** The same of those that have been checked already. */
export async function insertChecked(
  work: AuditedWork,
  image: AnnotatedImage,
  given: readonly CheckedAnnotation[],
): Promise<Inserted> {
  const { tx, member, now } = work
  const { organizationId, userId } = member
  const named = given.map((each) => ({ ...each, id: each.id ?? newId() }))
  if (new Set(named.map(({ id }) => id)).size < named.length) refuseId('This id is used twice.')
  await requireAssignable(
    work,
    named.map(({ assignee_id }) => assignee_id),
  )
  const rows = named.map((each) => {
    const geometry = each.kept
    return {
      geometry,
      annotation: {
        organizationId,
        id: each.id,
        slideId: image.slideId,
        imageId: image.id,
        shape: each.shape,
        ...geometry.columns,
        corners: cornersInRow(geometry.bytes),
        ...contentColumns(each),
        extras: each.extras,
        origin: each.origin,
        inferenceJobId: each.inferenceJobId ?? null,
        createdBy: userId,
        updatedBy: userId,
        createdAt: now,
        updatedAt: now,
      },
    }
  })
  await requireRoom(work, image, rows.length)

  const made = new Set<string>()
  for (let from = 0; from < rows.length; from += atOnce) {
    const part = rows.slice(from, from + atOnce)
    const added = await tx
      .insert(annotations)
      .values(part.map(({ annotation }) => annotation))
      .onConflictDoNothing()
      .returning({ id: annotations.id })
    for (const { id } of added) made.add(id)
    const geometries = part.filter(({ annotation }) => made.has(annotation.id))
    if (geometries.length === 0) continue
    await tx.insert(annotationGeometries).values(
      geometries.map(({ annotation, geometry }) => ({
        organizationId,
        annotationId: annotation.id,
        version: 1,
        bytes: geometry.bytes,
      })),
    )
  }
  const ids = named.map(({ id }) => id)
  await requireSentBefore(
    work,
    image,
    ids.filter((id) => !made.has(id)),
  )
  return {
    ids,
    made: rows
      .filter(({ annotation }) => made.has(annotation.id))
      .map(({ annotation: { id, shape, className, name }, geometry }) => ({
        id,
        shape,
        class: className,
        name,
        geometry: summariseGeometry(geometry.bytes, geometry.columns),
      })),
  }
}

async function requireSentBefore(
  { tx, member }: AuditedWork,
  image: AnnotatedImage,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  const there = await tx
    .select({ createdBy: annotations.createdBy, imageId: annotations.imageId })
    .from(annotations)
    .where(inArray(annotations.id, [...ids]))
  const isOwn = (row: (typeof there)[number]) => row.createdBy === member.userId && row.imageId === image.id
  if (there.length < ids.length || !there.every(isOwn))
    refuseId('This id is taken by another annotation. Use a new one.')
}

function refuseId(detail: string): never {
  throw new ApiError('invalid_input', { detail, fields: { id: [detail] } })
}
