import { layoutWidth } from '@cresyl/contract/limits'
import Box from '@mui/material/Box'
import Drawer from '@mui/material/Drawer'
import IconButton from '@mui/material/IconButton'
import List from '@mui/material/List'
import Stack from '@mui/material/Stack'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import {
  ChevronsLeft,
  ChevronsRight,
  FileChartColumn,
  LayoutDashboard,
  Upload,
  Waypoints,
} from '../../ui/icons.ts'
import { Logo } from '../../ui/logo.tsx'
import { paths } from '../paths.ts'
import { useRemembered } from '../remembered.tsx'
import { words } from '../words.ts'
import { NavigationItem } from './navigation-item.tsx'

export const collapsedWidth = 64

const entries = [
  { to: paths.dashboard, label: words.navigation.dashboard, icon: LayoutDashboard, ofOrganization: false },
  { to: paths.models, label: words.navigation.model, icon: Waypoints, ofOrganization: true },
  { to: paths.reports, label: words.navigation.reports, icon: FileChartColumn, ofOrganization: true },
  { to: paths.uploads, label: words.navigation.uploads, icon: Upload, ofOrganization: true },
]

interface SideDrawerProps {
  /** On narrow screens it lies over the page and is open for a moment only. */
  shape: 'open' | 'collapsed' | 'temporary'
  opened: boolean
  onClose: () => void
  hasOrganization: boolean
}

export function SideDrawer({ shape, opened, onClose, hasOrganization }: SideDrawerProps) {
  const temporary = shape === 'temporary'
  const collapsed = shape === 'collapsed'
  const width = collapsed ? collapsedWidth : layoutWidth
  return (
    <Drawer
      variant={temporary ? 'temporary' : 'permanent'}
      open={temporary ? opened : true}
      onClose={onClose}
      sx={{ width: temporary ? 0 : width, flexShrink: 0 }}
      slotProps={{
        paper: {
          sx: { width, overflowX: 'hidden', bgcolor: 'background.paper', borderColor: 'divider' },
          ...(temporary && { 'aria-label': words.navigation.label }),
        },
      }}
    >
      <Box component="nav" aria-label={words.navigation.label} sx={{ flex: 1 }}>
        <Stack direction="row" sx={{ height: 56, px: 4.5, gap: 3, alignItems: 'center', flexShrink: 0 }}>
          <Logo />
          {!collapsed && (
            <Typography sx={{ fontSize: '1.0625rem', fontWeight: 600 }}>{words.product}</Typography>
          )}
        </Stack>
        <List sx={{ px: 2, py: 2 }}>
          {entries.map(({ ofOrganization, ...entry }) => (
            <NavigationItem
              key={entry.to}
              {...entry}
              collapsed={collapsed}
              reason={ofOrganization && !hasOrganization ? words.navigation.needsOrganization : undefined}
            />
          ))}
        </List>
      </Box>
      {!temporary && <CollapseButton collapsed={collapsed} />}
    </Drawer>
  )
}

function CollapseButton({ collapsed }: { collapsed: boolean }) {
  const { remember } = useRemembered()
  const label = collapsed ? words.navigation.expand : words.navigation.collapse
  const Icon = collapsed ? ChevronsRight : ChevronsLeft
  return (
    <Box sx={{ p: 3, display: 'flex', justifyContent: collapsed ? 'center' : 'flex-end' }}>
      <Tooltip title={label} placement="right" describeChild={false}>
        <IconButton
          aria-expanded={!collapsed}
          onClick={() => remember('drawer', collapsed ? 'open' : 'collapsed')}
        >
          <Icon size={18} aria-hidden />
        </IconButton>
      </Tooltip>
    </Box>
  )
}
