import { signedUrlSeconds as windowSeconds } from '@cresyl/contract/api/limits'
import { identifyingKinds } from '@cresyl/contract/slides/images'
import { and, eq, lte, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { views } from '../../platform/db/schema/index.ts'
import { audited } from '../audit/audited.ts'
import type { Work } from '../work.ts'
import type { ShownImage } from './shown-image.ts'

export type ViewedImage = Pick<ShownImage, 'id' | 'slideId' | 'kind'>

/** What is looked at: the slide; or its label or its macro, each for itself, which may name the patient. */
export function viewedSubject({ id, slideId, kind }: ViewedImage): { id: string; identifying: boolean } {
  const identifying = isIdentifying(kind)
  return { id: identifying ? id : (slideId ?? id), identifying }
}

export function isIdentifying(kind: ShownImage['kind']): boolean {
  return identifyingKinds.includes(kind)
}

/**
 * Writes to the audit log that the member looks at the image, unless that stands there since less than half an hour:
 * whichever process or machine wrote it. Returns for how many milliseconds nothing more has to be written.
 */
export async function recordView(work: Work, image: ViewedImage, requestId?: string): Promise<number> {
  const { tx, member } = work
  const { id: subjectId, identifying } = viewedSubject(image)
  const { organizationId, userId } = member
  const { rowCount } = await tx
    .insert(views)
    .values({ organizationId, userId, subjectId, identifying, viewedAt: sql`now()` })
    .onConflictDoUpdate({
      target: [views.organizationId, views.userId, views.subjectId, views.identifying],
      set: { viewedAt: sql`now()`, openedAt: sql`now()` },
      setWhere: lte(views.viewedAt, oldestThatCounts),
    })
  if (rowCount === 0) {
    await noteOpening(tx, userId, image)
    return remainingOf(tx, userId, image)
  }
  const event = identifying ? 'label.revealed' : 'slide.viewed'
  await audited(work, { event, ...(requestId !== undefined && { requestId }) }, async ({ record }) =>
    record({
      id: image.slideId ?? image.id,
      ...(identifying && { details: { image_id: image.id, kind: image.kind } }),
    }),
  )
  return windowSeconds * 1000
}

/** Of views that keep another from being written: by the clock of the database, which all machines share. */
export const oldestThatCounts = sql`now() - make_interval(secs => ${windowSeconds})`

/** The order of what a person looked at last follows each opening. */
async function noteOpening(tx: Tx, userId: string, image: ViewedImage): Promise<void> {
  await tx.update(views).set({ openedAt: sql`now()` }).where(isViewOf(userId, image))
}

function isViewOf(userId: string, image: ViewedImage): SQL | undefined {
  const { id, identifying } = viewedSubject(image)
  return and(eq(views.userId, userId), eq(views.subjectId, id), eq(views.identifying, identifying))
}

async function remainingOf(tx: Tx, userId: string, image: ViewedImage): Promise<number> {
  const age = sql<number>`extract(epoch from now() - ${views.viewedAt})::float8`
  const [view] = await tx.select({ age }).from(views).where(isViewOf(userId, image))
  const remaining = windowSeconds - (view?.age ?? windowSeconds)
  // It may have been written after this transaction began.
  return Math.min(Math.max(remaining, 0), windowSeconds) * 1000
}
