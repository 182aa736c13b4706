import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import type { LucideIcon } from 'lucide-react'
import {
  CircleCheck,
  CircleSlash,
  CircleX,
  Clock,
  Combine,
  Images,
  Loader,
  TriangleAlert,
} from '../../../ui/icons.ts'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import type { Badge, BadgeIcon } from './badges.ts'

const icons: Record<BadgeIcon, LucideIcon> = {
  wait: Clock,
  run: Loader,
  pass: CircleCheck,
  warn: TriangleAlert,
  fail: CircleX,
  stop: CircleSlash,
  outputs: Combine,
  scenes: Images,
}

/** How a slide stands, in one line. */
export function SlideBadges({ badges }: { badges: readonly Badge[] }) {
  return (
    <Stack direction="row" sx={{ gap: 2, minHeight: 16, overflow: 'hidden' }}>
      {badges.map(({ icon, tone, text, title }) => {
        const Icon = icons[icon]
        return (
          <Stack
            key={icon}
            component="span"
            direction="row"
            title={title}
            sx={{
              gap: 0.75,
              alignItems: 'center',
              flexShrink: 0,
              typography: 'caption',
              color: `tokens.${tone}`,
            }}
          >
            <Icon size={13} aria-hidden />
            <Box component="span" aria-hidden>
              {text}
            </Box>
            <VisuallyHidden>{title}</VisuallyHidden>
          </Stack>
        )
      })}
    </Stack>
  )
}
