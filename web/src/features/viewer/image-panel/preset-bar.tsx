import { presetLimits } from '@cresyl/contract/api/limits'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { initialDisplay } from '../../../engine/viewer/display/initial-display.ts'
import { applyPreset, isShownAs, presetOf } from '../../../engine/viewer/display/preset-display.ts'
import type { SlideView } from '../../../engine/viewer/slide-view.ts'
import { Pencil, Plus, RefreshCw, RotateCcw, Trash2 } from '../../../ui/frame/icons.ts'
import { RowMenu } from '../../../ui/list/row-menu.tsx'
import { showToast } from '../../../ui/toast/toast-store.ts'
import { useViewState } from '../viewer-context.tsx'
import { DeletePresetDialog, RenamePresetDialog, SavePresetDialog } from './preset-dialogs.tsx'
import type { PresetShelf, ShelfPreset } from './preset-shelf.ts'
import { useUpdatePreset } from './use-update-preset.tsx'
import { words } from './words.ts'

const own = words.presets

/** Chooses a preset and looks after those that are kept. */
export function PresetBar({ view, shelf }: { view: SlideView; shelf: PresetShelf }) {
  const display = useViewState(view, 'display', () => view.display())
  // In the version that was chosen: what others have made of it since must not be overwritten unseen.
  const [base, setBase] = useState<ShelfPreset | null>(null)
  const [dialog, setDialog] = useState<'save' | 'rename' | 'delete' | null>(null)
  const { pyramid } = view.image
  const presets = shelf.presets ?? []
  const chosen = presets.find(({ id }) => id === base?.id)
  const isChanged = base !== null && !isShownAs(base.display, display, pyramid)
  const updating = useUpdatePreset(view, shelf, setBase)

  function show(preset: ShelfPreset) {
    const next = applyPreset(preset.display, view.display(), pyramid)
    // Nothing of it fits: the display is the very same.
    if (next === view.display()) return showToast(own.noneFits(preset.name), 'info')
    setBase(preset)
    view.setDisplay(next)
  }

  return (
    <section aria-label={own.title}>
      <Stack direction="row" sx={{ alignItems: 'center', gap: 1 }}>
        <PresetSelect presets={presets} chosen={chosen} onChoose={show} />
        <RowMenu
          of={own.menu}
          actions={[
            {
              label: own.saveAs,
              icon: <Plus size={18} aria-hidden />,
              reason: shelf.reason ?? (presets.length >= presetLimits.count ? own.full : undefined),
              run: () => setDialog('save'),
            },
            {
              label: chosen ? own.update(chosen.name) : own.updateChosen,
              icon: <RefreshCw size={18} aria-hidden />,
              reason: shelf.reason ?? (chosen ? (isChanged ? undefined : own.unchanged) : own.choose),
              run: () => base && updating.update(base),
            },
            {
              label: chosen ? own.rename(chosen.name) : own.renameChosen,
              icon: <Pencil size={18} aria-hidden />,
              reason: shelf.reason ?? (chosen ? undefined : own.choose),
              run: () => setDialog('rename'),
            },
            {
              label: chosen ? own.delete(chosen.name) : own.deleteChosen,
              icon: <Trash2 size={18} aria-hidden />,
              reason: shelf.reason ?? (chosen ? undefined : own.choose),
              danger: true,
              run: () => setDialog('delete'),
            },
            {
              label: own.begin,
              icon: <RotateCcw size={18} aria-hidden />,
              run: () => {
                setBase(null)
                view.setDisplay(initialDisplay(pyramid))
              },
            },
          ]}
        />
      </Stack>
      <Note shelf={shelf} isChanged={chosen !== undefined && isChanged} />
      {dialog === 'save' && (
        <SavePresetDialog
          shelf={shelf}
          display={() => presetOf(view.display(), pyramid)}
          onClose={() => setDialog(null)}
          onSaved={setBase}
        />
      )}
      {dialog === 'rename' && chosen && (
        <RenamePresetDialog
          shelf={shelf}
          preset={chosen}
          onClose={() => setDialog(null)}
          onRenamed={(renamed) => setBase((before) => before && renamedBase(before, renamed))}
        />
      )}
      {dialog === 'delete' && chosen && (
        <DeletePresetDialog shelf={shelf} preset={chosen} onClose={() => setDialog(null)} />
      )}
      {updating.dialog}
    </section>
  )
}

/** Where someone else changed it meanwhile, the version stays: theirs must not be overwritten unseen. */
function renamedBase(before: ShelfPreset, { name, version }: ShelfPreset): ShelfPreset {
  return { ...before, name, version: version === before.version + 1 ? version : before.version }
}

interface PresetSelectProps {
  presets: readonly ShelfPreset[]
  chosen: ShelfPreset | undefined
  onChoose: (preset: ShelfPreset) => void
}

function PresetSelect({ presets, chosen, onChoose }: PresetSelectProps) {
  return (
    <TextField
      select
      fullWidth
      size="small"
      label={own.label}
      value={chosen?.id ?? ''}
      onChange={({ target }) => {
        const preset = presets.find(({ id }) => id === target.value)
        if (preset) onChoose(preset)
      }}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      sx={{ minWidth: 0 }}
    >
      {(chosen === undefined || presets.length === 0) && (
        <MenuItem value="" disabled>
          {own.none}
        </MenuItem>
      )}
      {presets.map(({ id, name }) => (
        <MenuItem key={id} value={id}>
          <bdi>{name}</bdi>
        </MenuItem>
      ))}
    </TextField>
  )
}

function Note({ shelf, isChanged }: { shelf: PresetShelf; isChanged: boolean }) {
  if (shelf.failed && shelf.presets === undefined) {
    return (
      <Typography variant="body2" role="alert" sx={{ mt: 1 }}>
        {own.failed}{' '}
        <Button size="small" onClick={shelf.retry}>
          {own.retry}
        </Button>
      </Typography>
    )
  }
  return (
    <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
      {isChanged ? own.changed : shelf.isShared ? own.ofProject : own.own}
    </Typography>
  )
}
