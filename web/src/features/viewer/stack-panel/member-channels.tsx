import Box from '@mui/material/Box'
import { useRef } from 'react'
import { isSolo, soloChannel, toggleChannel } from '../../../engine/viewer/display/change-display.ts'
import type { Display } from '../../../engine/viewer/display/display.ts'
import { initialDisplay } from '../../../engine/viewer/display/initial-display.ts'
import type { SlideView } from '../../../engine/viewer/slide-view.ts'
import { hasChannels } from '../../../engine/viewer/viewed-image.ts'
import { Eye, EyeOff, Focus } from '../../../ui/frame/icons.ts'
import { BarButton } from '../bar/bar-button.tsx'
import { channelKey, channelName } from '../image-panel/channel-names.ts'
import { Swatch } from '../results-panel/result-legend.tsx'
import { useShownView } from '../stack-of.ts'
import { useActiveView, useViewState } from '../viewer-context.tsx'
import type { ImageMember } from './members.ts'
import { words } from './words.ts'

/** The channels of the image that is seen; nothing of one with colours. */
export function MemberChannels({ member }: { member: ImageMember }) {
  const view = useShownView(useActiveView())
  if (view === null || view.image.id !== member.imageId || !hasChannels(view.image)) return null
  return <Channels view={view} name={member.name} />
}

function Channels({ view, name }: { view: SlideView; name: string }) {
  const display = useViewState(view, 'display', () => view.display())
  const before = useRef<Display | null>(null)
  function solo(index: number) {
    // From one to the next, what was shown before the first is what one goes back to.
    if (display.channels.filter(({ shown }) => shown).length !== 1) before.current = display
    view.setDisplay(soloChannel(display, index, before.current ?? initialDisplay(view.image.pyramid)))
  }
  return (
    <Box component="ul" aria-label={words.channels(name)} sx={{ m: 0, pl: 5, pr: 0, listStyle: 'none' }}>
      {display.channels.map(({ shown, color }, index) => {
        const channel = channelName(view.image.pyramid, index)
        return (
          <Box
            component="li"
            // biome-ignore lint/suspicious/noArrayIndexKey: a channel is known by its place, which never changes.
            key={index}
            sx={{ display: 'flex', alignItems: 'center', gap: 2, minHeight: 28 }}
          >
            <Swatch color={color} />
            <Box component="bdi" sx={{ flex: 1, minWidth: 0, typography: 'body2', overflowWrap: 'anywhere' }}>
              {channel}
            </Box>
            <BarButton
              size={24}
              label={shown ? words.channelHide(channel) : words.channelShow(channel)}
              icon={shown ? Eye : EyeOff}
              pressed={shown}
              shortcut={channelKey(index)}
              onClick={() => view.setDisplay(toggleChannel(view.display(), index))}
            />
            <BarButton
              size={24}
              label={words.channelSolo(channel)}
              icon={Focus}
              pressed={isSolo(display, index)}
              onClick={() => solo(index)}
            />
          </Box>
        )
      })}
    </Box>
  )
}
