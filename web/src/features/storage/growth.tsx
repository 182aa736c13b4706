import type { StorageReport } from '@cresyl/contract/files/storage'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TableCell from '@mui/material/TableCell'
import TableRow from '@mui/material/TableRow'
import { type ReactNode, useMemo, useState } from 'react'
import { FileChartColumn, Table } from '../../ui/frame/icons.ts'
import { Section } from '../../ui/frame/section.tsx'
import { ListFrame } from '../../ui/list/list-frame.tsx'
import { ListTable, RowHeader } from '../../ui/list/list-table.tsx'
import { formatBytes } from '../../ui/text/amounts.ts'
import { words } from './words.ts'

const own = words.growth
const monthsShown = 24

type Months = StorageReport['by_month']

/** What a chart of it needs; who draws charts is the page's business. */
export interface GrowthChart {
  label: string
  name: string
  months: readonly { month: string; bytes: number }[]
  table: ReactNode
}

interface GrowthProps {
  months: Months
  chartOf: (chart: GrowthChart) => ReactNode
}

/** `2026-11` in words. */
function monthName(month: string): string {
  const day = new Date(`${month}-15T12:00:00Z`)
  return new Intl.DateTimeFormat(undefined, { month: 'short', year: 'numeric', timeZone: 'UTC' }).format(day)
}

/** The last two years, as a chart or as a table. */
export function Growth({ months, chartOf }: GrowthProps) {
  const [asTable, setAsTable] = useState(false)
  const shown = useMemo(() => months.slice(-monthsShown), [months])
  const drawn = useMemo(() => shown.map(({ month, total_bytes: bytes }) => ({ month, bytes })), [shown])
  const table = <GrowthTable months={shown} />
  const [first, last] = [shown[0], shown.at(-1)]
  const label =
    first && last
      ? own.summary(monthName(first.month), formatBytes(first.total_bytes), formatBytes(last.total_bytes))
      : own.title
  const Icon = asTable ? FileChartColumn : Table
  return (
    <Section
      title={own.title}
      context={own.context}
      action={
        <Button
          size="small"
          color="secondary"
          startIcon={<Icon size={16} aria-hidden />}
          onClick={() => setAsTable(!asTable)}
        >
          {asTable ? own.showChart : own.showTable}
        </Button>
      }
    >
      {asTable ? table : <Box sx={surface}>{chartOf({ label, name: own.total, months: drawn, table })}</Box>}
    </Section>
  )
}

const surface = {
  p: { xs: 4, sm: 5 },
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  bgcolor: 'background.paper',
} as const

/** The newest first. */
function GrowthTable({ months }: { months: Months }) {
  return (
    <ListFrame>
      <ListTable
        label={own.title}
        head={
          <>
            <TableCell>{own.month}</TableCell>
            <TableCell width={112} align="right">
              {own.added}
            </TableCell>
            <TableCell width={112} align="right">
              {own.total}
            </TableCell>
          </>
        }
      >
        {months.toReversed().map(({ month, added_bytes, total_bytes }) => (
          <TableRow key={month} hover>
            <RowHeader>{monthName(month)}</RowHeader>
            <TableCell align="right">{formatBytes(added_bytes)}</TableCell>
            <TableCell align="right">{formatBytes(total_bytes)}</TableCell>
          </TableRow>
        ))}
      </ListTable>
    </ListFrame>
  )
}
