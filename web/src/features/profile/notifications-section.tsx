import {
  type DigestRhythm,
  digestRhythms,
  type NotificationKind,
  notificationKindKeys,
  notificationKinds,
} from '@cresyl/contract/people/notifications'
import type { Profile } from '@cresyl/contract/people/profiles'
import Alert from '@mui/material/Alert'
import MenuItem from '@mui/material/MenuItem'
import Switch from '@mui/material/Switch'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { Mail } from '../../ui/frame/icons.ts'
import { useChooseInProfile } from './mutations.ts'
import { type Channel, isOn, turn } from './notification-choices.ts'
import { words } from './words.ts'

const columnWidth = { xs: 76, sm: 92 }

interface NotificationsSectionProps {
  profile: Profile
  mail: boolean
}

export function NotificationsSection({ profile, mail }: NotificationsSectionProps) {
  const choose = useChooseInProfile()
  const reasonId = useId()
  const { notifications } = profile

  function toggle(kind: NotificationKind, channel: Channel, label: string, off: boolean) {
    return (
      <Switch
        size="small"
        checked={isOn(notifications, kind, channel)}
        disabled={off}
        onChange={(_, on) => choose.mutate({ notifications: turn(notifications, kind, channel, on) })}
        slotProps={{ input: { 'aria-label': label, ...(off && { 'aria-describedby': reasonId }) } }}
      />
    )
  }

  return (
    <>
      <Typography color="textSecondary">{words.notifications.text}</Typography>
      {!mail && (
        <Alert
          id={reasonId}
          severity="info"
          variant="outlined"
          role="note"
          icon={<Mail size={18} aria-hidden />}
          sx={{ mt: 4 }}
        >
          {words.notifications.noMail}
        </Alert>
      )}
      <DigestChoice profile={profile} mail={mail} />
      <Table sx={{ mt: 3, '& thead th': { bgcolor: 'transparent' } }}>
        <TableHead>
          <TableRow>
            <TableCell sx={{ pl: 0 }}>{words.notifications.kind}</TableCell>
            <TableCell align="center" sx={{ width: columnWidth, px: 1 }}>
              {words.notifications.inApp}
            </TableCell>
            <TableCell align="center" sx={{ width: columnWidth, px: 1 }}>
              {words.notifications.email}
            </TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {notificationKindKeys.map((kind) => {
            const { label, text } = notificationKinds[kind]
            return (
              <TableRow key={kind}>
                <TableCell component="th" scope="row" sx={{ pl: 0, py: 2.5 }}>
                  <Typography sx={{ fontWeight: 600 }}>{label}</Typography>
                  <Typography variant="body2" color="textSecondary">
                    {text}
                  </Typography>
                </TableCell>
                <TableCell align="center" sx={{ px: 1 }}>
                  {toggle(kind, 'in_app', words.notifications.inAppOf(label), false)}
                </TableCell>
                <TableCell align="center" sx={{ px: 1 }}>
                  {toggle(kind, 'email', words.notifications.emailOf(label), !mail)}
                </TableCell>
              </TableRow>
            )
          })}
        </TableBody>
      </Table>
    </>
  )
}

const own = words.notifications.digest

/** How often one letter tells of everything that is still unread. */
function DigestChoice({ profile, mail }: { profile: Profile; mail: boolean }) {
  const choose = useChooseInProfile()
  return (
    <TextField
      select
      size="small"
      label={own.label}
      helperText={own.text}
      value={profile.digest}
      disabled={!mail}
      onChange={({ target }) => choose.mutate({ digest: target.value as DigestRhythm })}
      sx={{ mt: 5, width: { xs: '100%', sm: 360 } }}
    >
      {digestRhythms.map((rhythm) => (
        <MenuItem key={rhythm} value={rhythm}>
          {own.rhythms[rhythm]}
        </MenuItem>
      ))}
    </TextField>
  )
}
