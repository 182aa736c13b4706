import { presetLimits } from '@cresyl/contract/api/limits'
import { z } from '@cresyl/contract/api/zod'
import { presetDisplay } from '@cresyl/contract/slides/display'
import { presetName } from '@cresyl/contract/slides/presets'
import { words } from './words.ts'

const own = words.presets

/** How images are shown, under a name. */
export const shelfPreset = z.object({
  id: z.string(),
  name: z.string(),
  display: presetDisplay,
  version: z.int(),
})
export type ShelfPreset = z.infer<typeof shelfPreset>

/** Where presets are kept: with a project, or with a person. */
export interface PresetShelf {
  /** Undefined until they are there. */
  presets: readonly ShelfPreset[] | undefined
  isShared: boolean
  failed: boolean
  retry: () => void
  /** Why they can't be changed. */
  reason: string | undefined
  busy: boolean
  save(name: string, display: ShelfPreset['display']): Promise<ShelfPreset>
  /** Refused where another version is stored by now. */
  update(preset: ShelfPreset, display: ShelfPreset['display']): Promise<ShelfPreset>
  rename(preset: ShelfPreset, name: string): Promise<ShelfPreset>
  remove(preset: ShelfPreset): Promise<void>
}

/** What is wrong with a new name, in words; undefined where nothing is. */
export function nameFault(name: string, presets: readonly ShelfPreset[]): string | undefined {
  const typed = name.trim()
  if (typed === '') return own.dialog.required
  if (typed.length > presetLimits.name) return own.dialog.long
  if (presets.some((preset) => keyOf(preset.name) === keyOf(typed))) return own.dialog.taken
  return presetName.safeParse(typed).error?.issues[0]?.message
}

/** Names that differ in case or spaces alone are one to the server too. */
function keyOf(name: string): string {
  return name.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim()
}
