import MenuItem from '@mui/material/MenuItem'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { magnificationOf } from '../../../engine/viewer/objective.ts'
import type { SlideView } from '../../../engine/viewer/slide-view.ts'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { formatNumber } from '../../../ui/text/dates.ts'
import { parseNumber } from '../../../ui/text/parse-number.ts'
import {
  fromPixels,
  type GoToDraft,
  goToTarget,
  mostMagnification,
  type PlaceUnit,
  toPixels,
} from './go-to.ts'
import { words } from './words.ts'

const own = words.goTo
const round = (value: number) => String(Math.round(value * 100) / 100)

interface GoToDialogProps {
  view: SlideView
  onClose: () => void
}

/** Begins with where one is, so that it tells the place as well. */
export function GoToDialog({ view, onClose }: GoToDialogProps) {
  const { image } = view
  const [draft, setDraft] = useState(() => draftOf(view))
  const [tried, setTried] = useState(false)
  const answer = goToTarget(draft, image)
  const faults = tried && 'faults' in answer ? answer.faults : {}
  const change = (part: Partial<GoToDraft>) => setDraft({ ...draft, ...part })

  function submit() {
    setTried(true)
    if (!('target' in answer)) return
    view.show(answer.target, { animated: true })
    onClose()
  }

  const edge = fromPixels(image.space, draft.unit, { x: image.space.width, y: image.space.height })
  const outside = own.outside(formatNumber(Math.floor(edge.x)), formatNumber(Math.floor(edge.y)))
  const said = (fault: string | undefined) => (fault === 'outside' ? outside : fault && own.number)
  const magnificationFault = own.tooLarge(formatNumber(Math.floor(mostMagnification(image))))
  return (
    <FormDialog
      title={own.title}
      submitLabel={own.submit}
      maxWidth="xs"
      onClose={onClose}
      form={{ busy: false, changed: false, submit: submit }}
    >
      <Stack spacing={4} sx={{ pt: 2 }}>
        {image.space.unit === 'µm' && (
          <TextField
            select
            size="small"
            label={own.unit}
            value={draft.unit}
            onChange={(event) => setDraft(inUnit(draft, event.target.value === 'px' ? 'px' : 'µm', view))}
          >
            <MenuItem value="µm">µm</MenuItem>
            <MenuItem value="px">px</MenuItem>
          </TextField>
        )}
        <TextField
          autoFocus
          size="small"
          label={own.x(draft.unit)}
          value={draft.x}
          onChange={(event) => change({ x: event.target.value })}
          onFocus={(event) => event.target.select()}
          error={faults.x !== undefined}
          helperText={said(faults.x)}
          slotProps={{ htmlInput: { inputMode: 'decimal' } }}
        />
        <TextField
          size="small"
          label={own.y(draft.unit)}
          value={draft.y}
          onChange={(event) => change({ y: event.target.value })}
          error={faults.y !== undefined}
          helperText={said(faults.y)}
          slotProps={{ htmlInput: { inputMode: 'decimal' } }}
        />
        <TextField
          size="small"
          label={own.magnification}
          value={draft.magnification}
          onChange={(event) => change({ magnification: event.target.value })}
          error={faults.magnification !== undefined}
          helperText={faults.magnification === undefined ? own.magnificationHint : magnificationFault}
          slotProps={{ htmlInput: { inputMode: 'decimal' } }}
        />
      </Stack>
    </FormDialog>
  )
}

function draftOf({ image, viewport }: SlideView): GoToDraft {
  const { center, resolution } = viewport()
  const { unit } = image.space
  const { x, y } = fromPixels(image.space, unit, center)
  const magnification = magnificationOf(image, resolution) ?? 1 / resolution
  return { unit, x: round(x), y: round(y), magnification: round(magnification) }
}

/** The same place in the other unit. */
function inUnit(draft: GoToDraft, unit: PlaceUnit, { image }: SlideView): GoToDraft {
  const x = parseNumber(draft.x)
  const y = parseNumber(draft.y)
  if (x === null || y === null) return { ...draft, unit }
  const place = fromPixels(image.space, unit, toPixels(image.space, draft.unit, { x, y }))
  return { ...draft, unit, x: round(place.x), y: round(place.y) }
}
