import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Popover from '@mui/material/Popover'
import Stack from '@mui/material/Stack'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import { ColourSwatch } from '../../../ui/form/colour-field.tsx'
import { Check } from '../../../ui/frame/icons.ts'
import { usePerFrame } from './use-per-frame.ts'
import { words } from './words.ts'

const own = words.colour
const palette = Object.entries(own.names)

interface ChannelColourProps {
  name: string
  color: string
  onChange: (color: string) => void
}

/** The colour of a channel: one of those that can be told apart on black, or any other. */
export function ChannelColour({ name, color, onChange }: ChannelColourProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const titleId = useId()
  const changeSoon = usePerFrame(onChange)
  return (
    <>
      <Tooltip title={own.choose(name)}>
        <ButtonBase
          aria-label={own.choose(name)}
          aria-haspopup="dialog"
          onClick={(event) => setAnchor(event.currentTarget)}
          sx={swatch}
          style={{ backgroundColor: color }}
        />
      </Tooltip>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{ paper: { role: 'dialog', 'aria-labelledby': titleId, sx: { p: 3 } } }}
      >
        <Typography variant="body2" id={titleId} sx={{ mb: 2, maxWidth: 172 }}>
          {own.choose(name)}
        </Typography>
        <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(5, 28px)', gap: 2 }}>
          {palette.map(([value, label]) => (
            <Tooltip key={value} title={label}>
              <ButtonBase
                aria-label={label}
                aria-pressed={value === color.toUpperCase()}
                onClick={() => {
                  onChange(value)
                  setAnchor(null)
                }}
                sx={{ ...swatch, width: 28, height: 28, color: '#141118' }}
                style={{ backgroundColor: value }}
              >
                {value === color.toUpperCase() && <Check size={16} aria-hidden />}
              </ButtonBase>
            </Tooltip>
          ))}
        </Box>
        <Stack direction="row" sx={{ alignItems: 'center', gap: 2, mt: 3 }}>
          <ColourSwatch label={own.other} value={color} onChange={changeSoon} />
          <Typography variant="body2" aria-hidden>
            {own.other}
          </Typography>
        </Stack>
      </Popover>
    </>
  )
}

const swatch = {
  width: 24,
  height: 24,
  flexShrink: 0,
  borderRadius: 0.5,
  border: 1,
  borderColor: 'tokens.outline',
  '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: 2 },
} as const
