import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TableCell from '@mui/material/TableCell'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { type ReactNode, useState } from 'react'
import { ChevronDown, ChevronUp } from '../../ui/frame/icons.ts'
import { Section } from '../../ui/frame/section.tsx'
import { ListFrame } from '../../ui/list/list-frame.tsx'
import { ListTable, RowHeader } from '../../ui/list/list-table.tsx'
import { formatBytes } from '../../ui/text/amounts.ts'
import { formatNumber } from '../../ui/text/dates.ts'
import { words } from './words.ts'

interface SumRow {
  key: string
  name: ReactNode
  objects: number
  bytes: number
}

interface SumsTableProps {
  title: string
  /** What the rows are called. */
  heading: string
  rows: readonly SumRow[]
}

/** So many are in sight at first: what stands below is not to be far away. */
const atFirst = 8

/** Rows with what they take up, the largest first, and what all of them add up to. */
export function SumsTable({ title, heading, rows }: SumsTableProps) {
  const { files, size, total } = words.kinds
  const [all, setAll] = useState(false)
  // One more is no longer than the button.
  const isLong = rows.length > atFirst + 1
  const shown = isLong && !all ? rows.slice(0, atFirst) : rows
  const sum = (of: (row: SumRow) => number) => rows.reduce((so, row) => so + of(row), 0)
  return (
    <Section title={title}>
      <ListFrame>
        <ListTable
          label={title}
          head={
            <>
              <TableCell>{heading}</TableCell>
              <TableCell width={72} align="right">
                {files}
              </TableCell>
              <TableCell width={104} align="right">
                {size}
              </TableCell>
            </>
          }
        >
          {shown.map(({ key, name, objects, bytes }) => (
            <TableRow key={key} hover>
              <RowHeader>
                <Typography sx={{ overflowWrap: 'anywhere' }}>{name}</Typography>
              </RowHeader>
              <TableCell align="right">{formatNumber(objects)}</TableCell>
              <TableCell align="right">{formatBytes(bytes)}</TableCell>
            </TableRow>
          ))}
          <TableRow sx={{ '& > *': { fontWeight: 600 } }}>
            <RowHeader>{total}</RowHeader>
            <TableCell align="right">{formatNumber(sum(({ objects }) => objects))}</TableCell>
            <TableCell align="right">{formatBytes(sum(({ bytes }) => bytes))}</TableCell>
          </TableRow>
        </ListTable>
        {isLong && (
          <Box sx={{ p: 2, borderTop: 1, borderColor: 'divider' }}>
            <Button
              size="small"
              aria-expanded={all}
              onClick={() => setAll(!all)}
              endIcon={all ? <ChevronUp size={16} aria-hidden /> : <ChevronDown size={16} aria-hidden />}
            >
              {all ? words.sums.fewer : words.sums.all(rows.length)}
            </Button>
          </Box>
        )}
      </ListFrame>
    </Section>
  )
}
