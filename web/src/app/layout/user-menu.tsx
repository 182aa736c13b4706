import { roles } from '@cresyl/contract/api/permissions'
import { ticketsHash } from '@cresyl/contract/operations/ticket-links'
import Divider from '@mui/material/Divider'
import IconButton from '@mui/material/IconButton'
import ListItemIcon from '@mui/material/ListItemIcon'
import ListItemText from '@mui/material/ListItemText'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { Link, useLocation } from 'react-router'
import { useProfile } from '../../features/profile/queries.ts'
import { useSession, useSessionState } from '../../lib/session/session-context.tsx'
import { CircleUser, LifeBuoy, LogOut, MessageSquare } from '../../ui/frame/icons.ts'
import { help } from '../../ui/help/help-store.ts'
import { PersonAvatar } from '../../ui/person-avatar.tsx'
import { roleOf, roleSummaries } from '../../ui/text/role-words.ts'
import { profileHash } from '../profile-address.ts'
import { useDeparture } from '../uploads/departure.tsx'
import { words } from '../words.ts'
import { MenuHeading } from './menu-heading.tsx'
import { useThemeItems } from './theme-switch.tsx'
import { useMenu } from './use-menu.ts'

export function UserMenu() {
  const session = useSession()
  const depart = useDeparture()
  const state = useSessionState()
  const { button, menu, close } = useMenu()
  const { data: profile } = useProfile()
  const { search } = useLocation()
  const themeItems = useThemeItems(close)
  if (state.status !== 'signed-in') return null
  const { user, permissions } = state
  const name = profile?.name ?? user.name
  const role = roleOf(permissions)
  const rights = role
    ? [roles[role].label, roleSummaries[role]]
    : [words.user.permissions(permissions.length)]
  return (
    <>
      <Tooltip title={words.user.menu(name)} describeChild={false}>
        <IconButton {...button} sx={{ p: 1 }}>
          <PersonAvatar name={name} picture={profile ? profile.picture : user.picture} />
        </IconButton>
      </Tooltip>
      <Menu {...menu}>
        <MenuHeading title={name} lines={[user.email, ...rights]} />
        <MenuItem component={Link} to={{ search, hash: profileHash() }} preventScrollReset onClick={close}>
          <ListItemIcon>
            <CircleUser size={18} aria-hidden />
          </ListItemIcon>
          <ListItemText primary={words.profile.label} />
        </MenuItem>
        <MenuItem
          onClick={() => {
            close()
            help.ask()
          }}
        >
          <ListItemIcon>
            <LifeBuoy size={18} aria-hidden />
          </ListItemIcon>
          <ListItemText primary={words.support.help} />
        </MenuItem>
        <MenuItem component={Link} to={{ search, hash: ticketsHash }} preventScrollReset onClick={close}>
          <ListItemIcon>
            <MessageSquare size={18} aria-hidden />
          </ListItemIcon>
          <ListItemText primary={words.support.tickets} />
        </MenuItem>
        <Divider />
        <Typography
          component="li"
          role="presentation"
          variant="body2"
          color="textSecondary"
          sx={{ px: 4, py: 1 }}
        >
          {words.theme.label}
        </Typography>
        {themeItems}
        <Divider />
        <MenuItem
          onClick={() => {
            close()
            void depart('signOut', () => session.signOut())
          }}
        >
          <ListItemIcon>
            <LogOut size={18} aria-hidden />
          </ListItemIcon>
          <ListItemText primary={words.user.signOut} />
        </MenuItem>
      </Menu>
    </>
  )
}
