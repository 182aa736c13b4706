import type { RouteRequest } from '@cresyl/contract/api/route'
import {
  type listSlideHistory,
  type SlideHistoryEntry,
  type SlideHistoryEvent,
  slideHistoryEvents,
} from '@cresyl/contract/slides/slide-history'
import { and, count, desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { audits, images, users } from '../../platform/db/schema/index.ts'
import { requirePermission } from '../access.ts'
import { changeNames, qcIn } from '../audit/history.ts'
import { type Person, pickPerson, type Rows, readTotal, rowLimit } from '../resource.ts'
import type { Work } from '../work.ts'
import { findSlide } from './queries.ts'
import type { SlideRow } from './view.ts'

type HistoryQuery = RouteRequest<typeof listSlideHistory>['query']

/** What the audit log tells of a slide, its file and its images, in names instead of ids. */
export async function listHistory(
  { tx, member }: Work,
  slideId: string,
  query: HistoryQuery,
): Promise<Rows<SlideHistoryEntry>> {
  requirePermission(member, 'read:slides')
  const { slide } = await findSlide(tx, slideId)
  const subjects = await historySubjects(tx, slide)
  const found = await selectHistory(tx, subjects, query)
  const changes = await changeNames(tx, found)
  const results = found.map(({ id, event, occurredAt, details, person }) => ({
    id,
    event,
    occurred_at: occurredAt.toISOString(),
    person,
    visiting: details.superadmin === true,
    revealed: revealedIn(event, details),
    qc: qcIn(event, details),
    changes: changes.get(id) ?? [],
  }))
  return { count: await countHistory(tx, subjects), results }
}

function revealedIn(event: string, { kind }: Record<string, unknown>): SlideHistoryEntry['revealed'] {
  return event === 'label.revealed' && (kind === 'label' || kind === 'macro') ? kind : null
}

/** Whom rows of the audit log may speak of. */
export interface HistorySubjects {
  ids: string[]
  imageIds: string[]
}

export interface HistoryRow {
  id: string
  event: SlideHistoryEvent
  occurredAt: Date
  details: Record<string, unknown>
  person: Person | null
}

export async function historySubjects(tx: Tx, { id, fileId }: SlideRow): Promise<HistorySubjects> {
  const rows = await tx.select({ id: images.id }).from(images).where(eq(images.slideId, id))
  const imageIds = rows.map((image) => image.id)
  return { ids: [id, fileId, ...imageIds], imageIds }
}

export async function selectHistory(
  tx: Tx,
  subjects: HistorySubjects,
  { limit, offset }: { limit: number; offset: number },
): Promise<HistoryRow[]> {
  const rows = await tx
    .select({
      id: audits.id,
      event: audits.event,
      occurredAt: audits.occurredAt,
      details: audits.details,
      person: pickPerson(users),
    })
    .from(audits)
    .leftJoin(users, eq(users.id, audits.userId))
    .where(isOf(subjects))
    .orderBy(desc(audits.occurredAt), desc(audits.id))
    .limit(rowLimit(limit))
    .offset(offset)
  return rows.flatMap((row) => (isHistory(row.event) ? [{ ...row, event: row.event }] : []))
}

export async function countHistory(tx: Tx, subjects: HistorySubjects): Promise<number> {
  return readTotal(tx.select({ total: count() }).from(audits).where(isOf(subjects)))
}

/** The exports of an image are named by their rows: they themselves may be gone. */
function isOf({ ids, imageIds }: HistorySubjects): SQL | undefined {
  return and(
    inArray(audits.event, [...slideHistoryEvents]),
    or(
      sql`${audits.subjectId} = any (${sql.param(ids)}::uuid[])`,
      sql`(${audits.details} ? 'image_id' and ${audits.details} ->> 'image_id' = any (${sql.param(imageIds)}::text[]))`,
    ),
  )
}

const isHistory = (event: string): event is SlideHistoryEvent =>
  (slideHistoryEvents as readonly string[]).includes(event)
