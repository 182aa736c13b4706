import { z } from '@cresyl/contract/api/zod'
import { type ShelfPreset, shelfPreset } from './preset-shelf.ts'

const kept = z.array(shelfPreset)

/** What is kept, or nothing where an older version kept something else. */
export const readOwnPresets = (value: unknown): readonly ShelfPreset[] => kept.safeParse(value).data ?? []

/** With this one, in place of the one that it was before. */
export function withPreset(presets: readonly ShelfPreset[], preset: ShelfPreset): readonly ShelfPreset[] {
  const others = withoutPreset(presets, preset.id)
  return [...others, preset].toSorted((one, other) => one.name.localeCompare(other.name))
}

export const withoutPreset = (presets: readonly ShelfPreset[], id: string): readonly ShelfPreset[] =>
  presets.filter((each) => each.id !== id)
