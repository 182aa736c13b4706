import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import type { Badge } from './badges.ts'

/** How a slide stands, in one line. */
export function SlideBadges({ badges }: { badges: readonly Badge[] }) {
  return (
    <Stack direction="row" sx={{ gap: 2, minHeight: 16, overflow: 'hidden' }}>
      {badges.map(({ key, icon: Icon, tone, text, title }) => (
        <Stack
          key={key}
          component="span"
          direction="row"
          title={title}
          sx={{
            gap: 0.75,
            alignItems: 'center',
            // The first says most.
            flexShrink: 1,
            minWidth: 0,
            '&:first-of-type': { flexShrink: 0 },
            typography: 'caption',
            // The word is read on any ground: also on that of what is chosen, where colours are too pale.
            color: 'text.secondary',
            '& svg': { color: `tokens.${tone}` },
          }}
        >
          <Icon size={13} aria-hidden style={{ flexShrink: 0 }} />
          <Box
            component="span"
            aria-hidden
            sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
          >
            {text}
          </Box>
          <VisuallyHidden>{title}</VisuallyHidden>
        </Stack>
      ))}
    </Stack>
  )
}
