import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { viewerKeys } from '../../../engine/viewer/input/keys.ts'
import { ArrowDown, ArrowUp } from '../../../ui/icons.ts'
import { SearchField } from '../../../ui/search-field.tsx'
import { BarButton } from '../bar/bar-button.tsx'
import type { Steps } from './slide-steps.tsx'
import type { Tray } from './use-tray.ts'
import { words } from './words.ts'

interface TrayHeaderProps {
  tray: Tray
  steps: Steps
  search: string
  onSearch: (search: string) => void
}

/** Whose slides these are, where among them one is, and how to find another. */
export function TrayHeader({ tray, steps, search, onSearch }: TrayHeaderProps) {
  const whose = tray.project === null ? words.unsorted : words.inProject(tray.project.name)
  return (
    <Box sx={{ px: 2, pb: 2, borderBottom: 1, borderColor: 'divider' }}>
      <Stack direction="row" sx={{ alignItems: 'center', gap: 0.5, mb: 1, pl: 2 }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography variant="caption" component="p" color="textSecondary" noWrap dir="auto" title={whose}>
            {whose}
          </Typography>
          <Typography variant="caption" component="p" color="textSecondary" role="status">
            {placeText(tray, search)}
          </Typography>
        </Box>
        <BarButton
          label={words.previous}
          shortcut={viewerKeys.previousSlide.shown}
          icon={ArrowUp}
          disabled={steps.previous === undefined}
          onClick={() => steps.previous?.()}
        />
        <BarButton
          label={words.next}
          shortcut={viewerKeys.nextSlide.shown}
          icon={ArrowDown}
          disabled={steps.next === undefined}
          onClick={() => steps.next?.()}
        />
      </Stack>
      <SearchField label={words.search} search={search} onSearch={onSearch} />
    </Box>
  )
}

function placeText({ count, place, isListed }: Tray, search: string): string {
  if (count === undefined) return words.loading
  if (search !== '') return words.found(count)
  return isListed && place !== undefined ? words.place(place, count) : words.count(count)
}
