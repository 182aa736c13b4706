import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import { Link as RouterLink } from 'react-router'
import type { ChartData } from '../model/chart-data.ts'
import { type ChartId, chartOf, isOfWhole } from '../model/charts.ts'
import type { Place } from '../model/report.ts'
import { type TableRow as Row, tableOf } from '../model/table-of.ts'
import { words } from '../words.ts'

interface ChartTableProps {
  id: ChartId
  data: ChartData
  before: ChartData | null
  /** The address at which the list behind a cell is open. */
  addressOf: (place: Place) => string
}

/** The figures of a chart: each leads to the list behind it. */
export function ChartTable({ id, data, before, addressOf }: ChartTableProps) {
  const { title } = words.charts[id]
  const { columns, rows } = tableOf(id, data, before)
  const isWhole = isOfWhole(chartOf(id).shape)
  return (
    <Box
      role="region"
      aria-label={words.chart.ofChart(words.chart.figures, title)}
      // It scrolls, and not every row has a link.
      tabIndex={0}
      sx={{ maxHeight: 340, overflow: 'auto', '@media print': { maxHeight: 'none', overflow: 'visible' } }}
    >
      <Table size="small" stickyHeader aria-label={title} sx={dense}>
        <TableHead>
          <TableRow>
            {columns.map((column, at) => (
              <TableCell key={column.key} scope="col" align={at === 0 ? 'left' : 'right'}>
                <Box component="span" title={column.label} sx={clipped}>
                  {column.label}
                </Box>
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <FigureRow key={row.key} row={row} wide={isWhole} addressOf={addressOf} />
          ))}
        </TableBody>
      </Table>
    </Box>
  )
}

function FigureRow({
  row,
  wide,
  addressOf,
}: {
  row: Row
  wide: boolean
  addressOf: (place: Place) => string
}) {
  return (
    <TableRow>
      <TableCell
        component="th"
        scope="row"
        sx={{ whiteSpace: wide ? 'normal' : 'nowrap', overflowWrap: 'anywhere' }}
      >
        {row.label}
      </TableCell>
      {row.cells.map(({ key, text, place, name }) => (
        <TableCell key={key} align="right" sx={{ whiteSpace: 'nowrap' }}>
          {place ? (
            <Link component={RouterLink} to={addressOf(place)} preventScrollReset aria-label={name}>
              {text}
            </Link>
          ) : (
            text
          )}
        </TableCell>
      ))}
    </TableRow>
  )
}

const dense = {
  '& .MuiTableCell-root': { height: 34, px: 2 },
  // It scrolls by itself, not with the page.
  '& .MuiTableCell-stickyHeader': { top: 0, verticalAlign: 'bottom' },
} as const

const clipped = {
  display: 'inline-block',
  maxWidth: 160,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  verticalAlign: 'bottom',
} as const
