import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import ToggleButton from '@mui/material/ToggleButton'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { useCallback, useId, useRef } from 'react'
import { isSolo, showAllChannels, soloChannel } from '../../../engine/viewer/display/change-display.ts'
import type { Display } from '../../../engine/viewer/display/display.ts'
import { initialDisplay } from '../../../engine/viewer/display/initial-display.ts'
import type { SlideView } from '../../../engine/viewer/slide-view.ts'
import { useViewState } from '../viewer-context.tsx'
import { ChannelRow } from './channel-row.tsx'
import { type HistogramChoice, useHistogramChoice } from './histogram-choice.ts'
import { words } from './words.ts'

const own = words.channels

/** Of an image with channels: fluorescence and the like. */
export function ChannelList({ view }: { view: SlideView }) {
  const display = useViewState(view, 'display', () => view.display())
  const composes = useViewState(view, 'display', () => view.composes)
  const [choice, choose] = useHistogramChoice()
  const titleId = useId()
  const solo = useSolo(view)
  const showAll = (shown: boolean) => view.setDisplay(showAllChannels(view.display(), shown))
  return (
    <section aria-labelledby={titleId}>
      <Stack direction="row" sx={{ alignItems: 'center', flexWrap: 'wrap', gap: 1, mb: 1 }}>
        <Typography variant="h3" component="h2" id={titleId} sx={{ flex: 1 }}>
          {own.title}
        </Typography>
        <Button size="small" onClick={() => showAll(true)}>
          {own.allOn}
        </Button>
        <Button size="small" onClick={() => showAll(false)}>
          {own.allOff}
        </Button>
      </Stack>
      {!composes && (
        <Typography variant="body2" role="status" sx={{ mb: 2 }}>
          {own.composedByServer}
        </Typography>
      )}
      <HistogramChoices choice={choice} onChange={choose} />
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {display.channels.map((channel, index) => (
          <ChannelRow
            // biome-ignore lint/suspicious/noArrayIndexKey: a channel is known by its place, which never changes.
            key={index}
            view={view}
            index={index}
            channel={channel}
            alone={isSolo(display, index)}
            choice={choice}
            onSolo={solo}
          />
        ))}
      </Box>
    </section>
  )
}

/** Solo, and back to what was shown before it. */
function useSolo(view: SlideView): (index: number) => void {
  const before = useRef<Display | null>(null)
  return useCallback(
    (index) => {
      const display = view.display()
      const alone = display.channels.filter(({ shown }) => shown).length === 1
      // From one solo to the next, what was shown before the first is what one goes back to.
      if (!alone) before.current = display
      view.setDisplay(soloChannel(display, index, before.current ?? initialDisplay(view.image.pyramid)))
    },
    [view],
  )
}

interface HistogramChoicesProps {
  choice: HistogramChoice
  onChange: (choice: HistogramChoice) => void
}

function HistogramChoices({ choice, onChange }: HistogramChoicesProps) {
  return (
    <Stack direction="row" sx={{ gap: 2, mb: 2 }}>
      {(['logarithmic', 'whole'] as const).map((key) => (
        <Tooltip key={key} title={own[`${key}Hint`]}>
          <ToggleButton
            size="small"
            value={key}
            selected={choice[key]}
            onChange={() => onChange({ ...choice, [key]: !choice[key] })}
            sx={{ py: 0.5, px: 2, fontSize: '0.75rem', lineHeight: '1rem', minHeight: 26 }}
          >
            {own[key]}
          </ToggleButton>
        </Tooltip>
      ))}
    </Stack>
  )
}
