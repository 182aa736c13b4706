import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import { ColourSwatch } from '../../ui/form/colour-field.tsx'
import { ArrowDown, ArrowUp, X } from '../../ui/frame/icons.ts'
import type { ClassDraft, ClassErrors } from './class-drafts.ts'
import { words } from './words.ts'

interface ClassRowProps {
  draft: ClassDraft
  errors: ClassErrors
  disabled: boolean
  first: boolean
  last: boolean
  autoFocus: boolean
  onChange: (draft: ClassDraft) => void
  onMove: (by: -1 | 1) => void
  onRemove: () => void
}

const { classes } = words

export function ClassRow(props: ClassRowProps) {
  const { draft, errors, disabled, first, last, autoFocus, onChange, onMove, onRemove } = props
  return (
    <Stack
      component="li"
      direction="row"
      sx={{
        gap: 2,
        alignItems: 'flex-start',
        // On a phone the name has a line to itself.
        flexWrap: { xs: 'wrap', sm: 'nowrap' },
        pb: { xs: 2, sm: 0 },
      }}
    >
      <Box sx={{ pt: 1.5 }}>
        <ColourSwatch
          label={classes.color(draft.name)}
          value={draft.color}
          disabled={disabled}
          onChange={(color) => onChange({ ...draft, color })}
        />
      </Box>
      <TextField
        size="small"
        value={draft.name}
        onChange={(event) => onChange({ ...draft, name: event.target.value })}
        error={errors.name !== undefined}
        helperText={errors.name}
        disabled={disabled}
        autoFocus={autoFocus}
        sx={{ flex: { xs: '1 1 calc(100% - 36px)', sm: 1 }, minWidth: 0 }}
        slotProps={{ htmlInput: { 'aria-label': classes.name, dir: 'auto' } }}
      />
      <TextField
        size="small"
        value={draft.hotkey}
        onChange={(event) => onChange({ ...draft, hotkey: event.target.value.slice(-1).toLowerCase() })}
        error={errors.hotkey !== undefined}
        helperText={errors.hotkey}
        disabled={disabled}
        sx={{ width: 120, ml: { xs: '36px', sm: 0 }, flexShrink: 0 }}
        slotProps={{
          // Wider screens have a line above that names the columns.
          input: {
            startAdornment: (
              <InputAdornment position="start" sx={{ display: { sm: 'none' } }}>
                {classes.hotkey}
              </InputAdornment>
            ),
          },
          htmlInput: { 'aria-label': `${classes.hotkey}: ${draft.name}`, autoCapitalize: 'none' },
          formHelperText: { sx: { mx: 0 } },
        }}
      />
      <Stack direction="row" sx={{ ml: 'auto' }}>
        <IconButton
          aria-label={classes.up(draft.name)}
          disabled={disabled || first}
          onClick={() => onMove(-1)}
        >
          <ArrowUp size={18} aria-hidden />
        </IconButton>
        <IconButton
          aria-label={classes.down(draft.name)}
          disabled={disabled || last}
          onClick={() => onMove(1)}
        >
          <ArrowDown size={18} aria-hidden />
        </IconButton>
        <IconButton aria-label={classes.remove(draft.name)} disabled={disabled} onClick={onRemove}>
          <X size={18} aria-hidden />
        </IconButton>
      </Stack>
    </Stack>
  )
}
