import { ApiError } from '@cresyl/contract/errors'
import { inArray } from 'drizzle-orm'
import { annotationGeometries, annotations } from '../../platform/db/schema/index.ts'
import { newId } from '../../platform/id.ts'
import { tellMentioned } from '../notifications/mentions.ts'
import { tellAssigned } from '../notifications/tell-of-annotation.ts'
import type { AuditedWork } from '../work.ts'
import { type AnnotatedImage, requireRoom } from './annotated-image.ts'
import { contentColumns, type NewAnnotation, requireAssignable } from './content.ts'
import { type KeptGeometry, summariseGeometry } from './describe-geometry.ts'
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
 * it is left as it is, or as it has become. Any other id that is taken is refused.
 */
export async function insertAnnotations(
  work: AuditedWork,
  image: AnnotatedImage,
  given: readonly Given[],
): Promise<Inserted> {
  const kept = await keepGeometries(given, image)
  const inserted = await insertChecked(
    work,
    image,
    given.map((each, index) => ({ ...each, kept: kept[index] as KeptGeometry })),
  )
  await tellOfNew(work, image, given, inserted)
  return inserted
}

/** What was sent before was told of before. */
async function tellOfNew(
  work: AuditedWork,
  { slideId }: AnnotatedImage,
  given: readonly Given[],
  { ids, made }: Inserted,
): Promise<void> {
  const isNew = new Set(made.map(({ id }) => id))
  for (const [index, { notes }] of given.entries()) {
    const annotationId = ids[index]
    if (notes === undefined || annotationId === undefined || !isNew.has(annotationId)) continue
    await tellMentioned(work, { slideId, annotationId, text: notes })
  }
  const assigned = given.flatMap(({ assignee_id: assigneeId }, index) => {
    const id = ids[index]
    return id !== undefined && isNew.has(id) ? [{ id, assigneeId }] : []
  })
  await tellAssigned(work, slideId, assigned)
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
  if (new Set(named.map(({ id }) => id)).size < named.length) refuseId('The same id stands here twice.')
  await requireAssignable(
    work,
    named.map(({ assignee_id }) => assignee_id),
  )
  const rows = named.map((each) => {
    const geometry = each.kept
    return {
      geometry,
      annotation: {
        ...{ organizationId, id: each.id, slideId: image.slideId, imageId: image.id, shape: each.shape },
        ...geometry.columns,
        ...contentColumns(each),
        extras: each.extras,
        origin: each.origin,
        inferenceJobId: each.inferenceJobId ?? null,
        ...{ createdBy: userId, updatedBy: userId, createdAt: now, updatedAt: now },
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
        ...{ organizationId, annotationId: annotation.id, version: 1, bytes: geometry.bytes },
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
        ...{ id, shape, class: className, name },
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
