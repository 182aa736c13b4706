import { layoutWidth } from '@cresyl/contract/api/limits'
import Box from '@mui/material/Box'
import Drawer from '@mui/material/Drawer'
import IconButton from '@mui/material/IconButton'
import List from '@mui/material/List'
import Stack from '@mui/material/Stack'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import type { KnownOrganization } from '../../features/organization/queries.ts'
import {
  ChevronsLeft,
  ChevronsRight,
  FileChartColumn,
  LayoutDashboard,
  Upload,
  Waypoints,
} from '../../ui/frame/icons.ts'
import { Logo } from '../../ui/frame/logo.tsx'
import { bannerHeight } from '../../ui/frame/theme.ts'
import { paths } from '../paths.ts'
import { words } from '../words.ts'
import { NavigationItem } from './navigation-item.tsx'

const collapsedWidth = 64

const entries = [
  { to: paths.dashboard, label: words.navigation.dashboard, icon: LayoutDashboard, ofOrganization: false },
  { to: paths.models, label: words.navigation.model, icon: Waypoints, ofOrganization: true },
  { to: paths.reports, label: words.navigation.reports, icon: FileChartColumn, ofOrganization: true },
  { to: paths.uploads, label: words.navigation.uploads, icon: Upload, ofOrganization: true },
]

type Shape = 'open' | 'collapsed'

interface SideDrawerProps {
  /** On narrow screens it lies over the page and is open for a moment only. */
  shape: Shape | 'temporary'
  onShape: (shape: Shape) => void
  opened: boolean
  onClose: () => void
  known: KnownOrganization
}

export function SideDrawer({ shape, onShape, opened, onClose, known }: SideDrawerProps) {
  const { organization, source } = known
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
          sx: {
            width,
            overflowX: 'hidden',
            bgcolor: 'background.paper',
            borderColor: 'divider',
            top: bannerHeight,
            height: `calc(100% - ${bannerHeight})`,
          },
          ...(temporary && { 'aria-label': words.navigation.label }),
        },
      }}
    >
      <Box component="nav" aria-label={words.navigation.label} sx={{ flex: 1 }}>
        <Stack direction="row" sx={{ height: 56, px: 4.5, gap: 3, alignItems: 'center', flexShrink: 0 }}>
          <BrandMark
            logo={organization.branding.logo}
            organizationName={organization.display_name}
            collapsed={collapsed}
          />
        </Stack>
        <List sx={{ px: 2, py: 2 }}>
          {entries.map(({ ofOrganization, ...entry }) => (
            <NavigationItem
              key={entry.to}
              {...entry}
              collapsed={collapsed}
              reason={
                ofOrganization && source === 'fallback' ? words.navigation.needsOrganization : undefined
              }
            />
          ))}
        </List>
      </Box>
      {!temporary && <CollapseButton collapsed={collapsed} onShape={onShape} />}
    </Drawer>
  )
}

function CollapseButton({ collapsed, onShape }: { collapsed: boolean; onShape: (shape: Shape) => void }) {
  const label = collapsed ? words.navigation.expand : words.navigation.collapse
  const Icon = collapsed ? ChevronsRight : ChevronsLeft
  return (
    <Box sx={{ p: 3, display: 'flex', justifyContent: collapsed ? 'center' : 'flex-end' }}>
      <Tooltip title={label} placement="right" describeChild={false}>
        <IconButton aria-expanded={!collapsed} onClick={() => onShape(collapsed ? 'open' : 'collapsed')}>
          <Icon size={18} aria-hidden />
        </IconButton>
      </Tooltip>
    </Box>
  )
}

interface BrandMarkProps {
  logo: string | null
  organizationName: string
  collapsed: boolean
}

/** The logo of the organisation at the head of the drawer; where it has none, or it fails, ours with our name. */
function BrandMark({ logo, organizationName, collapsed }: BrandMarkProps) {
  const [failed, setFailed] = useState<string>()
  if (logo !== null && logo !== failed) {
    return (
      <Box
        component="img"
        src={logo}
        alt={organizationName}
        onError={() => setFailed(logo)}
        sx={[
          { display: 'block', height: 32, maxWidth: '100%', objectFit: 'contain', objectPosition: 'left' },
          // There is room for its beginning only, which is where most have their sign.
          collapsed && { width: 32, maxWidth: 'none', objectFit: 'cover' },
          // Logos are made for paper: on a dark page they get a piece of it.
          (theme) => theme.applyStyles('dark', { bgcolor: 'common.white', borderRadius: 1, p: 1 }),
        ]}
      />
    )
  }
  return (
    <>
      <Logo />
      {!collapsed && <Typography sx={{ fontSize: '1.0625rem', fontWeight: 600 }}>{words.product}</Typography>}
    </>
  )
}
