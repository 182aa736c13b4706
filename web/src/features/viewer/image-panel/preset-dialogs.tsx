import { presetLimits } from '@cresyl/contract/limits'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { showToast } from '../../../ui/toast/toast-store.ts'
import { nameFault, type PresetShelf, type ShelfPreset } from './preset-shelf.ts'
import { words } from './words.ts'

const own = words.presets

interface SavePresetDialogProps {
  shelf: PresetShelf
  /** What is to be kept. */
  display: () => ShelfPreset['display']
  onClose: () => void
  onSaved: (preset: ShelfPreset) => void
}

export function SavePresetDialog({ shelf, display, onClose, onSaved }: SavePresetDialogProps) {
  const [name, setName] = useState('')
  const [tried, setTried] = useState(false)
  const fault = nameFault(name, shelf.presets ?? [])
  const shownFault = tried ? fault : undefined

  async function submit() {
    setTried(true)
    if (fault !== undefined) return
    try {
      const saved = await shelf.save(name.trim(), display())
      showToast(own.saved(saved.name))
      onSaved(saved)
      onClose()
    } catch {
      // It has been told already; what was typed stays.
    }
  }

  return (
    <FormDialog
      title={own.dialog.title}
      submitLabel={own.dialog.submit}
      busy={shelf.busy}
      changed={name !== ''}
      maxWidth="xs"
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <TextField
        label={own.dialog.name}
        value={name}
        onChange={(event) => setName(event.target.value)}
        error={shownFault !== undefined}
        helperText={shownFault ?? own.dialog.hint}
        fullWidth
        autoFocus
        sx={{ mt: 2 }}
        slotProps={{ htmlInput: { maxLength: presetLimits.name, autoComplete: 'off', dir: 'auto' } }}
      />
    </FormDialog>
  )
}

interface DeletePresetDialogProps {
  shelf: PresetShelf
  preset: ShelfPreset
  onClose: () => void
}

export function DeletePresetDialog({ shelf, preset, onClose }: DeletePresetDialogProps) {
  async function remove() {
    try {
      await shelf.remove(preset)
      showToast(own.deleted(preset.name))
      onClose()
    } catch {
      // It has been told already.
    }
  }
  return (
    <ConfirmDialog
      title={own.remove.title}
      confirmLabel={own.remove.confirm}
      busy={shelf.busy}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      <strong>
        <bdi>{preset.name}</bdi>
      </strong>{' '}
      {shelf.isShared ? own.remove.ofProject : own.remove.own}
    </ConfirmDialog>
  )
}
