import { measureOf, type TileRange } from '@cresyl/contract/qc/qc-measures'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import Slider from '@mui/material/Slider'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useId, useSyncExternalStore } from 'react'
import { type ColourMapName, colourMapNames } from '../../../engine/viewer/overlays/colour-maps.ts'
import { placeOnLegend, valueOnLegend } from '../../../engine/viewer/overlays/legend.ts'
import { saveFile } from '../../../ui/form/save-file.ts'
import { Download } from '../../../ui/frame/icons.ts'
import { GatedButton } from '../../../ui/state/gated.tsx'
import { formatPercent } from '../../../ui/text/dates.ts'
import { showToast } from '../../../ui/toast/toast-store.ts'
import { isDragged, usePerFrame } from '../image-panel/use-per-frame.ts'
import { useViewedImage } from '../slide/queries.ts'
import { useSlide } from '../slide/use-slide.ts'
import { LegendStrip } from './legend-strip.tsx'
import { type ShownOverlay, useQcDesk } from './qc-desk.tsx'
import { useOutlines } from './queries.ts'
import { rangeFigure } from './range-figure.ts'
import { useOverlaySource } from './use-overlay-source.ts'
import { words } from './words.ts'

const own = words.overlay

/** How the overlay that was clicked lies over the slide. */
export function OverlaySettings({ shown }: { shown: ShownOverlay }) {
  const desk = useQcDesk()
  const look = desk.lookOf(shown)
  const range = shown.overlay.kind === 'heatmap' ? measureOf(shown.measure.key).tiles : undefined
  return (
    // Over the button that the whole row is.
    <Box sx={{ position: 'relative', zIndex: 1, mt: 3, display: 'grid', gap: 2 }}>
      <Problem shown={shown} />
      {range && <LegendStrip range={range} look={look} />}
      <Labelled label={own.opacity} value={formatPercent(look.opacity)}>
        {(labelId) => (
          <Opacity labelId={labelId} value={look.opacity} onChange={(opacity) => desk.setLook({ opacity })} />
        )}
      </Labelled>
      {range && <Limit range={range} limit={look.limit} onChange={(limit) => desk.setLimit(shown, limit)} />}
      {range && (
        <TextField
          select
          size="small"
          label={own.colours}
          value={look.colours}
          onChange={(event) => desk.setLook({ colours: event.target.value as ColourMapName })}
          sx={{ mt: 1 }}
        >
          {colourMapNames.map((name) => (
            <MenuItem key={name} value={name}>
              {own.maps[name]}
            </MenuItem>
          ))}
        </TextField>
      )}
      {shown.overlay.kind === 'mask' && <GeojsonButton shown={shown} />}
    </Box>
  )
}

/** What keeps it from being seen, where something does. */
function Problem({ shown }: { shown: ShownOverlay }) {
  const { source, error } = useOverlaySource(shown.overlay)
  const hasFailed = useSyncExternalStore(
    source?.subscribe ?? nothing,
    () => source !== null && source.status().failed > 0,
  )
  if (!hasFailed && !error) return null
  return (
    <Typography role="alert" variant="body2" sx={{ color: 'tokens.fail' }}>
      {own.failed}{' '}
      {source && (
        <Button size="small" onClick={() => source.retry()}>
          {words.retry}
        </Button>
      )}
    </Typography>
  )
}

const nothing = () => () => {}

interface LabelledProps {
  label: string
  value: string
  children: (labelId: string) => React.ReactNode
}

function Labelled({ label, value, children }: LabelledProps) {
  const labelId = useId()
  return (
    <Box>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 2, typography: 'body2' }}>
        <span id={labelId}>{label}</span>
        <span>{value}</span>
      </Box>
      <Box sx={{ px: 2 }}>{children(labelId)}</Box>
    </Box>
  )
}

interface OpacityProps {
  labelId: string
  value: number
  onChange: (value: number) => void
}

function Opacity({ labelId, value, onChange }: OpacityProps) {
  const changeSoon = usePerFrame(onChange)
  return (
    <Slider
      size="small"
      aria-labelledby={labelId}
      value={value}
      min={0}
      max={1}
      step={0.05}
      getAriaValueText={(part) => formatPercent(part)}
      onChange={(event, moved) => (isDragged(event) ? changeSoon : onChange)(moved as number)}
    />
  )
}

interface LimitProps {
  range: TileRange
  limit: number | null
  onChange: (limit: number | null) => void
}

/** At the good end of the slider everything is shown. */
function Limit({ range, limit, onChange }: LimitProps) {
  const changeSoon = usePerFrame(onChange)
  const everything = range.worse === 'high' ? 0 : 1
  const text = (at: number) =>
    at === everything
      ? own.all
      : `${own.limitOf[range.worse]} ${rangeFigure(range, valueOnLegend(range, at))}`
  const place = limit === null ? everything : placeOnLegend(range, limit)
  return (
    <Labelled label={own.limit} value={text(place)}>
      {(labelId) => (
        <Slider
          size="small"
          aria-labelledby={labelId}
          track={range.worse === 'high' ? 'inverted' : 'normal'}
          value={place}
          min={0}
          max={1}
          step={1 / 127}
          getAriaValueText={text}
          onChange={(event, moved) => {
            const at = moved as number
            const next = at === everything ? null : valueOnLegend(range, at)
            if (isDragged(event)) changeSoon(next)
            else onChange(next)
          }}
        />
      )}
    </Labelled>
  )
}

/** Saves the outlines of a mask. */
function GeojsonButton({ shown: { imageId, checkId, measure } }: { shown: ShownOverlay }) {
  const outlines = useOutlines()
  const { record } = useViewedImage(imageId)
  const { data: slide } = useSlide(record?.slide_id ?? undefined)
  const save = () =>
    outlines.mutate(
      { id: checkId, key: measure.key },
      {
        onSuccess: (collection) => {
          if (collection.features.length === 0) return showToast(words.overlay.empty, 'info')
          const text = new Blob([JSON.stringify(collection)], { type: 'application/geo+json' })
          saveFile(text, words.overlay.fileName(slide?.name ?? imageId, measure.key))
        },
      },
    )
  return (
    <GatedButton
      size="small"
      variant="outlined"
      startIcon={<Download size={16} aria-hidden />}
      loading={outlines.isPending}
      onClick={save}
      sx={{ justifySelf: 'start' }}
    >
      {words.overlay.geojson}
    </GatedButton>
  )
}
