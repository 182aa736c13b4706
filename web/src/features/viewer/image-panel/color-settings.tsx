import { gammaRange } from '@cresyl/contract/slides/display'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormControlLabel from '@mui/material/FormControlLabel'
import Slider from '@mui/material/Slider'
import Stack from '@mui/material/Stack'
import Switch from '@mui/material/Switch'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { resetColor, withColor } from '../../../engine/viewer/display/change-display.ts'
import { type ColorDisplay, plainColors } from '../../../engine/viewer/display/display.ts'
import type { SlideView } from '../../../engine/viewer/slide-view.ts'
import { RotateCcw } from '../../../ui/frame/icons.ts'
import { useViewState } from '../viewer-context.tsx'
import { NumberField } from './number-field.tsx'
import { isDragged, usePerFrame } from './use-per-frame.ts'
import { words } from './words.ts'

const own = words.color

/** Of an image with colours: brightfield. */
export function ColorSettings({ view }: { view: SlideView }) {
  const { color } = useViewState(view, 'display', () => view.display())
  const titleId = useId()
  const change = (part: Partial<ColorDisplay>) => view.setDisplay(withColor(view.display(), part))
  return (
    <section aria-labelledby={titleId}>
      <Stack direction="row" sx={{ alignItems: 'center', justifyContent: 'space-between', mb: 2 }}>
        <Typography variant="h3" component="h2" id={titleId}>
          {own.title}
        </Typography>
        <Tooltip title={own.resetHint}>
          <Button
            size="small"
            startIcon={<RotateCcw size={14} aria-hidden />}
            aria-disabled={isPlain(color)}
            sx={isPlain(color) ? { opacity: 0.6 } : {}}
            onClick={() => view.setDisplay(resetColor(view.display()))}
          >
            {own.reset}
          </Button>
        </Tooltip>
      </Stack>
      <Stack sx={{ gap: 2 }}>
        {(['brightness', 'contrast'] as const).map((setting) => (
          <SettingSlider
            key={setting}
            label={own[setting]}
            value={color[setting]}
            min={-1}
            max={1}
            step={0.01}
            onChange={(value) => change({ [setting]: value })}
          />
        ))}
        <SettingSlider
          label={own.gamma}
          value={color.gamma}
          {...gammaRange}
          step={0.05}
          logarithmic
          onChange={(gamma) => change({ gamma })}
        />
        {view.image.pyramid.has_icc && <ProfileSwitch on={color.icc} onChange={(icc) => change({ icc })} />}
      </Stack>
    </section>
  )
}

function ProfileSwitch({ on, onChange }: { on: boolean; onChange: (on: boolean) => void }) {
  const hintId = useId()
  return (
    <div>
      <FormControlLabel
        control={
          <Switch
            checked={on}
            onChange={(_, checked) => onChange(checked)}
            slotProps={{ input: { 'aria-describedby': hintId } }}
          />
        }
        label={own.icc}
      />
      <Typography variant="body2" color="textSecondary" id={hintId}>
        {own.iccHint}
      </Typography>
    </div>
  )
}

function isPlain({ brightness, contrast, gamma }: ColorDisplay): boolean {
  return (
    brightness === plainColors.brightness && contrast === plainColors.contrast && gamma === plainColors.gamma
  )
}

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
function SettingSlider(props: SettingSliderProps) {
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
