import { gammaRange } from '@cresyl/contract/display'
import Button from '@mui/material/Button'
import FormControlLabel from '@mui/material/FormControlLabel'
import Stack from '@mui/material/Stack'
import Switch from '@mui/material/Switch'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { resetColor, withColor } from '../../../engine/viewer/display/change-display.ts'
import { type ColorDisplay, plainColors } from '../../../engine/viewer/display/display.ts'
import type { SlideView } from '../../../engine/viewer/slide-view.ts'
import { RotateCcw } from '../../../ui/icons.ts'
import { useViewState } from '../viewer-context.tsx'
import { SettingSlider } from './setting-slider.tsx'
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
