import Box from '@mui/material/Box'
import Divider from '@mui/material/Divider'
import ListItemIcon from '@mui/material/ListItemIcon'
import ListItemText from '@mui/material/ListItemText'
import MenuItem from '@mui/material/MenuItem'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import type { ReactElement } from 'react'
import { ArrowLeftRight, RefreshCw, Search } from '../../ui/frame/icons.ts'
import { words } from '../words.ts'
import { choicesOf, standing } from './organization-choices.ts'
import { useEnterableOrganizations, useEnterOrganization } from './organization-queries.ts'

interface OrganizationItems {
  currentId: string
  enabled: boolean
  close: () => void
  /** Where there are too many for a menu. */
  onAll: () => void
}

/** The other organisations as items of a menu; nothing for those who belong to one only. */
export function useOrganizationItems({
  currentId,
  enabled,
  close,
  onAll,
}: OrganizationItems): ReactElement[] {
  const { data, error, refetch } = useEnterableOrganizations('', enabled)
  const enter = useEnterOrganization()
  const choose = (act: () => unknown) => () => {
    close()
    act()
  }
  if (!data) return error ? failed(() => refetch()) : waiting()
  const { organizations, more } = choicesOf(data, currentId)
  if (organizations.length === 0) return []
  return [
    ...heading(),
    ...organizations.map((organization) => (
      <MenuItem key={organization.id} onClick={choose(() => enter(organization.id))}>
        <ListItemIcon>
          <ArrowLeftRight size={18} aria-hidden />
        </ListItemIcon>
        <ListItemText
          primary={<bdi>{organization.display_name}</bdi>}
          secondary={standing(organization)}
          slotProps={{ primary: { noWrap: true }, secondary: { variant: 'body2' } }}
        />
      </MenuItem>
    )),
    ...(more
      ? [
          <MenuItem key="all" onClick={choose(onAll)}>
            <ListItemIcon>
              <Search size={18} aria-hidden />
            </ListItemIcon>
            <ListItemText primary={words.organization.all} />
          </MenuItem>,
        ]
      : []),
  ]
}

function heading(): ReactElement[] {
  return [
    <Divider key="line" />,
    <Typography
      key="heading"
      component="li"
      role="presentation"
      variant="body2"
      color="textSecondary"
      sx={{ px: 4, pt: 1, pb: 1 }}
    >
      {words.organization.switchTo}
    </Typography>,
  ]
}

function failed(retry: () => void): ReactElement[] {
  return [
    <Divider key="line" />,
    <Typography key="failed" component="li" role="alert" sx={{ px: 4, py: 2 }} color="textSecondary">
      {words.organization.failedOthers}
    </Typography>,
    <MenuItem key="retry" onClick={retry}>
      <ListItemIcon>
        <RefreshCw size={18} aria-hidden />
      </ListItemIcon>
      <ListItemText primary={words.organization.retry} />
    </MenuItem>,
  ]
}

function waiting(): ReactElement[] {
  return [
    <Box
      key="waiting"
      component="li"
      role="menuitem"
      aria-disabled
      aria-label={words.organization.loadingOthers}
      sx={{ px: 4, py: 2 }}
    >
      <Skeleton width="60%" />
      <Skeleton width="35%" />
    </Box>,
  ]
}
