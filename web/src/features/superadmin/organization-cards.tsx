import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { CardList } from '../../ui/list-frame.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import { OrganizationState, OrganizationTitle, quotaText } from './organization-parts.tsx'
import type { OrganizationListProps } from './organization-table.tsx'
import { words } from './words.ts'

/** The list on narrow screens. */
export function OrganizationCards({ organizations, actions, busy }: OrganizationListProps) {
  return (
    <CardList label={words.list.label} busy={busy}>
      {organizations.map((organization) => (
        <Stack component="li" direction="row" key={organization.id} sx={{ gap: 2 }}>
          <Box sx={{ flex: 1, minWidth: 0 }}>
            <OrganizationTitle organization={organization} current={actions.isCurrent(organization)} />
            <Typography variant="body2" color="textSecondary" noWrap>
              {organization.name}
            </Typography>
            <Typography variant="body2" color="textSecondary">
              {words.list.members(organization.members ?? 0)} · {quotaText(organization)}
              {organization.created_at && (
                <>
                  {' · '}
                  <RelativeTime time={organization.created_at} />
                </>
              )}
            </Typography>
            <Box sx={{ mt: 1.5 }}>
              <OrganizationState organization={organization} />
            </Box>
          </Box>
          <div>
            <RowMenu
              label={words.actions.of(organization.display_name)}
              actions={actions.menuOf(organization)}
            />
          </div>
        </Stack>
      ))}
    </CardList>
  )
}
