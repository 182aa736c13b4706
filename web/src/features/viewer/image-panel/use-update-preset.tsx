import { preset as presetSchema } from '@cresyl/contract/slides/presets'
import { type ReactNode, useState } from 'react'
import { presetOf } from '../../../engine/viewer/display/preset-display.ts'
import type { SlideView } from '../../../engine/viewer/slide-view.ts'
import { storedNow } from '../../../lib/api/stored-now.ts'
import { ConfirmDialog } from '../../../ui/form/confirm-dialog.tsx'
import { showToast } from '../../../ui/toast/toast-store.ts'
import type { PresetShelf, ShelfPreset } from './preset-shelf.ts'
import { words } from './words.ts'

const own = words.presets

interface Updating {
  update: (preset: ShelfPreset) => void
  dialog: ReactNode
}

/** Puts what is seen now into a preset; where someone else has changed it meanwhile, it asks whose is to stay. */
export function useUpdatePreset(
  view: SlideView,
  shelf: PresetShelf,
  onStored: (preset: ShelfPreset) => void,
): Updating {
  const [theirs, setTheirs] = useState<ShelfPreset | null>(null)

  async function update(preset: ShelfPreset) {
    try {
      const stored = await shelf.update(preset, presetOf(view.display(), view.image.pyramid))
      setTheirs(null)
      onStored(stored)
      showToast(own.updated(stored.name))
    } catch (error) {
      // Anything else has been told already.
      setTheirs(storedNow(error, presetSchema))
    }
  }

  function keepTheirs() {
    // What is seen stays: it can still be saved under another name.
    if (theirs !== null) onStored(theirs)
    setTheirs(null)
  }

  const dialog = theirs && (
    <ConfirmDialog
      title={own.conflict.title}
      confirmLabel={own.conflict.replace}
      cancelLabel={own.conflict.keep}
      busy={shelf.busy}
      onConfirm={() => void update(theirs)}
      onClose={keepTheirs}
    >
      <strong>
        <bdi>{theirs.name}</bdi>
      </strong>{' '}
      {own.conflict.text}
    </ConfirmDialog>
  )
  return { update: (preset) => void update(preset), dialog }
}
