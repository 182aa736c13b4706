import { type BatchCheck, checkBatch, checkFile, suggestName } from '@cresyl/contract/files/uploads'
import type { Upload } from '../../../engine/uploads/upload.ts'

/** What can be said of all drafts together. */
export interface DraftSums {
  check: BatchCheck
  /** Of those that can be uploaded. */
  bytes: number
  suggestions: readonly Suggestion[]
  /** Names that more than one draft has, as `sameName` writes them, each as it stands in the list first. */
  doubles: ReadonlyMap<string, string>
}

export interface Suggestion {
  key: string
  name: string
}

export function sumDrafts(drafts: readonly Upload[]): DraftSums {
  return {
    check: checkBatch(drafts),
    bytes: drafts.reduce((sum, { errors, size }) => (errors.length === 0 ? sum + size : sum), 0),
    suggestions: drafts.flatMap((draft) => {
      const name = suggestionFor(draft)
      return name === null ? [] : [{ key: draft.key, name }]
    }),
    doubles: doubleNames(drafts),
  }
}

/** A name with which a file that can't be uploaded could; null where no name would help. */
export function suggestionFor(draft: Pick<Upload, 'name' | 'size' | 'errors'>): string | null {
  if (draft.errors.length === 0) return null
  const name = suggestName(draft.name)
  return name !== null && checkFile({ name, size: draft.size }).length === 0 ? name : null
}

export function doubleNames(drafts: readonly Pick<Upload, 'name'>[]): ReadonlyMap<string, string> {
  const [seen, twice] = [new Map<string, string>(), new Map<string, string>()]
  for (const { name } of drafts) {
    const same = sameName(name)
    const first = seen.get(same)
    if (first === undefined) seen.set(same, name)
    else twice.set(same, first)
  }
  return twice
}

/** Names that differ only in case are the same on many disks, once they are downloaded. */
export function sameName(name: string): string {
  return name.toLowerCase()
}
