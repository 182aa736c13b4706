import Box from '@mui/material/Box'
import Slider from '@mui/material/Slider'
import Stack from '@mui/material/Stack'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { useEffect, useId, useState } from 'react'
import { viewerKeys } from '../../../engine/viewer/input/keys.ts'
import type { SlideView } from '../../../engine/viewer/slide-view.ts'
import type { ViewedImage } from '../../../engine/viewer/viewed-image.ts'
import { Pause, Play } from '../../../ui/frame/icons.ts'
import { BarButton } from '../bar/bar-button.tsx'
import { useViewState } from '../viewer-context.tsx'
import { depthText, timeText } from './plane-place.ts'
import { isDragged, usePerFrame } from './use-per-frame.ts'
import { words } from './words.ts'

const own = words.planes
/** Milliseconds that a point of time is seen for, once it has been loaded. */
const playPace = 250

/** Whether there is anything to choose. */
export function hasPlanes({ pyramid }: ViewedImage): boolean {
  return pyramid.size_z > 1 || pyramid.size_t > 1
}

/** Which focus plane and which point of time is seen. */
export function PlaneSliders({ view }: { view: SlideView }) {
  const { z, t } = useViewState(view, 'plane', () => view.plane())
  const { size_z: depth, size_t: times } = view.image.pyramid
  const { z: depths, t: moments } = view.image.space
  if (!hasPlanes(view.image)) return null
  return (
    <Stack component="section" aria-label={own.label} sx={{ gap: 1 }}>
      {depth > 1 && (
        <PlaneSlider
          label={own.focus}
          keys={`${viewerKeys.nextFocus.shown}, ${viewerKeys.previousFocus.shown}`}
          value={z}
          count={depth}
          place={(plane) => depthText(plane, depths)}
          onChange={(plane) => view.setPlane({ ...view.plane(), z: plane })}
        />
      )}
      {times > 1 && (
        <Stack direction="row" sx={{ alignItems: 'center', gap: 2 }}>
          <PlayButton view={view} />
          <PlaneSlider
            label={own.time}
            keys={`${viewerKeys.nextTime.shown}, ${viewerKeys.previousTime.shown}`}
            value={t}
            count={times}
            place={(time) => timeText(time, moments)}
            onChange={(time) => view.setPlane({ ...view.plane(), t: time })}
          />
        </Stack>
      )}
    </Stack>
  )
}

interface PlaneSliderProps {
  label: string
  /** Those that do the same. */
  keys: string
  /** From 0. */
  value: number
  count: number
  /** Where each of them is; '' where nobody knows. */
  place: (value: number) => string
  onChange: (value: number) => void
}

function PlaneSlider({ label, keys, value, count, place, onChange }: PlaneSliderProps) {
  const id = useId()
  const changeSoon = usePerFrame(onChange)
  const textOf = (figure: number) => own.of(figure, count, place(figure - 1))
  return (
    <Box sx={{ flex: 1, minWidth: 0 }}>
      <Stack direction="row" sx={{ justifyContent: 'space-between', gap: 2 }}>
        <Tooltip title={`${label} (${keys})`}>
          <Typography id={id}>{label}</Typography>
        </Tooltip>
        <Typography color="textSecondary" aria-hidden noWrap sx={{ fontVariantNumeric: 'tabular-nums' }}>
          {textOf(value + 1)}
        </Typography>
      </Stack>
      <Box sx={{ px: 2 }}>
        <Slider
          size="small"
          aria-labelledby={id}
          value={value + 1}
          min={1}
          max={count}
          step={1}
          marks={count <= 32}
          getAriaValueText={textOf}
          onChange={(event, figure) => (isDragged(event) ? changeSoon : onChange)((figure as number) - 1)}
        />
      </Box>
    </Box>
  )
}

function PlayButton({ view }: { view: SlideView }) {
  const [playing, setPlaying] = useState(false)
  useEffect(() => (playing ? play(view) : undefined), [playing, view])
  return (
    <BarButton
      label={playing ? own.stop : own.play}
      icon={playing ? Pause : Play}
      pressed={playing}
      onClick={() => setPlaying(!playing)}
    />
  )
}

/** From one point of time to the next, round and round; each is waited for until it is there. */
function play(view: SlideView): () => void {
  const timer = setInterval(() => {
    const { wanted, loaded, failed } = view.status()
    if (loaded + failed < wanted) return
    const { z, t } = view.plane()
    view.setPlane({ z, t: (t + 1) % view.image.pyramid.size_t })
  }, playPace)
  return () => clearInterval(timer)
}
