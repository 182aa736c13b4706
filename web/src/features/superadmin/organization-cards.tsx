import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { Card, CardList } from '../../ui/list-frame.tsx'
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
        <Card
          key={organization.id}
          menu={<RowMenu of={organization.display_name} actions={actions.menuOf(organization)} />}
        >
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
        </Card>
      ))}
    </CardList>
  )
}
