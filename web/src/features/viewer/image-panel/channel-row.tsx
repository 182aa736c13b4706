import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { memo } from 'react'
import { resetChannel, toggleChannel, withChannel } from '../../../engine/viewer/display/change-display.ts'
import type { ChannelDisplay } from '../../../engine/viewer/display/display.ts'
import type { SlideView } from '../../../engine/viewer/slide-view.ts'
import { Eye, EyeOff, RotateCcw } from '../../../ui/frame/icons.ts'
import { BarButton } from '../bar/bar-button.tsx'
import { ChannelColour } from './channel-colour.tsx'
import { channelKey, channelName } from './channel-names.ts'
import { ChannelWindow } from './channel-window.tsx'
import type { HistogramChoice } from './histogram-choice.ts'
import { words } from './words.ts'

const own = words.channels

interface ChannelRowProps {
  view: SlideView
  index: number
  channel: ChannelDisplay
  /** Whether no other one is shown. */
  alone: boolean
  choice: HistogramChoice
  onSolo: (index: number) => void
}

/** One channel; its window and gamma only while it is shown. */
export const ChannelRow = memo(function ChannelRow(props: ChannelRowProps) {
  const { view, index, channel, alone, choice, onSolo } = props
  const { pyramid } = view.image
  const name = channelName(pyramid, index)
  const emission = pyramid.channels[index]?.emission_wavelength ?? null
  return (
    <Box component="li" sx={{ py: 1, borderTop: 1, borderColor: 'divider' }}>
      <Stack direction="row" sx={{ alignItems: 'center', gap: 1 }}>
        <BarButton
          label={channel.shown ? own.hide(name) : own.show(name)}
          icon={channel.shown ? Eye : EyeOff}
          shortcut={channelKey(index)}
          pressed={channel.shown}
          onClick={() => view.setDisplay(toggleChannel(view.display(), index))}
        />
        <ChannelColour
          name={name}
          color={channel.color}
          onChange={(color) => view.setDisplay(withChannel(view.display(), index, { color }))}
        />
        <Typography
          noWrap
          sx={{ flex: 1, ml: 1, fontWeight: channel.shown ? 600 : 400 }}
          title={emission === null ? name : `${name}, ${own.emission(emission)}`}
        >
          <bdi>{name}</bdi>
        </Typography>
        <Typography variant="caption" color="textSecondary" aria-hidden sx={{ whiteSpace: 'nowrap' }}>
          {channelKey(index)?.split(' ')[0]}
        </Typography>
        <Tooltip title={own.soloHint(name)}>
          <Button
            size="small"
            aria-pressed={alone}
            onClick={() => onSolo(index)}
            sx={{ minWidth: 0, px: 2, minHeight: 28, ...(alone && { bgcolor: 'tokens.accent' }) }}
          >
            {own.solo}
          </Button>
        </Tooltip>
        <BarButton
          label={own.reset(name)}
          icon={RotateCcw}
          size={28}
          onClick={() => view.setDisplay(resetChannel(view.display(), index, pyramid))}
        />
      </Stack>
      {channel.shown && (
        <ChannelWindow view={view} index={index} channel={channel} name={name} choice={choice} />
      )}
    </Box>
  )
})
