import type { StorageReport } from '@cresyl/contract/storage'
import Box from '@mui/material/Box'
import TableCell from '@mui/material/TableCell'
import TableRow from '@mui/material/TableRow'
import { formatBytes } from '../../ui/amounts.ts'
import { ListFrame } from '../../ui/list-frame.tsx'
import { ListTable, RowHeader } from '../../ui/list-table.tsx'
import { Section } from '../../ui/section.tsx'
import { words } from './words.ts'

const own = words.growth
const monthsShown = 12

/** `2026-11` in words. */
function monthName(month: string): string {
  const day = new Date(`${month}-15T12:00:00Z`)
  return new Intl.DateTimeFormat(undefined, { month: 'short', year: 'numeric', timeZone: 'UTC' }).format(day)
}

/** The last year, the newest first: figures with a bar behind each, so that the table is the chart. */
export function Growth({ months }: { months: StorageReport['by_month'] }) {
  const shown = months.slice(-monthsShown).reverse()
  const most = Math.max(1, ...shown.map(({ total_bytes }) => total_bytes))
  return (
    <Section title={own.title} context={own.context}>
      <ListFrame>
        <ListTable
          label={own.title}
          head={
            <>
              <TableCell width={120}>{own.month}</TableCell>
              <TableCell sx={{ display: { xs: 'none', sm: 'table-cell' } }} aria-hidden />
              <TableCell width={112} align="right">
                {own.added}
              </TableCell>
              <TableCell width={112} align="right">
                {own.total}
              </TableCell>
            </>
          }
        >
          {shown.map(({ month, added_bytes, total_bytes }) => (
            <TableRow key={month} hover>
              <RowHeader>{monthName(month)}</RowHeader>
              <TableCell sx={{ display: { xs: 'none', sm: 'table-cell' } }} aria-hidden>
                <Box
                  sx={{
                    width: `${(total_bytes / most) * 100}%`,
                    minWidth: total_bytes > 0 ? 2 : 0,
                    height: 12,
                    borderRadius: 1,
                    bgcolor: 'primary.main',
                  }}
                />
              </TableCell>
              <TableCell align="right">{formatBytes(added_bytes)}</TableCell>
              <TableCell align="right">{formatBytes(total_bytes)}</TableCell>
            </TableRow>
          ))}
        </ListTable>
      </ListFrame>
    </Section>
  )
}
