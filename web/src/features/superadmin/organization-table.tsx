import type { ListedOrganization } from '@cresyl/contract/organizations'
import TableCell from '@mui/material/TableCell'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { formatNumber } from '../../ui/dates.ts'
import { ActionsHeader, ListTable, RowHeader } from '../../ui/list-table.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import { OrganizationState, OrganizationTitle, quotaText } from './organization-parts.tsx'
import type { OrganizationActions } from './use-organization-actions.tsx'
import { words } from './words.ts'

export interface OrganizationListProps {
  organizations: readonly ListedOrganization[]
  actions: OrganizationActions
  busy: boolean
}

const { columns } = words.list

export function OrganizationTable({ organizations, actions, busy }: OrganizationListProps) {
  return (
    <ListTable
      label={words.list.label}
      busy={busy}
      head={
        <>
          <TableCell>{columns.displayName}</TableCell>
          <TableCell>{columns.name}</TableCell>
          <TableCell width={100} align="right">
            {columns.members}
          </TableCell>
          <TableCell width={150} align="right">
            {columns.quota}
          </TableCell>
          <TableCell width={130}>{columns.state}</TableCell>
          <TableCell width={140}>{columns.created}</TableCell>
          <ActionsHeader />
        </>
      }
    >
      {organizations.map((organization) => (
        <TableRow key={organization.id} hover>
          <RowHeader>
            <OrganizationTitle organization={organization} current={actions.isCurrent(organization)} />
          </RowHeader>
          <TableCell>
            <Typography noWrap color="textSecondary" title={organization.name}>
              {organization.name}
            </Typography>
          </TableCell>
          <TableCell align="right">{formatNumber(organization.members ?? 0)}</TableCell>
          <TableCell align="right" sx={{ whiteSpace: 'nowrap' }}>
            {quotaText(organization)}
          </TableCell>
          <TableCell>
            <OrganizationState organization={organization} />
          </TableCell>
          <TableCell>{organization.created_at && <RelativeTime time={organization.created_at} />}</TableCell>
          <TableCell align="right">
            <RowMenu of={organization.display_name} actions={actions.menuOf(organization)} />
          </TableCell>
        </TableRow>
      ))}
    </ListTable>
  )
}
