import { z } from '@cresyl/contract/api/zod'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Tooltip from '@mui/material/Tooltip'
import { legendBackdrop, legibleColour } from '../../../engine/viewer/display/legible-colour.ts'
import type { SlideView } from '../../../engine/viewer/slide-view.ts'
import { hasChannels } from '../../../engine/viewer/viewed-image.ts'
import { ChevronDown, ChevronRight } from '../../../ui/frame/icons.ts'
import { useViewState } from '../viewer-context.tsx'
import { channelName } from './channel-names.ts'
import { useKept } from './use-kept.ts'
import { words } from './words.ts'

const own = words.legend

/** Over the picture: the channels that are shown, in their colours. Nothing for an image with colours. */
export function ChannelLegend({ view }: { view: SlideView }) {
  const display = useViewState(view, 'display', () => view.display())
  const [open, setOpen] = useKept('viewer-legend', z.boolean(), true)
  if (!hasChannels(view.image)) return null
  const shown = [...display.channels.entries()].filter(([, channel]) => channel.shown)
  const label = open ? own.hide : own.show
  const Icon = open ? ChevronDown : ChevronRight
  return (
    <Box
      role="group"
      aria-label={own.label}
      sx={{
        display: 'flex',
        alignItems: 'flex-start',
        width: 'fit-content',
        maxWidth: 240,
        bgcolor: legendBackdrop,
        color: '#EDE8F2',
        borderRadius: 1,
        border: '1px solid #352D40',
      }}
    >
      <Tooltip title={label}>
        <ButtonBase
          aria-label={label}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          sx={{ width: 28, height: 28, flexShrink: 0, borderRadius: 1 }}
        >
          <Icon size={16} aria-hidden />
        </ButtonBase>
      </Tooltip>
      {open && (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, pl: 0, pr: 3, py: 1, minWidth: 0 }}>
          {shown.map(([index, { color }]) => (
            <Box
              component="li"
              key={index}
              sx={{ display: 'flex', alignItems: 'center', gap: 2, minWidth: 0 }}
            >
              <Box
                aria-hidden
                sx={{
                  width: 10,
                  height: 10,
                  flexShrink: 0,
                  borderRadius: '50%',
                  border: '1px solid #7A6E88',
                }}
                style={{ backgroundColor: color }}
              />
              <Box
                component="bdi"
                sx={{
                  typography: 'body2',
                  fontWeight: 600,
                  overflow: 'hidden',
                  textOverflow: 'ellipsis',
                  whiteSpace: 'nowrap',
                }}
                style={{ color: legibleColour(color) }}
              >
                {channelName(view.image.pyramid, index)}
              </Box>
            </Box>
          ))}
        </Box>
      )}
    </Box>
  )
}
