import type { ChosenFile } from '../../../engine/uploads/uploader.ts'

/** As people count: Slide_2 comes before Slide_10. */
const { compare } = new Intl.Collator('en', { numeric: true })

/** By folder, then by name: browsers give files as their disk happens to have them. */
export function inNaturalOrder(files: readonly ChosenFile[]): ChosenFile[] {
  return files.toSorted(
    (one, other) => compare(one.folder, other.folder) || compare(one.content.name, other.content.name),
  )
}
