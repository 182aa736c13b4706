import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Slider from '@mui/material/Slider'
import Stack from '@mui/material/Stack'
import ToggleButton from '@mui/material/ToggleButton'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { viewerKeys } from '../../../engine/viewer/input/keys.ts'
import type { Stack as ImageStack } from '../../../engine/viewer/stack/stack.ts'
import {
  type CompareMode,
  compareModes,
  lensLimits,
  type StackState,
  scaleLimits,
} from '../../../engine/viewer/stack/stack-state.ts'
import { ArrowLeftRight, Columns2 } from '../../../ui/frame/icons.ts'
import { formatNumber, formatPercent } from '../../../ui/text/dates.ts'
import { BarButton } from '../bar/bar-button.tsx'
import { useStack } from '../stack-of.ts'
import { useStackDesk } from './stack-desk.tsx'
import { words } from './words.ts'

const shortcuts: Partial<Record<CompareMode, string>> = {
  curtain: viewerKeys.curtain.shown,
  lens: viewerKeys.lens.shown,
  blend: viewerKeys.blend.shown,
  flicker: viewerKeys.flicker.shown,
  difference: viewerKeys.difference.shown,
}

/** How two images are seen together. */
export function CompareControls() {
  const { stack, compare, exchange, beside, nameOf } = useStackDesk()
  const state = useStack(stack, 'state', (each) => each.state())
  const titleId = useId()
  if (stack === null || state === null) return null
  const { mode, shown, second } = state
  return (
    <Box component="section" aria-labelledby={titleId} sx={{ px: 4, py: 3 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 2 }}>
        <Typography variant="h3" component="h2" id={titleId} sx={{ flex: 1 }}>
          {words.comparing}
        </Typography>
        <BarButton
          size={28}
          label={words.exchange}
          icon={ArrowLeftRight}
          shortcut={viewerKeys.exchange.shown}
          disabled={second === null}
          onClick={exchange}
        />
        <BarButton
          size={28}
          label={words.bothBeside}
          icon={Columns2}
          shortcut={viewerKeys.beside.shown}
          onClick={() => beside()}
        />
      </Box>
      <Box role="group" aria-labelledby={titleId} sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {compareModes.map((each) => (
          <Tooltip
            key={each}
            // It lies over the buttons of the next row, which the pointer may be on its way to.
            disableInteractive
            title={`${words.modeHints[each]}${shortcuts[each] ? ` (${shortcuts[each]})` : ''}`}
          >
            <ToggleButton
              size="small"
              value={each}
              selected={mode === each}
              onChange={() => compare(each)}
              sx={{ py: 0.5, px: 2, fontSize: '0.75rem', lineHeight: '1rem', minHeight: 28 }}
            >
              {words.modes[each]}
            </ToggleButton>
          </Tooltip>
        ))}
      </Box>
      {mode !== 'single' && (
        <Stack sx={{ mt: 2, gap: 1 }}>
          <Typography variant="body2" color="textSecondary">
            {words.compareHint(nameOf(shown), nameOf(second))}
          </Typography>
          <ModeSettings stack={stack} state={state} />
        </Stack>
      )}
    </Box>
  )
}

function ModeSettings({ stack, state }: { stack: ImageStack; state: StackState }) {
  const { curtain, lens, opacity, scale } = state
  switch (state.mode) {
    case 'curtain':
      return (
        <>
          <Setting
            label={words.position}
            shortcut="Ctrl+← →"
            value={curtain.position}
            max={1}
            step={0.01}
            text={formatPercent}
            onChange={(position) => stack.set({ curtain: { ...curtain, position } })}
          />
          <Setting
            label={words.angle}
            shortcut="Shift+Ctrl+← →"
            value={Math.round((curtain.angle * 180) / Math.PI)}
            max={359}
            step={1}
            text={words.degrees}
            onChange={(degrees) => stack.set({ curtain: { ...curtain, angle: (degrees * Math.PI) / 180 } })}
          />
          <Stack direction="row" sx={{ gap: 1 }}>
            <Button size="small" onClick={() => stack.set({ curtain: { ...curtain, angle: 0 } })}>
              {words.angles.vertical}
            </Button>
            <Button size="small" onClick={() => stack.set({ curtain: { ...curtain, angle: Math.PI / 2 } })}>
              {words.angles.horizontal}
            </Button>
          </Stack>
        </>
      )
    case 'lens':
      return (
        <>
          <Setting
            label={words.radius}
            shortcut="Shift+Ctrl+← →"
            value={lens.radius}
            {...lensLimits.radius}
            step={5}
            text={(radius) => words.pixels(Math.round(2 * radius))}
            onChange={(radius) => stack.set({ lens: { ...lens, radius } })}
          />
          <Setting
            label={words.zoom}
            shortcut="Shift+Ctrl+↑ ↓"
            value={lens.zoom}
            {...lensLimits.zoom}
            step={0.1}
            text={(zoom) => words.times(formatNumber(Math.round(10 * zoom) / 10))}
            onChange={(zoom) => stack.set({ lens: { ...lens, zoom } })}
          />
        </>
      )
    case 'blend':
      return (
        <Setting
          label={words.opacity}
          shortcut="Ctrl+← →"
          value={opacity}
          max={1}
          step={0.01}
          text={formatPercent}
          onChange={(next) => stack.set({ opacity: next })}
        />
      )
    case 'flicker':
      return (
        <>
          <Typography variant="body2">{words.flickerHint('Shift+F')}</Typography>
          <HoldButton stack={stack} />
        </>
      )
    case 'difference':
      return (
        <Setting
          label={words.scale}
          shortcut="Ctrl+← →"
          value={scale}
          {...scaleLimits}
          step={1}
          text={(most) => formatNumber(Math.round(most))}
          onChange={(next) => stack.set({ scale: next })}
        />
      )
    default:
      return null
  }
}

/** For whoever has no keyboard at hand. */
function HoldButton({ stack }: { stack: ImageStack }) {
  const release = () => stack.hold(false)
  return (
    <Button
      size="small"
      variant="outlined"
      onPointerDown={() => stack.hold(true)}
      onPointerUp={release}
      onPointerLeave={release}
      onPointerCancel={release}
      onKeyDown={(event) => (event.key === ' ' || event.key === 'Enter') && stack.hold(true)}
      onKeyUp={release}
      onBlur={release}
    >
      {words.hold}
    </Button>
  )
}

interface SettingProps {
  label: string
  shortcut: string
  value: number
  min?: number
  max: number
  step: number
  text: (value: number) => string
  onChange: (value: number) => void
}

function Setting({ label, shortcut, value, min = 0, max, step, text, onChange }: SettingProps) {
  const id = useId()
  return (
    <Tooltip title={`${label} (${shortcut})`} placement="left">
      <Box>
        <Box sx={{ display: 'flex', justifyContent: 'space-between', typography: 'body2' }}>
          <span id={id}>{label}</span>
          <Box component="span" sx={{ fontVariantNumeric: 'tabular-nums' }}>
            {text(value)}
          </Box>
        </Box>
        <Box sx={{ px: 2 }}>
          <Slider
            size="small"
            aria-labelledby={id}
            value={value}
            min={min}
            max={max}
            step={step}
            // It gives a second figure, which `text` could take for something else.
            getAriaValueText={(moved) => text(moved)}
            onChange={(_, moved) => onChange(moved as number)}
          />
        </Box>
      </Box>
    </Tooltip>
  )
}
