import { presetLimits } from '@cresyl/contract/limits'
import { z } from '@cresyl/contract/zod'
import type { PresetShelf, ShelfPreset } from './preset-shelf.ts'
import { shelfPreset } from './preset-shelf.ts'
import { useKept } from './use-kept.ts'

const kept = z.array(shelfPreset).max(presetLimits.count)
const none: ShelfPreset[] = []

/** The presets of the person on this device, for slides in no project. */
export function useOwnPresets(): PresetShelf {
  const [presets, keep] = useKept('display-presets', kept, none)
  return {
    presets,
    isShared: false,
    failed: false,
    retry: () => undefined,
    reason: undefined,
    busy: false,
    async save(name, display) {
      const made = { id: crypto.randomUUID(), name, display, version: 1 }
      keep([...presets, made].toSorted((one, other) => one.name.localeCompare(other.name)))
      return made
    },
    async update(preset, display) {
      const changed = { ...preset, display, version: preset.version + 1 }
      keep(presets.map((each) => (each.id === preset.id ? changed : each)))
      return changed
    },
    async remove(preset) {
      keep(presets.filter(({ id }) => id !== preset.id))
    },
  }
}
