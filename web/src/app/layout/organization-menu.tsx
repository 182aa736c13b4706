import Button from '@mui/material/Button'
import ListItemIcon from '@mui/material/ListItemIcon'
import ListItemText from '@mui/material/ListItemText'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import Typography from '@mui/material/Typography'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import type { KnownOrganization } from '../../features/organization/queries.ts'
import { Building2, ChevronDown } from '../../ui/frame/icons.ts'
import { ErrorBoundary } from '../error-boundary.tsx'
import { paths } from '../paths.ts'
import { words } from '../words.ts'
import { DialogFailed } from './dialog-failed.tsx'
import { MenuHeading } from './menu-heading.tsx'
import { useOrganizationItems } from './organization-items.tsx'
import { useMenu } from './use-menu.ts'

const SwitchOrganizationDialog = lazy(async () => ({
  default: (await import('./switch-organization-dialog.tsx')).SwitchOrganizationDialog,
}))

export function OrganizationMenu({ known: { organization, source } }: { known: KnownOrganization }) {
  const { button, menu, close } = useMenu()
  const [searching, setSearching] = useState(false)
  const name = organization.display_name
  const others = useOrganizationItems({
    currentId: organization.id,
    enabled: menu.open,
    close,
    onAll: () => setSearching(true),
  })
  return (
    <>
      <Button
        {...button}
        color="inherit"
        aria-label={words.organization.menu(name)}
        sx={{ minWidth: 0, maxWidth: 240, color: 'text.secondary', px: { xs: 2, sm: 2.5 } }}
        endIcon={<ChevronDown size={16} aria-hidden />}
      >
        <Building2 size={20} aria-hidden style={{ flexShrink: 0 }} />
        <Typography
          component="span"
          noWrap
          sx={{ display: { xs: 'none', sm: 'block' }, ml: 2, color: 'text.primary', fontWeight: 500 }}
        >
          <bdi>{name}</bdi>
        </Typography>
      </Button>
      <Menu {...menu} slotProps={{ paper: { sx: { minWidth: 260, maxWidth: 340 } } }}>
        <MenuHeading
          title={name}
          lines={[source === 'fallback' ? words.organization.fallback : organization.name]}
        />
        <MenuItem component={Link} to={paths.manageOrganization} onClick={close}>
          <ListItemIcon>
            <Building2 size={18} aria-hidden />
          </ListItemIcon>
          <ListItemText primary={words.organization.manage} />
        </MenuItem>
        {others}
      </Menu>
      {searching && (
        <ErrorBoundary
          fallback={(error) => (
            <DialogFailed
              error={error}
              label={words.organization.manage}
              onClose={() => setSearching(false)}
            />
          )}
        >
          <Suspense fallback={null}>
            <SwitchOrganizationDialog currentId={organization.id} onClose={() => setSearching(false)} />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  )
}
