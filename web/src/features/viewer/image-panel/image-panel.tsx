import Divider from '@mui/material/Divider'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { hasChannels } from '../../../engine/viewer/viewed-image.ts'
import { useShownView } from '../stack-of.ts'
import { useActiveView } from '../viewer-context.tsx'
import { ChannelList } from './channel-list.tsx'
import { ColorSettings } from './color-settings.tsx'
import { hasPlanes, PlaneSliders } from './plane-sliders.tsx'
import { Presets } from './presets.tsx'
import { words } from './words.ts'

/** How the image that is seen in the active pane is shown. */
export function ImagePanel() {
  const view = useShownView(useActiveView())
  if (view === null) {
    return (
      <Typography color="textSecondary" sx={{ p: 4 }}>
        {words.nothing}
      </Typography>
    )
  }
  return (
    <Stack key={view.image.id} divider={<Divider />} sx={{ p: 4, gap: 4 }}>
      {hasPlanes(view.image) && <PlaneSliders view={view} />}
      <Presets view={view} />
      {hasChannels(view.image) ? <ChannelList view={view} /> : <ColorSettings view={view} />}
    </Stack>
  )
}
