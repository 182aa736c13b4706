import { ApiError } from '@cresyl/contract/api/errors'
import type { RouteRequest } from '@cresyl/contract/api/route'
import type { listPresets as listPresetsRoute, Preset } from '@cresyl/contract/slides/presets'
import { and, asc, count, eq, inArray, type SQL } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { displayPresets, projects } from '../../platform/db/schema/index.ts'
import { lockProject } from '../projects/queries.ts'
import { findRow, type Rows, readTotal, rowLimit } from '../resource.ts'
import type { Work } from '../work.ts'

export type PresetQuery = RouteRequest<typeof listPresetsRoute>['query']

export async function selectPresets(tx: Tx, query: PresetQuery): Promise<PresetRow[]> {
  const rows = await tx
    .select({ preset: displayPresets })
    .from(displayPresets)
    .innerJoin(projects, ofProject)
    .where(matching(query))
    .orderBy(asc(displayPresets.nameKey), asc(displayPresets.id))
    .limit(rowLimit(query.limit))
    .offset(query.offset)
  return rows.map(({ preset }) => preset)
}

export async function countPresets(tx: Tx, query: PresetQuery): Promise<number> {
  return readTotal(
    tx.select({ total: count() }).from(displayPresets).innerJoin(projects, ofProject).where(matching(query)),
  )
}

export async function findPreset(tx: Tx, id: string): Promise<PresetRow> {
  return findRow(tx.select().from(displayPresets).where(eq(displayPresets.id, id)), unknown)
}

/** Edits of the presets of a project come one after the other: that its project is held sees to it. */
export async function lockPreset(tx: Tx, id: string): Promise<PresetRow> {
  const { projectId } = await findPreset(tx, id)
  await lockChangeableProject(tx, projectId)
  return findPreset(tx, id)
}

export async function lockChangeableProject(tx: Tx, id: string): Promise<void> {
  const { project } = await lockProject(tx, id)
  if (project.archivedAt === null) return
  throw new ApiError('archived', {
    detail: 'This project is archived and its presets cannot be changed. Unarchive the project first.',
  })
}

// Presets of a project that was deleted are as little there as the project.
const ofProject = eq(projects.id, displayPresets.projectId)

function matching({ project_id: wanted }: PresetQuery): SQL | undefined {
  return and(wanted && inArray(displayPresets.projectId, wanted))
}

const unknown = 'This preset does not exist or was deleted.'

export async function listPresets({ tx }: Work, query: PresetQuery): Promise<Rows<Preset>> {
  const rows = await selectPresets(tx, query)
  return { count: await countPresets(tx, query), results: rows.map(viewPreset) }
}

export type PresetRow = typeof displayPresets.$inferSelect

export function viewPreset(row: PresetRow): Preset {
  return {
    id: row.id,
    project_id: row.projectId,
    name: row.name,
    display: row.display,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    version: row.version,
  }
}
