import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import InputAdornment from '@mui/material/InputAdornment'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { viewerKeys } from '../../../engine/viewer/input/keys.ts'
import type { SlideView } from '../../../engine/viewer/slide-view.ts'
import { flipped, isAsScanned, turned } from '../../../engine/viewer/viewport.ts'
import { Compass, FlipHorizontal2, FlipVertical2, RotateCcw, RotateCw } from '../../../ui/frame/icons.ts'
import { BarButton } from '../bar/bar-button.tsx'
import { BarPopover } from '../bar/bar-popover.tsx'
import { useViewState } from '../viewer-context.tsx'
import { rotationOf, shownDegrees } from './orientation.ts'
import { words } from './words.ts'

const quarter = Math.PI / 2
const own = words.orientation

/** Quarter turns at once; any angle, mirroring and the way back behind one button that shows how it stands. */
export function OrientationGroup({ view }: { view: SlideView }) {
  const degrees = useViewState(view, 'viewport', () => shownDegrees(view.viewport()))
  const isMirrored = useViewState(view, 'viewport', () => view.viewport().flipped)
  const asScanned = useViewState(view, 'viewport', () => isAsScanned(view.viewport()))
  const state = [`${degrees}°`, isMirrored && own.mirrored].filter(Boolean).join(', ')
  return (
    <>
      <Box className="quarter-turns" sx={{ display: 'flex' }}>
        <BarButton
          label={own.left}
          icon={RotateCcw}
          shortcut={viewerKeys.turnLeft.shown}
          onClick={() => view.show(turned(view.aim(), -quarter), { animated: true })}
        />
        <BarButton
          label={own.right}
          icon={RotateCw}
          shortcut={viewerKeys.turnRight.shown}
          onClick={() => view.show(turned(view.aim(), quarter), { animated: true })}
        />
      </Box>
      <BarPopover
        label={asScanned ? own.label : `${own.label}: ${state}`}
        icon={Compass}
        pressed={!asScanned}
        title={own.label}
        width={320}
      >
        <Stack sx={{ gap: 2, alignItems: 'stretch' }}>
          <AngleField key={degrees} view={view} degrees={degrees} />
          <Flips view={view} />
          <Button
            variant="outlined"
            onClick={() => view.show({ rotation: 0, flipped: false }, { animated: true })}
            disabled={asScanned}
          >
            {own.reset}
            <Key>{viewerKeys.resetOrientation.shown}</Key>
          </Button>
        </Stack>
      </BarPopover>
    </>
  )
}

function AngleField({ view, degrees }: { view: SlideView; degrees: number }) {
  const [text, setText] = useState(String(degrees))
  const rotation = rotationOf(text, view.viewport().flipped)

  function apply() {
    if (rotation !== undefined) view.show({ rotation }, { animated: true })
  }

  return (
    <Box
      component="form"
      onSubmit={(event) => {
        event.preventDefault()
        apply()
      }}
    >
      <TextField
        label={own.angle}
        size="small"
        fullWidth
        autoFocus
        value={text}
        error={rotation === undefined}
        onChange={(event) => setText(event.target.value)}
        onBlur={apply}
        onFocus={(event) => event.target.select()}
        slotProps={{
          input: { endAdornment: <InputAdornment position="end">°</InputAdornment> },
          htmlInput: { inputMode: 'decimal' },
        }}
      />
    </Box>
  )
}

function Flips({ view }: { view: SlideView }) {
  return (
    <>
      <Button
        variant="outlined"
        startIcon={<FlipVertical2 size={16} aria-hidden />}
        onClick={() => view.show(flipped(view.aim(), 'horizontal'))}
      >
        {own.horizontal}
        <Key>{viewerKeys.flipHorizontal.shown}</Key>
      </Button>
      <Button
        variant="outlined"
        startIcon={<FlipHorizontal2 size={16} aria-hidden />}
        onClick={() => view.show(flipped(view.aim(), 'vertical'))}
      >
        {own.vertical}
        <Key>{viewerKeys.flipVertical.shown}</Key>
      </Button>
    </>
  )
}

function Key({ children }: { children: string }) {
  return (
    <Typography component="span" variant="caption" color="textSecondary" sx={{ ml: 2 }} aria-hidden>
      {children}
    </Typography>
  )
}
