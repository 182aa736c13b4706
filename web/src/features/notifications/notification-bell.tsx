import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Popover from '@mui/material/Popover'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import type { To } from 'react-router'
import { Bell } from '../../ui/frame/icons.ts'
import { LinkButton } from '../../ui/frame/link-button.tsx'
import { CardList } from '../../ui/list/list-frame.tsx'
import { countMark, DrawnBadge } from '../../ui/slide/drawn-badge.tsx'
import { NotificationRow } from './notification-row.tsx'
import { useLatestNotifications } from './queries.ts'
import { words } from './words.ts'

/** The bell of the top bar: how many are unread, and the latest ones. */
export function NotificationBell({ to }: { to: To }) {
  const id = useId()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const { data } = useLatestNotifications()
  const unread = data?.unread ?? 0
  const open = anchor !== null
  return (
    <>
      <Tooltip title={words.bell.label(unread)} describeChild={false}>
        <IconButton
          aria-haspopup="dialog"
          aria-expanded={open}
          {...(open && { 'aria-controls': id })}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <DrawnBadge mark={countMark(unread)}>
            <Bell size={20} aria-hidden />
          </DrawnBadge>
        </IconButton>
      </Tooltip>
      <Popover
        open={open}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{
          paper: {
            id,
            role: 'dialog',
            'aria-label': words.bell.latest,
            // No taller than what is left below the bell: it would lie over it.
            sx: { width: 400, maxWidth: 'calc(100vw - 32px)', maxHeight: 'calc(100% - 88px)', mt: 1 },
          },
        }}
      >
        <Latest to={to} onClose={() => setAnchor(null)} />
      </Popover>
    </>
  )
}

function Latest({ to, onClose }: { to: To; onClose: () => void }) {
  return (
    <>
      <Stack
        direction="row"
        sx={{ px: 4, py: 2, alignItems: 'center', borderBottom: 1, borderColor: 'divider' }}
      >
        <Typography variant="h3" component="h2" sx={{ flex: 1 }}>
          {words.title}
        </Typography>
        <LinkButton to={to} size="small" onClick={onClose}>
          {words.bell.seeAll}
        </LinkButton>
      </Stack>
      <LatestList onClose={onClose} />
    </>
  )
}

function LatestList({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useLatestNotifications()
  if (!data) return error ? <Failed message={error.message} onRetry={() => refetch()} /> : <Waiting />
  if (data.results.length === 0) {
    return (
      <Box sx={{ px: 4, py: 8, textAlign: 'center' }}>
        <Typography sx={{ fontWeight: 600 }}>{words.bell.empty}</Typography>
        <Typography color="textSecondary">{words.bell.emptyText}</Typography>
      </Box>
    )
  }
  return (
    <CardList label={words.bell.latest}>
      {data.results.map((notification) => (
        <NotificationRow key={notification.id} notification={notification} onOpen={onClose} />
      ))}
    </CardList>
  )
}

function Failed({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <Stack role="alert" sx={{ p: 4, gap: 3, alignItems: 'flex-start' }}>
      <Typography>
        {words.bell.failed} {message}
      </Typography>
      <Button size="small" variant="outlined" onClick={onRetry}>
        {words.bell.retry}
      </Button>
    </Stack>
  )
}

function Waiting() {
  return (
    <Stack role="status" aria-label={words.list.loading} sx={{ p: 4, gap: 4 }}>
      {[70, 55, 80].map((width) => (
        <Stack direction="row" key={width} sx={{ gap: 3, alignItems: 'center' }}>
          <Skeleton variant="circular" width={36} height={36} />
          <Box sx={{ flex: 1 }}>
            <Skeleton width={`${width}%`} />
            <Skeleton width="40%" />
          </Box>
        </Stack>
      ))}
    </Stack>
  )
}
