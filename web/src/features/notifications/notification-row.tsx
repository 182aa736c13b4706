import type { Notification } from '@cresyl/contract/people/notifications'
import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import Tooltip from '@mui/material/Tooltip'
import { Mail, MailOpen } from '../../ui/frame/icons.ts'
import { useMarkNotification } from './mutations.ts'
import { NotificationContent } from './notification-content.tsx'
import { words } from './words.ts'

interface NotificationRowProps {
  notification: Notification
  onOpen?: () => void
}

/** One <li>: following its link marks it as read, and the button at its end turns the mark round. */
export function NotificationRow({ notification, onOpen }: NotificationRowProps) {
  const mark = useMarkNotification()
  const unread = notification.read_at === null
  const Icon = unread ? MailOpen : Mail

  function open() {
    if (unread) mark.mutate({ notification, read: true })
    onOpen?.()
  }

  return (
    <Stack component="li" direction="row" sx={{ gap: 2, alignItems: 'center' }}>
      <NotificationContent notification={notification} onOpen={open} />
      <Tooltip title={unread ? words.markRead : words.markUnread} describeChild={false}>
        <IconButton onClick={() => mark.mutate({ notification, read: unread })}>
          <Icon size={18} aria-hidden />
        </IconButton>
      </Tooltip>
    </Stack>
  )
}
