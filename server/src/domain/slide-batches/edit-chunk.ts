import type { AuditEvent } from '@cresyl/contract/api/audit'
import { nameByPattern } from '@cresyl/contract/api/name-pattern'
import type { SlideAction } from '@cresyl/contract/slides/slide-batches'
import { and, inArray, isNull, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import {
  type ChangedSlide,
  projects,
  type SlideBefore,
  stainers,
  tissues,
} from '../../platform/db/schema/index.ts'
import { placesOf, recordAudits } from '../audit/record.ts'
import { changesBetween } from '../changes.ts'
import { judgeByStain } from '../qc/rejudge-slides.ts'
import { slideKeys } from '../slides/names.ts'
import type { SlideDetails } from '../slides/view.ts'
import { type ChunkRow, changedBefore, lockChunk, lockSlides, updateChunk } from './chunk-queries.ts'
import { type Edit, type KnownTargets, planEdit, type Wish } from './plan-edit.ts'
import { type BatchRow, findBatch } from './queries.ts'

export interface ChunkOutcome {
  changed: number
  unchanged: number
  skipped: number
}

/**
 * Changes the slides of one chunk, in one transaction of the organisation. Done again it changes nothing. Undefined,
 * and nothing done, where the batch was taken back meanwhile.
 */
export async function editChunk(
  tx: Tx,
  { batchId, chunk, now }: { batchId: string; chunk: number; now: Date },
): Promise<ChunkOutcome | undefined> {
  await tx.execute(sql`set local app.deleted = 'shown'`)
  const row = await lockChunk(tx, batchId, chunk)
  if (row === undefined) return undefined
  if (row.doneAt !== null) return outcomeOf(row)
  const batch = await findBatch(tx, batchId)
  if (batch.undoneBy !== null) return undefined

  const found = await lockSlides(tx, row.slideIds)
  const wishes = await findWishes(tx, batch, row, found)
  const targets = await knownTargets(tx, [...wishes.values()])
  const plans = row.slideIds.map((id) => planEdit(id, found.get(id), wishes.get(id), targets))
  const edits = plans.flatMap((plan) => (plan.kind === 'edit' ? [plan] : []))
  await applyEdits(tx, edits, now)
  await auditEdits(tx, batch, edits, now)
  await judgeByStain(tx, {
    organizationId: batch.organizationId,
    now,
    userId: batch.createdBy,
    slideIds: edits.filter(({ values }) => values?.stainerId !== undefined).map(({ id }) => id),
  })
  const done = {
    doneAt: now,
    changed: edits.map(({ slide, before }) => ({ slide_id: slide.id, version: slide.version + 1, before })),
    skipped: plans.flatMap(({ id, ...plan }) =>
      plan.kind === 'skip' ? [{ slide_id: id, reason: plan.reason }] : [],
    ),
    unchanged: plans.filter(({ kind }) => kind === 'none').length,
  }
  await updateChunk(tx, row, done)
  return outcomeOf(done)
}

function outcomeOf({
  changed,
  unchanged,
  skipped,
}: Pick<ChunkRow, 'changed' | 'unchanged' | 'skipped'>): ChunkOutcome {
  return { changed: changed.length, unchanged, skipped: skipped.length }
}

async function findWishes(
  tx: Tx,
  batch: BatchRow,
  row: ChunkRow,
  found: Map<string, SlideDetails>,
): Promise<Map<string, Wish>> {
  if (batch.undoes === null) return wishesOf(batch.action, row, found)
  return wishesOfUndo(batch.action, await changedBefore(tx, batch.undoes, row.chunk))
}

/** All at once: those who follow slides live are told one thing, not hundreds. */
async function applyEdits(tx: Tx, edits: readonly Edit[], now: Date): Promise<void> {
  const idsOf = (deleted: boolean) =>
    edits.filter((edit) => edit.deleted === deleted).map(({ slide }) => slide.id)
  await deleteSlides(tx, idsOf(true), now)
  await restoreSlides(tx, idsOf(false), now)
  await giveValues(
    tx,
    edits.filter(({ deleted }) => deleted === undefined),
    now,
  )
}

/** As deleting one slide does: its images go with it. */
async function deleteSlides(tx: Tx, ids: string[], now: Date): Promise<void> {
  if (ids.length === 0) return
  await tx.execute(sql`
    update slides set deleted_at = ${now}, updated_at = ${now}, version = version + 1
    where id = any (${sql.param(ids)}::uuid[])`)
  await tx.execute(sql`
    update images set deleted_at = ${now}, updated_at = ${now}
    where slide_id = any (${sql.param(ids)}::uuid[]) and deleted_at is null`)
}

/** With the images that went with them; those that were deleted before stay so. */
async function restoreSlides(tx: Tx, ids: string[], now: Date): Promise<void> {
  if (ids.length === 0) return
  await tx.execute(sql`
    update images set deleted_at = null, updated_at = ${now} from slides s
    where s.id = any (${sql.param(ids)}::uuid[]) and images.organization_id = s.organization_id
      and images.slide_id = s.id and images.deleted_at = s.deleted_at`)
  await tx.execute(sql`
    update slides set deleted_at = null, updated_at = ${now}, version = version + 1
    where id = any (${sql.param(ids)}::uuid[])`)
}

async function giveValues(tx: Tx, edits: readonly Edit[], now: Date): Promise<void> {
  if (edits.length === 0) return
  const rows = edits.map(({ slide, values }) => ({ ...slide, ...values }))
  const column = (value: (row: (typeof rows)[number]) => string | null) => sql.param(rows.map(value))
  await tx.execute(sql`
    update slides set name = given.name, search_key = given.search_key, project_id = given.project_id,
      tissue_id = given.tissue_id, stainer_id = given.stainer_id, updated_at = ${now}, version = version + 1
    from unnest(
      ${column(({ id }) => id)}::uuid[], ${column(({ name }) => name)}::text[],
      ${column(({ name }) => slideKeys(name).searchKey)}::text[], ${column(({ projectId }) => projectId)}::uuid[],
      ${column(({ tissueId }) => tissueId)}::uuid[], ${column(({ stainerId }) => stainerId)}::uuid[]
    ) as given (id, name, search_key, project_id, tissue_id, stainer_id)
    where slides.id = given.id`)
}

/** A row for each slide, as if it had been changed by itself. */
async function auditEdits(tx: Tx, batch: BatchRow, edits: readonly Edit[], now: Date): Promise<void> {
  const { organizationId, createdBy, acting } = batch
  await recordAudits(
    tx,
    edits.map((edit) => ({
      organizationId,
      event: eventOf(edit),
      subjectId: edit.slide.id,
      occurredAt: now,
      ...(createdBy !== null && { userId: createdBy }),
      details: {
        batch_id: batch.id,
        ...(edit.values && { changes: changesBetween(edit.slide, edit.values) }),
        ...unaudited(batch, placesOf(edit.slide, edit.values)),
        ...(acting && { superadmin: true }),
      },
    })),
  )
}

function eventOf({ deleted }: Edit): AuditEvent {
  if (deleted === undefined) return 'slide.updated'
  return deleted ? 'slide.deleted' : 'slide.restored'
}

/** A project whose history tells of the batch needs not be told of each of its slides. */
function unaudited({ auditedProjects }: BatchRow, places: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(places).filter(([, id]) => !auditedProjects.includes(id)))
}

async function knownTargets(tx: Tx, wishes: readonly Wish[]): Promise<KnownTargets> {
  const asked = (column: 'projectId' | 'tissueId' | 'stainerId') => [
    ...new Set(wishes.map(({ values }) => values?.[column]).filter((id) => typeof id === 'string')),
  ]
  const found = await tx
    .select({ id: projects.id, archivedAt: projects.archivedAt })
    .from(projects)
    .where(and(inArray(projects.id, asked('projectId')), isNull(projects.deletedAt)))
  return {
    projects: new Map(found.map(({ id, archivedAt }) => [id, archivedAt === null ? 'open' : 'archived'])),
    tissues: await knownTerms(tx, tissues, asked('tissueId')),
    stainers: await knownTerms(tx, stainers, asked('stainerId')),
  }
}

async function knownTerms(
  tx: Tx,
  table: typeof tissues | typeof stainers,
  ids: string[],
): Promise<Set<string>> {
  const found = await tx
    .select({ id: table.id })
    .from(table)
    .where(and(inArray(table.id, ids), isNull(table.mergedInto), isNull(table.deletedAt)))
  return new Set(found.map(({ id }) => id))
}

/** By slide, what the action asks of it. */
function wishesOf(
  action: SlideAction,
  { slideIds, firstN }: { slideIds: string[]; firstN: number },
  found: ReadonlyMap<string, SlideDetails>,
): Map<string, Wish> {
  if (action.kind === 'delete' || action.kind === 'restore') {
    const deleted = action.kind === 'delete'
    return new Map(slideIds.map((id) => [id, { deleted }]))
  }
  if (action.kind === 'set') {
    const values = valuesOf(action)
    return new Map(slideIds.map((id) => [id, { values }]))
  }
  return new Map(
    slideIds.flatMap((id, index): [string, Wish][] => {
      const details = found.get(id)
      return details ? [[id, { values: { name: newName(action.pattern, details, firstN + index) } }]] : []
    }),
  )
}

/** By slide, what it was before the batch, and the version that the batch left. */
function wishesOfUndo({ kind }: SlideAction, changed: readonly ChangedSlide[]): Map<string, Wish> {
  return new Map(
    changed.map(({ slide_id, version, before }) => [
      slide_id,
      kind === 'delete' || kind === 'restore'
        ? { deleted: kind === 'restore', version }
        : { values: before, version },
    ]),
  )
}

function valuesOf(action: Extract<SlideAction, { kind: 'set' }>): SlideBefore {
  const { project_id, tissue_id, stainer_id } = action
  return {
    ...(project_id !== undefined && { projectId: project_id }),
    ...(tissue_id !== undefined && { tissueId: tissue_id }),
    ...(stainer_id !== undefined && { stainerId: stainer_id }),
  }
}

function newName(pattern: string, { slide, tissue, stainer }: SlideDetails, n: number): string {
  return nameByPattern(pattern, {
    name: slide.name,
    n,
    tissue: tissue?.organ ?? null,
    stain: stainer?.stainType ?? null,
    date: slide.createdAt.toISOString().slice(0, 10),
  })
}
