import AppBar from '@mui/material/AppBar'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Toolbar from '@mui/material/Toolbar'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { useLocation, useNavigate } from 'react-router'
import { jobsHash, jobsPlaceOf } from '../../features/jobs/job-address.ts'
import { JobsIndicator } from '../../features/jobs/jobs-indicator.tsx'
import { NotificationBell } from '../../features/notifications/notification-bell.tsx'
import type { KnownOrganization } from '../../features/organization/queries.ts'
import { SearchButton } from '../../features/search/search-button.tsx'
import { useSaveStatus } from '../../features/viewer/annotations-panel/outbox-context.ts'
import { useLiveState } from '../../lib/live/live-context.tsx'
import { Menu, RefreshCw } from '../../ui/frame/icons.ts'
import { bannerHeight, topBarHeight } from '../../ui/frame/theme.ts'
import { useNarrow } from '../../ui/frame/use-narrow.ts'
import { paths } from '../paths.ts'
import { UploadsButton } from '../uploads/uploads-button.tsx'
import { words } from '../words.ts'
import { Breadcrumb } from './breadcrumb.tsx'
import { fetchPalette } from './load-palette.ts'
import { OrganizationMenu } from './organization-menu.tsx'
import { useSeenFailures } from './seen-failures.ts'
import { ThemeSwitch } from './theme-switch.tsx'
import { UserMenu } from './user-menu.tsx'

/** As it is written on the keyboard. */
const paletteKeys = /Mac|iP(hone|ad)/.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K'

interface TopBarProps {
  known: KnownOrganization
  /** Opens the drawer where it isn't always there. */
  onMenu?: () => void
  onSearch: () => void
}

export function TopBar({ known, onMenu, onSearch }: TopBarProps) {
  const small = useNarrow()
  return (
    <AppBar
      position="sticky"
      color="inherit"
      elevation={0}
      sx={{ top: bannerHeight, bgcolor: 'background.paper', borderBottom: 1, borderColor: 'divider' }}
    >
      <Toolbar
        variant="dense"
        disableGutters
        sx={{ height: topBarHeight, gap: { xs: 1, sm: 2 }, px: { xs: 2, sm: 6 } }}
      >
        {onMenu && (
          <Tooltip title={words.navigation.open} describeChild={false}>
            <IconButton onClick={onMenu}>
              <Menu size={20} aria-hidden />
            </IconButton>
          </Tooltip>
        )}
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Breadcrumb />
        </Box>
        <LiveNotice />
        <SearchButton small={small} keys={paletteKeys} onOpen={onSearch} onNear={fetchPalette} />
        <OrganizationMenu known={known} />
        <Box sx={{ display: { xs: 'none', sm: 'block' } }}>
          <ThemeSwitch />
        </Box>
        <UploadsButton />
        <JobsButton />
        <NotificationBell to={paths.notifications} />
        <UserMenu />
      </Toolbar>
    </AppBar>
  )
}

function JobsButton() {
  const { search, hash } = useLocation()
  const navigate = useNavigate()
  const { seen } = useSeenFailures()
  return (
    <JobsIndicator
      open={jobsPlaceOf(hash) !== null}
      seen={seen}
      onOpen={() => navigate({ search, hash: jobsHash }, { preventScrollReset: true })}
    />
  )
}

/** Says that what is on the screen doesn't follow the changes of others for the moment. */
function LiveNotice() {
  const isOffline = useLiveState() === 'offline'
  const { unsent } = useSaveStatus()
  return (
    <Box role="status" sx={{ minWidth: 0 }}>
      {isOffline && (
        <Tooltip title={words.live.reason}>
          <Box tabIndex={0} sx={{ display: 'flex', alignItems: 'center', gap: 1, color: 'tokens.warn' }}>
            <RefreshCw size={16} aria-hidden style={{ flexShrink: 0 }} />
            <Typography
              variant="body2"
              noWrap
              sx={(theme) => ({
                [theme.breakpoints.down('sm')]: { position: 'absolute', clipPath: 'inset(50%)' },
              })}
            >
              {words.live.offline}
              {unsent > 0 && ` · ${words.live.notSaved(unsent)}`}
            </Typography>
          </Box>
        </Tooltip>
      )}
    </Box>
  )
}
