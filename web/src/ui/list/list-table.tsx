import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import type { ReactNode } from 'react'
import { VisuallyHidden } from '../frame/visually-hidden.tsx'

interface ListTableProps {
  label: string
  /** The cells of the header. */
  head: ReactNode
  busy?: boolean
  /** The rows. */
  children: ReactNode
}

/** Rows on wide screens, under a header that stays in sight. */
export function ListTable({ label, head, busy = false, children }: ListTableProps) {
  return (
    <Table
      stickyHeader
      aria-label={label}
      aria-busy={busy}
      sx={{ tableLayout: 'fixed', opacity: busy ? 0.6 : 1 }}
    >
      <TableHead>
        <TableRow>{head}</TableRow>
      </TableHead>
      <TableBody>{children}</TableBody>
    </Table>
  )
}

/** Heads the column of the menus, which needs no word for those who see it. */
export function ActionsHeader() {
  return (
    <TableCell width={64}>
      <VisuallyHidden>Actions</VisuallyHidden>
    </TableCell>
  )
}

/** The cell that names its row. */
export function RowHeader({ children }: { children: ReactNode }) {
  return (
    <TableCell component="th" scope="row">
      {children}
    </TableCell>
  )
}
