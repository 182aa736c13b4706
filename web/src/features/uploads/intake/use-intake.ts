import { useCallback, useState } from 'react'
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
  /** Resolves when they are in the queue. */
  drop: (dropped: Dropped) => Promise<void>
  /** How many files have been found so far in folders that are being gone through; null when none are. */
  found: number | null
}

/** Takes files into the queue, and says what was not taken and why. */
export function useIntake(): Taking {
  const uploader = useUploader()
  const [found, setFound] = useState<number | null>(null)

  async function drop({ entries, files }: Dropped) {
    setFound(0)
    try {
      const intake = await intakeOfDropped(entries, setFound)
      const plain = files.map((content) => ({ content, folder: '' }))
      take(uploader, { ...intake, files: [...plain, ...intake.files] })
    } finally {
      setFound(null)
    }
  }

  const choose = useCallback((files: Iterable<File>) => take(uploader, intakeOfChosen(files)), [uploader])
  return { choose, drop, found }
}

function take(uploader: Uploader, { files, leftOut, unreadable }: Intake): void {
  if (unreadable > 0) showToast(words.drop.unreadable(unreadable), 'error')
  if (files.length === 0 && unreadable === 0) {
    showToast(leftOut > 0 ? words.drop.onlyHidden : words.drop.nothing, 'warning')
    return
  }
  if (leftOut > 0) showToast(words.drop.leftOut(leftOut), 'info')
  const repeated = uploader.add(inNaturalOrder(files), lastBelonging(uploader))
  if (repeated.length > 0) {
    showToast(words.drop.repeated(repeated.map(({ content }) => content.name)), 'info')
  }
}
