import type { Preset, updatePreset as updatePresetRoute } from '@cresyl/contract/presets'
import type { RouteRequest } from '@cresyl/contract/route'
import { eq } from 'drizzle-orm'
import { displayPresets } from '../../platform/db/schema/index.ts'
import { foldText } from '../../platform/text.ts'
import { changesBetween } from '../changes.ts'
import { refuseStale } from '../resource.ts'
import type { AuditedWork } from '../work.ts'
import { withUniqueName } from './names.ts'
import { findPreset, lockPreset } from './queries.ts'
import { viewPreset } from './view.ts'

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
