import { ApiError } from '@cresyl/contract/errors'
import { presetLimits } from '@cresyl/contract/limits'
import type { createPreset as createPresetRoute, Preset } from '@cresyl/contract/presets'
import type { RouteRequest } from '@cresyl/contract/route'
import { count, eq } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { displayPresets } from '../../platform/db/schema/index.ts'
import { newId } from '../../platform/id.ts'
import { foldText } from '../../platform/text.ts'
import type { AuditedWork } from '../work.ts'
import { withUniqueName } from './names.ts'
import { findPreset, lockChangeableProject } from './queries.ts'
import { viewPreset } from './view.ts'

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
    detail: `A project keeps up to ${presetLimits.count} presets. Delete one that nobody uses any more, or update it.`,
    fields: { project_id: [`Has ${presetLimits.count} presets already`] },
  })
}
