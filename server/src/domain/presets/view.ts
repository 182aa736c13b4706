import type { Preset } from '@cresyl/contract/presets'
import type { displayPresets } from '../../platform/db/schema/index.ts'

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
