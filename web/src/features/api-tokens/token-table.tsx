import TableCell from '@mui/material/TableCell'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { ActionsHeader, ListTable, RowHeader } from '../../ui/list-table.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import {
  type TokenListProps,
  TokenMenu,
  TokenName,
  TokenPermissions,
  TokenStateChip,
} from './token-parts.tsx'
import { words } from './words.ts'

const { columns } = words.list

export function TokenTable({ tokens, busy, onRevoke }: TokenListProps) {
  return (
    <ListTable
      label={words.list.label}
      busy={busy}
      head={
        <>
          <TableCell>{columns.name}</TableCell>
          <TableCell width={150}>{columns.permissions}</TableCell>
          <TableCell width={180}>{columns.createdBy}</TableCell>
          <TableCell width={130}>{columns.expires}</TableCell>
          <TableCell width={130}>{columns.lastUsed}</TableCell>
          <TableCell width={120}>{columns.state}</TableCell>
          <ActionsHeader />
        </>
      }
    >
      {tokens.map((token) => (
        <TableRow key={token.id} hover>
          <RowHeader>
            <TokenName token={token} />
          </RowHeader>
          <TableCell>
            <TokenPermissions permissions={token.permissions} />
          </TableCell>
          <TableCell>
            <Typography noWrap>
              <bdi>{token.created_by?.name ?? words.list.unknown}</bdi>
            </Typography>
          </TableCell>
          <TableCell>
            <RelativeTime time={token.expires_at} />
          </TableCell>
          <TableCell>
            {token.last_used_at ? <RelativeTime time={token.last_used_at} /> : words.list.never}
          </TableCell>
          <TableCell>
            <TokenStateChip token={token} />
          </TableCell>
          <TableCell align="right">
            <TokenMenu token={token} onRevoke={onRevoke} />
          </TableCell>
        </TableRow>
      ))}
    </ListTable>
  )
}
