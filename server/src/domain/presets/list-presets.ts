import type { Preset } from '@cresyl/contract/presets'
import type { Rows } from '../resource.ts'
import type { Work } from '../work.ts'
import { countPresets, type PresetQuery, selectPresets } from './queries.ts'
import { viewPreset } from './view.ts'

export async function listPresets({ tx }: Work, query: PresetQuery): Promise<Rows<Preset>> {
  const rows = await selectPresets(tx, query)
  return { count: await countPresets(tx, query), results: rows.map(viewPreset) }
}
