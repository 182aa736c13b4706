import { createPreset, deletePreset, updatePreset } from '../../domain/presets/change-presets.ts'
import { listPresets } from '../../domain/presets/queries.ts'
import type { Handlers } from '../handler.ts'

export const presetHandlers = {
  listPresets: async (call) => call.page(await call.read((work) => listPresets(work, call.query))),

  createPreset: (call) => call.write((work) => createPreset(work, call.body)),

  updatePreset: (call) => call.write((work) => updatePreset(work, call.params.id, call.body)),

  deletePreset: async (call) => {
    await call.write((work) => deletePreset(work, call.params.id))
    return undefined
  },
} satisfies Partial<Handlers>
