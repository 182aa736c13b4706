import { useCallback, useState } from 'react'
import type { Belonging } from '../../../engine/uploads/upload-api.ts'
import type { Uploader } from '../../../engine/uploads/uploader.ts'
import { showToast } from '../../../ui/toast/toast-store.ts'
import { lastBelonging } from '../belonging/last-belonging.ts'
import { useUploader } from '../uploader-context.tsx'
import { words } from '../words.ts'
import { type DroppedEntry, type Intake, intakeOfChosen, intakeOfDropped } from './intake.ts'
import { inNaturalOrder } from './natural-order.ts'

/** What was dropped, while the browser still shows it. */
export interface Dropped {
  entries: readonly DroppedEntry[]
  /** Those that the browser gave as plain files. */
  files: readonly File[]
}

export interface Taking {
  choose: (files: Iterable<File>) => void
  /** Resolves to what is in the queue now; where they belong is what was chosen last, unless it is said. */
  drop: (dropped: Dropped, belonging?: Belonging) => Promise<string[]>
  /** How many files have been found so far in folders that are being gone through; null when none are. */
  found: number | null
}

/** Takes files into the queue, and says what was not taken and why. */
export function useIntake(): Taking {
  const uploader = useUploader()
  const [found, setFound] = useState<number | null>(null)

  async function drop({ entries, files }: Dropped, belonging?: Belonging) {
    setFound(0)
    try {
      const intake = await intakeOfDropped(entries, setFound)
      const plain = files.map((content) => ({ content, folder: '' }))
      return take(uploader, { ...intake, files: [...plain, ...intake.files] }, belonging)
    } finally {
      setFound(null)
    }
  }

  const choose = useCallback(
    (files: Iterable<File>) => void take(uploader, intakeOfChosen(files)),
    [uploader],
  )
  return { choose, drop, found }
}

/** The keys of those that were taken. */
function take(
  uploader: Uploader,
  { files, leftOut, unreadable }: Intake,
  belonging = lastBelonging(uploader),
): string[] {
  if (unreadable > 0) showToast(words.drop.unreadable(unreadable), 'error')
  if (files.length === 0 && unreadable === 0) {
    showToast(leftOut > 0 ? words.drop.onlyHidden : words.drop.nothing, 'warning')
    return []
  }
  if (leftOut > 0) showToast(words.drop.leftOut(leftOut), 'info')
  const before = new Set(uploader.list().map(({ key }) => key))
  const repeated = uploader.add(inNaturalOrder(files), belonging)
  if (repeated.length > 0) {
    showToast(words.drop.repeated(repeated.map(({ content }) => content.name)), 'info')
  }
  return uploader
    .list()
    .map(({ key }) => key)
    .filter((key) => !before.has(key))
}
