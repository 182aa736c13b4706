import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import ListItemText from '@mui/material/ListItemText'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { isDigitalZoom, readout, type ZoomStep, zoomSteps } from '../../../engine/viewer/objective.ts'
import type { SlideView } from '../../../engine/viewer/slide-view.ts'
import type { Size } from '../../../engine/viewer/viewport.ts'
import { TriangleAlert } from '../../../ui/frame/icons.ts'
import { useViewState } from '../viewer-context.tsx'
import { isShown, showStep } from './steps.ts'
import { words } from './words.ts'

/** Magnifications as on a microscope's nosepiece, and which one it is now. */
export function ObjectiveBar({ view }: { view: SlideView }) {
  const size = useViewState(view, 'size', () => view.size())
  const steps = zoomSteps(view.image, size)
  return (
    <>
      <Box role="group" aria-label={words.objective.label} className="objectives" sx={{ display: 'flex' }}>
        {steps.map((step) => (
          <ObjectiveButton key={step.key} view={view} step={step} size={size} />
        ))}
      </Box>
      <Readout view={view} steps={steps} />
    </>
  )
}

interface ObjectiveButtonProps {
  view: SlideView
  step: ZoomStep
  size: Size
}

function ObjectiveButton({ view, step, size }: ObjectiveButtonProps) {
  const pressed = useViewState(view, 'viewport', () => isShown(step, view.image, size, view.viewport()))
  return (
    <Tooltip title={hintOf(step)}>
      <ButtonBase
        aria-pressed={pressed}
        onClick={() => showStep(view, step)}
        sx={{
          minWidth: 36,
          height: 32,
          px: 1.5,
          borderRadius: 0.75,
          font: 'inherit',
          fontWeight: 600,
          fontSize: '0.8125rem',
          color: pressed ? 'primary.main' : step.isDigital ? 'tokens.muted' : 'text.primary',
          bgcolor: pressed ? 'tokens.accent' : 'transparent',
          '&:hover': { bgcolor: 'action.hover' },
        }}
      >
        {step.label}
      </ButtonBase>
    </Tooltip>
  )
}

function hintOf({ key, label, resolution, isDigital }: ZoomStep): string {
  const what = resolution === null ? words.objective.fitHint : words.objective.buttonHint(label)
  return `${what} (${key})${isDigital ? `. ${words.objective.digitalHint}` : ''}`
}

interface ReadoutProps {
  view: SlideView
  steps: readonly ZoomStep[]
}

/** What it is now, with a warning where it shows no more than before; where there is no room it is the choice, too. */
function Readout({ view, steps }: ReadoutProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const isDigital = useViewState(view, 'viewport', () => isDigitalZoom(view.viewport().resolution))
  const now = useViewState(view, 'viewport', () => readout(view.image, view.viewport().resolution))
  const unknown = view.image.space.unit === 'px'
  const hint = isDigital ? words.objective.digitalHint : unknown ? words.objective.unknown : ''
  return (
    <>
      <Tooltip title={hint}>
        <ButtonBase
          aria-label={`${words.objective.now(now)}${isDigital ? `. ${words.objective.digitalHint}` : ''}`}
          aria-haspopup="menu"
          onClick={(event) => setAnchor(event.currentTarget)}
          sx={{
            gap: 1,
            minWidth: 60,
            height: 32,
            px: 2,
            borderRadius: 0.75,
            color: isDigital ? 'tokens.warn' : 'text.primary',
            bgcolor: 'background.default',
            '&:hover': { bgcolor: 'action.hover' },
          }}
        >
          {isDigital && <TriangleAlert size={14} aria-hidden />}
          <Typography
            component="span"
            data-readout
            sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}
          >
            {now}
          </Typography>
          {isDigital && (
            <Typography component="span" variant="caption" className="digital">
              {words.objective.digital}
            </Typography>
          )}
        </ButtonBase>
      </Tooltip>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {steps.map((step) => (
          <MenuItem
            key={step.key}
            onClick={() => {
              setAnchor(null)
              showStep(view, step)
            }}
          >
            <ListItemText>{step.label}</ListItemText>
            <Typography variant="body2" color="textSecondary" sx={{ ml: 6 }}>
              {step.key}
            </Typography>
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}
