import Box from '@mui/material/Box'
import Slider from '@mui/material/Slider'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { NumberField } from './number-field.tsx'
import { isDragged, usePerFrame } from './use-per-frame.ts'

interface SettingSliderProps {
  label: string
  value: number
  min: number
  max: number
  step: number
  /** Where a step to the right is so many times more instead of so much more. */
  logarithmic?: boolean
  onChange: (value: number) => void
}

/** A setting by its slider or as a figure. */
export function SettingSlider(props: SettingSliderProps) {
  const { label, value, min, max, step, logarithmic = false, onChange } = props
  const id = useId()
  const changeSoon = usePerFrame(onChange)
  const [place, back] = logarithmic ? [Math.log, Math.exp] : [plain, plain]
  const tidy = (moved: number) => Math.round(back(moved) * 100) / 100
  return (
    <Box>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 2 }}>
        <Typography id={id}>{label}</Typography>
        <NumberField name={label} value={value} digits={2} step={step} width={72} onChange={onChange} />
      </Box>
      <Box sx={{ px: 2 }}>
        <Slider
          size="small"
          aria-labelledby={id}
          value={place(value)}
          min={place(min)}
          max={place(max)}
          step={logarithmic ? 0.01 : step}
          marks={[{ value: place(logarithmic ? 1 : 0) }]}
          getAriaValueText={(moved) => tidy(moved).toFixed(2)}
          onChange={(event, moved) => (isDragged(event) ? changeSoon : onChange)(tidy(moved as number))}
        />
      </Box>
    </Box>
  )
}

const plain = (value: number) => value
