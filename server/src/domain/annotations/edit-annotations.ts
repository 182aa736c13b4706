import type {
  Annotation,
  changeAnnotations,
  updateAnnotation,
} from '@cresyl/contract/annotations/annotations'
import { ApiError } from '@cresyl/contract/api/errors'
import type { RouteRequest } from '@cresyl/contract/api/route'
import { eq } from 'drizzle-orm'
import { annotationGeometries, annotations } from '../../platform/db/schema/index.ts'
import { mayDo } from '../access.ts'
import { changesBetween } from '../changes.ts'
import { findImage } from '../images/queries.ts'
import { tellMentioned } from '../notifications/mentions.ts'
import type { Assignment } from '../notifications/tell-of-annotation.ts'
import { refuseUnknown } from '../resource.ts'
import { requireReady } from '../viewers/read-pyramid.ts'
import type { AuditedWork, Member } from '../work.ts'
import { refuseArchived } from './annotated-image.ts'
import { contentColumns, requireAssignable } from './content.ts'
import { cornersInRow, summariseGeometry } from './describe-geometry.ts'
import { keepGeometries } from './keep-geometries.ts'
import { lockAnnotations, unknownAnnotation } from './queries.ts'
import { type AnnotationDetails, type AnnotationRow, classificationOf, viewAnnotation } from './view.ts'

type OneEdit = RouteRequest<typeof updateAnnotation>['body']
export type Edit = Omit<OneEdit, 'organization_id'> & { id: string }
type Deletion = RouteRequest<typeof changeAnnotations>['body']['delete'][number]

/** For the audit log: `{name: [before, after]}` of each. */
export type Changes = Map<string, Record<string, unknown>>

type Locked = AnnotationDetails & { archived: boolean }

/** Changes annotations that were locked; those that stay as they are keep their version. */
export async function editAnnotations(
  work: AuditedWork,
  locked: ReadonlyMap<string, Locked>,
  edits: readonly Edit[],
): Promise<Changes> {
  await requireAssignable(
    work,
    edits.map(({ assignee_id }) => assignee_id),
  )
  const done: Changes = new Map()
  for (const edit of edits) {
    const changes = await editOne(work, locked.get(edit.id) ?? refuseUnknown(unknownAnnotation), edit)
    if (Object.keys(changes).length > 0) done.set(edit.id, changes)
    await tellOfNotes(work, locked.get(edit.id), edit)
  }
  return done
}

/** What these edits gave to somebody else, who is to be told. */
export function assignedIn(edits: readonly Edit[], done: Changes): Assignment[] {
  return edits
    .filter(({ id }) => 'assigneeId' in (done.get(id) ?? {}))
    .map(({ id, assignee_id: assigneeId }) => ({ id, assigneeId }))
}

/** Whoever is newly named in the notes is told. */
async function tellOfNotes(work: AuditedWork, found: Locked | undefined, { id, notes }: Edit): Promise<void> {
  if (found === undefined || notes === undefined) return
  const { slideId, notes: before } = found.annotation
  await tellMentioned(work, { slideId, annotationId: id, before, text: notes })
}

async function editOne(
  { tx, member, now }: AuditedWork,
  found: Locked,
  edit: Edit,
): Promise<Record<string, unknown>> {
  const current = found.annotation
  if (current.deletedAt !== null) refuseUnknown(unknownAnnotation)
  const changed = {
    ...contentColumns({ ...contentOf(found), ...withoutMissing(edit) }),
    shape: edit.shape ?? current.shape,
  }
  const { searchKey: _, ...changes }: Record<string, unknown> = changesBetween(current, changed)
  const [geometry] =
    edit.geometry === undefined && edit.shape === undefined
      ? []
      : await keepGeometries(
          [{ geometry: edit.geometry ?? viewAnnotation(found).geometry, shape: changed.shape }],
          requireReady(await findImage(tx, current.imageId, { labels: true })),
        )
  const isMoved = geometry !== undefined && !geometry.bytes.equals(found.bytes)
  if (isMoved)
    changes.geometry = [
      summariseGeometry(found.bytes, current),
      summariseGeometry(geometry.bytes, geometry.columns),
    ]
  if (Object.keys(changes).length === 0) return {}
  requireMayChange(member, current, Object.keys(changes))
  if (found.archived) refuseArchived()
  requireUnlocked(current, changed.locked, Object.keys(changes))

  const version = current.version + 1
  if (isMoved) {
    await tx.insert(annotationGeometries).values({
      organizationId: current.organizationId,
      annotationId: current.id,
      version,
      bytes: geometry.bytes,
    })
  }
  await tx
    .update(annotations)
    .set({
      ...changed,
      ...(isMoved && {
        ...geometry.columns,
        corners: cornersInRow(geometry.bytes),
        geometryVersion: version,
      }),
      updatedAt: now,
      updatedBy: member.userId,
      version,
    })
    .where(eq(annotations.id, current.id))
  return changes
}

function contentOf({ annotation }: Locked) {
  const { className, classColor, name, notes, tags, locked, z, review, assigneeId } = annotation
  return {
    classification: classificationOf(className, classColor),
    name,
    notes,
    tags,
    locked,
    z,
    review,
    assignee_id: assigneeId,
  }
}

const withoutMissing = <T extends object>(edit: T) =>
  Object.fromEntries(Object.entries(edit).filter(([, value]) => value !== undefined)) as Partial<Annotation>

/** Hides them until they are restored or purged, and brings them back. Doing either twice changes nothing. */
export async function hideAnnotations(
  { tx, member, now }: AuditedWork,
  locked: ReadonlyMap<string, Locked>,
  which: readonly { id: string }[],
  deletedAt: Date | null,
): Promise<string[]> {
  const done: string[] = []
  for (const { id } of which) {
    const { annotation: current, archived } = locked.get(id) ?? refuseUnknown(unknownAnnotation)
    if ((current.deletedAt !== null) === (deletedAt !== null)) continue
    requireMayChange(member, current, ['deletedAt'])
    if (archived) refuseArchived()
    if (deletedAt !== null) requireUnlocked(current, true, ['deletedAt'])
    await tx
      .update(annotations)
      .set({ deletedAt, updatedAt: now, updatedBy: member.userId, version: current.version + 1 })
      .where(eq(annotations.id, id))
    done.push(id)
  }
  return done
}

/** Where someone else was faster: each that differs, as it is now. What is deleted twice is in nobody's way. */
export function staleOnes(
  locked: ReadonlyMap<string, Locked>,
  edits: readonly { id: string; version?: number | undefined }[],
  deletions: readonly Deletion[] = [],
): Annotation[] {
  const isStale = ({ id, version }: { id: string; version?: number | undefined }) => {
    const current = locked.get(id)?.annotation
    return current !== undefined && version !== undefined && version !== current.version
  }
  const stale = [
    ...edits.filter(isStale),
    ...deletions.filter((each) => locked.get(each.id)?.annotation.deletedAt === null && isStale(each)),
  ]
  return stale.flatMap(({ id }) => {
    const found = locked.get(id)
    return found ? [viewAnnotation(found)] : []
  })
}

/** The annotation, held; refuses where there is none. */
export async function lockAnnotation({ tx }: AuditedWork, id: string): Promise<Map<string, Locked>> {
  const locked = await lockAnnotations(tx, [id])
  if (!locked.has(id)) refuseUnknown(unknownAnnotation)
  return locked
}

export function refuseStale(current: Annotation | Annotation[]): never {
  throw new ApiError('stale_version', { current })
}

/** One's own, or with the right to look after projects anybody's. Whoever it was assigned to may review it. */
function requireMayChange(
  member: Member,
  { createdBy, assigneeId }: Pick<AnnotationRow, 'createdBy' | 'assigneeId'>,
  changed: readonly string[],
): void {
  if (createdBy === member.userId || mayDo(member, 'update:projects')) return
  if (assigneeId === member.userId && changed.every((field) => field === 'review')) return
  throw new ApiError('forbidden', {
    detail:
      "You do not have permission to change other people's annotations. Ask the author, or someone with the role Manager.",
  })
}

/** What people decide about a locked one without changing what it says. */
const aboutLocked: readonly string[] = ['review', 'assigneeId', 'locked']

/** A locked one is changed by unlocking it, before or in the same edit. */
function requireUnlocked(
  { locked }: Pick<AnnotationRow, 'locked'>,
  staysLocked: boolean,
  changed: readonly string[],
): void {
  if (!locked || !staysLocked || changed.every((field) => aboutLocked.includes(field))) return
  throw new ApiError('locked', { detail: 'This annotation is locked. Unlock it first, then change it.' })
}
