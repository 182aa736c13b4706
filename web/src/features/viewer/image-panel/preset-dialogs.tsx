import { presetLimits } from '@cresyl/contract/api/limits'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { ConfirmDialog } from '../../../ui/form/confirm-dialog.tsx'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
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
  async function save(name: string) {
    const saved = await shelf.save(name, display())
    showToast(own.saved(saved.name))
    onSaved(saved)
  }
  const { title, submit, hint } = own.dialog
  const others = shelf.presets ?? []
  return (
    <NameDialog
      title={title}
      submit={submit}
      hint={hint}
      others={others}
      onClose={onClose}
      busy={shelf.busy}
      before=""
      onName={save}
    />
  )
}

interface RenamePresetDialogProps {
  shelf: PresetShelf
  preset: ShelfPreset
  onClose: () => void
  onRenamed: (preset: ShelfPreset) => void
}

export function RenamePresetDialog({ shelf, preset, onClose, onRenamed }: RenamePresetDialogProps) {
  async function rename(name: string) {
    if (name === preset.name) return
    const renamed = await shelf.rename(preset, name)
    showToast(own.renamed(renamed.name))
    onRenamed(renamed)
  }
  const { title, submit, ofProject } = own.renaming
  const others = (shelf.presets ?? []).filter(({ id }) => id !== preset.id)
  const hint = shelf.isShared ? ofProject : undefined
  return (
    <NameDialog
      title={title}
      submit={submit}
      hint={hint}
      others={others}
      onClose={onClose}
      busy={shelf.busy}
      before={preset.name}
      onName={rename}
    />
  )
}

interface NameDialogProps {
  title: string
  submit: string
  hint: string | undefined
  before: string
  /** Whose names are taken. */
  others: readonly ShelfPreset[]
  busy: boolean
  /** The dialog stays open where this fails. */
  onName: (name: string) => Promise<void>
  onClose: () => void
}

function NameDialog({ title, submit, hint, before, others, busy, onName, onClose }: NameDialogProps) {
  const [name, setName] = useState(before)
  const [tried, setTried] = useState(false)
  const fault = nameFault(name, others)
  const shownFault = tried ? fault : undefined

  async function apply() {
    setTried(true)
    if (fault !== undefined) return
    try {
      await onName(name.trim())
      onClose()
    } catch {
      // It has been told already; what was typed stays.
    }
  }

  return (
    <FormDialog
      title={title}
      submitLabel={submit}
      maxWidth="xs"
      onClose={onClose}
      form={{ busy: busy, changed: name !== before, submit: () => void apply() }}
    >
      <TextField
        label={own.dialog.name}
        value={name}
        onChange={(event) => setName(event.target.value)}
        onFocus={(event) => event.target.select()}
        error={shownFault !== undefined}
        helperText={shownFault ?? hint}
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
