import { ApiError } from '@cresyl/contract/api/errors'
import { isolate } from '@cresyl/contract/api/isolate'
import { presetLimits } from '@cresyl/contract/api/limits'
import type { RouteRequest } from '@cresyl/contract/api/route'
import type {
  createPreset as createPresetRoute,
  Preset,
  updatePreset as updatePresetRoute,
} from '@cresyl/contract/slides/presets'
import { count, eq } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { violatedUniqueness } from '../../platform/db/failures.ts'
import { displayPresets } from '../../platform/db/schema/index.ts'
import { newId } from '../../platform/id.ts'
import { foldText } from '../../platform/text.ts'
import { changesBetween } from '../changes.ts'
import { refuseStale } from '../resource.ts'
import type { AuditedWork } from '../work.ts'
import { findPreset, lockChangeableProject, lockPreset, viewPreset } from './queries.ts'

type NewPreset = RouteRequest<typeof createPresetRoute>['body']

export async function createPreset(work: AuditedWork, input: NewPreset): Promise<Preset> {
  const { tx, member, now } = work
  const { project_id: projectId, name, display } = input
  await lockChangeableProject(tx, projectId)
  await requireRoom(tx, projectId)
  const id = newId()
  await withUniqueName(name, () =>
    tx.insert(displayPresets).values({
      id,
      organizationId: member.organizationId,
      projectId,
      name,
      nameKey: foldText(name),
      display,
      createdAt: now,
      updatedAt: now,
    }),
  )
  work.record({ id, details: { project_id: projectId, name } })
  return viewPreset(await findPreset(tx, id))
}

async function requireRoom(tx: Tx, projectId: string): Promise<void> {
  const [row] = await tx
    .select({ total: count() })
    .from(displayPresets)
    .where(eq(displayPresets.projectId, projectId))
  if ((row?.total ?? 0) < presetLimits.count) return
  throw new ApiError('invalid_input', {
    detail: `A project keeps up to ${presetLimits.count} presets. Delete one that is no longer used, or update it.`,
    fields: { project_id: [`Has ${presetLimits.count} presets already`] },
  })
}

type PresetEdit = RouteRequest<typeof updatePresetRoute>['body']

export async function updatePreset(work: AuditedWork, id: string, edit: PresetEdit): Promise<Preset> {
  const { tx, now } = work
  const current = await lockPreset(tx, id)
  await refuseStale(edit, current, () => viewPreset(current))
  const changed = { name: edit.name ?? current.name, display: edit.display ?? current.display }
  const changes = changesBetween(current, changed)
  if (Object.keys(changes).length === 0) return viewPreset(current)
  await withUniqueName(changed.name, () =>
    tx
      .update(displayPresets)
      .set({ ...changed, nameKey: foldText(changed.name), updatedAt: now, version: current.version + 1 })
      .where(eq(displayPresets.id, id)),
  )
  work.record({ id, details: { changes } })
  return viewPreset(await findPreset(tx, id))
}

/** For good; the audit log keeps its name. */
export async function deletePreset(work: AuditedWork, id: string): Promise<void> {
  const { name, projectId } = await lockPreset(work.tx, id)
  await work.tx.delete(displayPresets).where(eq(displayPresets.id, id))
  work.record({ id, details: { project_id: projectId, name } })
}

/** Turns the database's refusal of a second preset of one name into a sentence. */
export async function withUniqueName<T>(name: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (violatedUniqueness(error) !== 'display_presets_name') throw error
    throw new ApiError('name_taken', {
      detail: `This project already has a preset called “${isolate(name)}”. Choose another name.`,
      fields: { name: ['A preset with this name already exists. Choose another name.'] },
      cause: error,
    })
  }
}
