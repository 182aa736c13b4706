import ListItem from '@mui/material/ListItem'
import ListItemButton from '@mui/material/ListItemButton'
import ListItemIcon from '@mui/material/ListItemIcon'
import ListItemText from '@mui/material/ListItemText'
import Tooltip from '@mui/material/Tooltip'
import type { LucideIcon } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { isSection } from './breadcrumbs.ts'

interface NavigationItemProps {
  to: string
  label: string
  icon: LucideIcon
  collapsed: boolean
  /** Why it can't be opened; undefined when it can. */
  reason: string | undefined
}

export function NavigationItem({ to, label, icon: Icon, collapsed, reason }: NavigationItemProps) {
  const { pathname } = useLocation()
  const here = isSection(to, pathname)
  const off = reason !== undefined
  const content = (
    <>
      <ListItemIcon sx={{ minWidth: 32, color: 'inherit' }}>
        <Icon size={20} aria-hidden strokeWidth={1.75} />
      </ListItemIcon>
      <ListItemText
        primary={label}
        sx={{ my: 0, ...(collapsed && { opacity: 0, whiteSpace: 'nowrap' }) }}
        slotProps={{ primary: { sx: { fontWeight: here ? 600 : 500 } } }}
      />
    </>
  )
  return (
    <ListItem disablePadding sx={{ mb: 1 }}>
      <Tooltip title={reason ?? (collapsed ? label : '')} placement="right" describeChild={off}>
        {off ? (
          // A link without an address: it can be reached and says why it leads nowhere.
          <ListItemButton component="a" role="link" tabIndex={0} aria-disabled sx={[itemStyle, offStyle]}>
            {content}
          </ListItemButton>
        ) : (
          <ListItemButton
            component={Link}
            to={to}
            selected={here}
            aria-current={pathname === to ? 'page' : here ? 'true' : undefined}
            sx={itemStyle}
          >
            {content}
          </ListItemButton>
        )}
      </Tooltip>
    </ListItem>
  )
}

const itemStyle = {
  minHeight: 40,
  px: 3.5,
  borderRadius: 1,
  color: 'text.secondary',
  '&:hover': { color: 'text.primary' },
  '&.Mui-selected, &.Mui-selected:hover': { color: 'primary.main', bgcolor: 'tokens.accent' },
}

const offStyle = { opacity: 0.6, cursor: 'not-allowed' } as const
