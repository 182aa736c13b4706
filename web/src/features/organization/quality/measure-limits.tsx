import { measureOf, type QcMeasureKey } from '@cresyl/contract/qc/qc-measures'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import InputAdornment from '@mui/material/InputAdornment'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { RotateCcw } from '../../../ui/frame/icons.ts'
import { formatFigure } from '../../../ui/text/amounts.ts'
import { limitFaults } from './check-draft.ts'
import {
  type DraftScope,
  fieldsOf,
  inheritedLimits,
  type LimitField,
  type LimitsEdit,
  resetMeasure,
  typedIn,
  withLimit,
} from './thresholds-draft.ts'
import { words } from './words.ts'

const own = words.limits

interface MeasureLimitsProps {
  measure: QcMeasureKey
  scope: DraftScope
  edit: LimitsEdit
  disabled: boolean
}

/** The limits of one measure, each beside what would count without it. */
export function MeasureLimits({ measure: key, scope, edit, disabled }: MeasureLimitsProps) {
  const measure = measureOf(key)
  const { draft, change } = edit
  const typed = typedIn(draft, scope)[key]
  const inherited = inheritedLimits(draft, scope, key)
  const faults = limitFaults(draft, scope, key)
  const hint = (field: LimitField) => {
    const value = inherited[field] ?? null
    const text = value === null ? own.never : formatFigure(value, 4)
    return scope === null ? own.proposed(text) : own.inherited(text)
  }
  const resetLabel = scope === null ? own.resetOf(measure.label) : own.resetToCommon(measure.label)
  return (
    <Box
      role="group"
      aria-label={measure.label}
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: '1fr', sm: 'minmax(180px, 1fr) minmax(0, 344px) 88px' },
        columnGap: 4,
        rowGap: 2,
        alignItems: 'start',
        py: 3,
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <Box sx={{ pt: { sm: 1.5 } }}>
        <Box sx={{ fontWeight: 600 }}>{measure.label}</Box>
        <Typography variant="body2" color="textSecondary">
          {measure.tiles ? own.ofTiles(measure.unit) : measure.unit}
        </Typography>
      </Box>
      <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 3 }}>
        {fieldsOf(key).map((field) => (
          <TextField
            key={field}
            size="small"
            label={own.field(field, measure)}
            value={typed?.[field] ?? textOf(inherited[field] ?? null)}
            placeholder={own.never}
            disabled={disabled}
            error={faults[field] !== undefined}
            helperText={faults[field] ?? hint(field)}
            onChange={(event) => change(withLimit(draft, scope, key, { [field]: event.target.value }))}
            slotProps={{
              htmlInput: { inputMode: 'decimal', maxLength: 12, autoComplete: 'off' },
              inputLabel: { shrink: true },
              formHelperText: { sx: { mx: 0 } },
              input: { endAdornment: <Unit unit={unitOf(key, field)} /> },
            }}
            sx={typed?.[field] === undefined ? { '& input': { color: 'text.secondary' } } : {}}
          />
        ))}
      </Box>
      <Box sx={{ minHeight: { sm: 40 }, display: 'flex', justifyContent: { sm: 'flex-end' } }}>
        {typed !== undefined && !disabled && (
          <Button
            size="small"
            startIcon={<RotateCcw size={14} aria-hidden />}
            aria-label={resetLabel}
            title={resetLabel}
            onClick={() => change(resetMeasure(draft, scope, key))}
          >
            {own.reset}
          </Button>
        )}
      </Box>
    </Box>
  )
}

function Unit({ unit }: { unit: string }) {
  return unit === '' ? null : <InputAdornment position="end">{unit}</InputAdornment>
}

/** Short enough to stand in the field: the whole unit stands beside it. */
function unitOf(key: QcMeasureKey, field: LimitField): string {
  const { unit, tiles } = measureOf(key)
  const [first = ''] = (field.startsWith('tile') ? (tiles?.unit ?? '') : unit).split(' ')
  return first.length > 2 || first === 'of' ? '' : first
}

const textOf = (value: number | null) => (value === null ? '' : String(value))
