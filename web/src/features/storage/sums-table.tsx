import TableCell from '@mui/material/TableCell'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { formatBytes } from '../../ui/amounts.ts'
import { formatNumber } from '../../ui/dates.ts'
import { ListFrame } from '../../ui/list-frame.tsx'
import { ListTable, RowHeader } from '../../ui/list-table.tsx'
import { Section } from '../../ui/section.tsx'
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

/** Rows with what they take up, and what they add up to. */
export function SumsTable({ title, heading, rows }: SumsTableProps) {
  const { files, size, total } = words.kinds
  const sum = (of: (row: SumRow) => number) => rows.reduce((all, row) => all + of(row), 0)
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
          {rows.map(({ key, name, objects, bytes }) => (
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
      </ListFrame>
    </Section>
  )
}
