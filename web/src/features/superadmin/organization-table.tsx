import type { ListedOrganization } from '@cresyl/contract/organizations'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { formatNumber } from '../../ui/dates.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
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
    <Table
      stickyHeader
      aria-label={words.list.label}
      aria-busy={busy}
      sx={{ tableLayout: 'fixed', opacity: busy ? 0.6 : 1 }}
    >
      <TableHead>
        <TableRow>
          <TableCell>{columns.displayName}</TableCell>
          <TableCell>{columns.name}</TableCell>
          <TableCell width={100} align="right">
            {columns.members}
          </TableCell>
          <TableCell width={130} align="right">
            {columns.quota}
          </TableCell>
          <TableCell width={130}>{columns.state}</TableCell>
          <TableCell width={140}>{columns.created}</TableCell>
          <TableCell width={64}>
            <VisuallyHidden>{columns.actions}</VisuallyHidden>
          </TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {organizations.map((organization) => (
          <TableRow key={organization.id} hover>
            <TableCell component="th" scope="row">
              <OrganizationTitle organization={organization} current={actions.isCurrent(organization)} />
            </TableCell>
            <TableCell>
              <Typography noWrap color="textSecondary" title={organization.name}>
                {organization.name}
              </Typography>
            </TableCell>
            <TableCell align="right">{formatNumber(organization.members ?? 0)}</TableCell>
            <TableCell align="right">{quotaText(organization)}</TableCell>
            <TableCell>
              <OrganizationState organization={organization} />
            </TableCell>
            <TableCell>
              {organization.created_at && <RelativeTime time={organization.created_at} />}
            </TableCell>
            <TableCell align="right">
              <RowMenu
                label={words.actions.of(organization.display_name)}
                actions={actions.menuOf(organization)}
              />
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}
