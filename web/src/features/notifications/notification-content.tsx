import { type Notification, notificationKinds } from '@cresyl/contract/people/notifications'
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { Link as RouterLink, type To, useLocation } from 'react-router'
import { VisuallyHidden } from '../../ui/frame/visually-hidden.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { kindIcons } from './kind-icons.ts'
import { words } from './words.ts'

interface NotificationContentProps {
  notification: Notification
  onOpen: () => void
}

/** What one notification says: unread ones by weight, a dot, and a word for those who see neither. */
export function NotificationContent({ notification, onOpen }: NotificationContentProps) {
  const { kind, text, link, created_at, read_at } = notification
  const unread = read_at === null
  const to = useTarget(link)
  const Icon = kindIcons[kind]
  return (
    <Stack direction="row" sx={{ flex: 1, minWidth: 0, gap: 3, alignItems: 'flex-start' }}>
      <Box sx={{ position: 'relative', flexShrink: 0 }} aria-hidden>
        <Box
          sx={{
            display: 'grid',
            placeItems: 'center',
            width: 36,
            height: 36,
            borderRadius: '50%',
            ...(/failed$/.test(kind)
              ? { color: 'tokens.fail', bgcolor: 'color-mix(in srgb, currentColor 12%, transparent)' }
              : { color: 'primary.main', bgcolor: 'tokens.accent' }),
          }}
        >
          <Icon size={18} />
        </Box>
        {unread && <Dot />}
      </Box>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        {unread && <VisuallyHidden>{words.unread}: </VisuallyHidden>}
        <Typography
          component="span"
          dir="auto"
          sx={{ display: 'block', fontWeight: unread ? 600 : 400, overflowWrap: 'anywhere' }}
        >
          {to === null ? (
            text
          ) : (
            <Link component={RouterLink} to={to} color="textPrimary" onClick={onOpen}>
              {text}
            </Link>
          )}
        </Typography>
        <Typography component="span" variant="body2" color="textSecondary" sx={{ display: 'block', mt: 0.5 }}>
          {notificationKinds[kind].label} · <RelativeTime time={created_at} />
        </Typography>
      </Box>
    </Stack>
  )
}

/** What lies over any page, by a fragment, opens over this one. */
function useTarget(link: string | null): To | null {
  const { search } = useLocation()
  return link?.startsWith('/#') ? { search, hash: link.slice(1) } : link
}

function Dot() {
  return (
    <Box
      sx={{
        position: 'absolute',
        top: -1,
        right: -1,
        width: 12,
        height: 12,
        borderRadius: '50%',
        bgcolor: 'primary.main',
        border: 2,
        borderColor: 'background.paper',
      }}
    />
  )
}
