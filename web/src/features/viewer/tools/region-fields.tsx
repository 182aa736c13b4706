import { regionFormats } from '@cresyl/contract/slides/exports'
import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { formatFigures } from '../../../engine/viewer/amounts.ts'
import type { ViewedImage } from '../../../engine/viewer/viewed-image.ts'
import { useLocale } from '../../../ui/text/locale.ts'
import { parseNumber } from '../../../ui/text/parse-number.ts'
import { type PlaceUnit, toPixels } from './go-to.ts'
import { finest, type RegionDraft, typedBox } from './region-draft.ts'
import { words } from './words.ts'

const own = words.export
const sides = ['x', 'y', 'width', 'height'] as const
const resolutions = [0.5, 1, 2, 4, 8, 16] as const

interface RegionFieldsProps {
  draft: RegionDraft
  image: ViewedImage
  onChange: (part: Partial<RegionDraft>) => void
}

/** The rectangle, how fine, and as what kind of file. */
export function RegionFields({ draft, image, onChange }: RegionFieldsProps) {
  const hasScale = image.space.unit === 'µm'
  return (
    <>
      <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 3 }}>
        {sides.map((side) => (
          <TextField
            key={side}
            size="small"
            label={own[side](draft.unit)}
            value={draft[side]}
            onChange={(event) => onChange({ [side]: event.target.value })}
            slotProps={{ htmlInput: { inputMode: 'decimal' } }}
          />
        ))}
        {hasScale && (
          <TextField
            select
            size="small"
            label={own.unit}
            value={draft.unit}
            onChange={(event) => onChange(inUnit(draft, event.target.value === 'px' ? 'px' : 'µm', image))}
          >
            <MenuItem value="µm">µm</MenuItem>
            <MenuItem value="px">px</MenuItem>
          </TextField>
        )}
      </Box>
      <Resolution draft={draft} image={image} onChange={onChange} />
      <TextField
        select
        size="small"
        label={own.format}
        value={draft.format}
        onChange={(event) =>
          onChange({ format: regionFormats.find((format) => format === event.target.value) ?? 'jpeg' })
        }
      >
        {regionFormats.map((format) => (
          <MenuItem key={format} value={format}>
            {own.formats[format]}
          </MenuItem>
        ))}
      </TextField>
      {image.pyramid.has_icc && (
        <FormControlLabel
          control={<Checkbox size="small" checked={draft.icc} onChange={(_, icc) => onChange({ icc })} />}
          label={own.icc}
        />
      )}
    </>
  )
}

/** Full, one of the usual, or any other. Without a scale there is only full. */
function Resolution({ draft, image, onChange }: RegionFieldsProps) {
  const locale = useLocale()
  const full = finest(image)
  const offered = resolutions.filter((mpp) => full > 0 && mpp > full)
  const [isOwn, setIsOwn] = useState(draft.mpp !== '' && !offered.some((mpp) => String(mpp) === draft.mpp))
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: isOwn ? '1fr 1fr' : '1fr', gap: 3 }}>
      <TextField
        select
        size="small"
        label={own.mpp}
        value={isOwn ? 'own' : draft.mpp}
        onChange={({ target: { value } }) => {
          setIsOwn(value === 'own')
          if (value !== 'own') onChange({ mpp: value })
          else if (draft.mpp === '') onChange({ mpp: String(Math.round(full * 2000) / 1000) })
        }}
        slotProps={{ inputLabel: { shrink: true }, select: { displayEmpty: true } }}
      >
        <MenuItem value="">{full > 0 ? own.full(formatFigures(full, locale)) : own.fullUnknown}</MenuItem>
        {offered.map((mpp) => (
          <MenuItem key={mpp} value={String(mpp)}>
            {own.coarser(formatFigures(mpp, locale))}
          </MenuItem>
        ))}
        {full > 0 && <MenuItem value="own">{own.own}</MenuItem>}
      </TextField>
      {isOwn && (
        <TextField
          size="small"
          label={own.ownLabel}
          value={draft.mpp}
          onChange={(event) => onChange({ mpp: event.target.value || ' ' })}
          slotProps={{ htmlInput: { inputMode: 'decimal' } }}
        />
      )}
    </Box>
  )
}

/** The same rectangle in the other unit; what is no number stays as it is. */
function inUnit(draft: RegionDraft, unit: PlaceUnit, image: ViewedImage): Partial<RegionDraft> {
  const [x, y, width, height] = sides.map((side) => parseNumber(draft[side]))
  if (x == null || y == null || width == null || height == null) return { unit }
  const corner = toPixels(image.space, draft.unit, { x, y })
  const opposite = toPixels(image.space, draft.unit, { x: x + width, y: y + height })
  const box = { ...corner, width: opposite.x - corner.x, height: opposite.y - corner.y }
  return { unit, ...typedBox(box, unit, image) }
}
