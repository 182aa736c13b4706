import TableCell from '@mui/material/TableCell'
import TableSortLabel from '@mui/material/TableSortLabel'
import { nextOrdering, type OrderingBy } from '../address/ordering.ts'

interface SortableHeaderProps<Column extends string> {
  column: Column
  label: string
  ordering: OrderingBy<Column>
  onOrder: (ordering: OrderingBy<Column>) => void
  width?: number | undefined
  align?: 'left' | 'right'
}

/** Heads a column of a table that a click sorts by. */
export function SortableHeader<Column extends string>(props: SortableHeaderProps<Column>) {
  const { column, label, ordering, onOrder, width, align = 'left' } = props
  const active = ordering === column || ordering === `-${column}`
  const direction = ordering.startsWith('-') ? 'desc' : 'asc'
  return (
    <TableCell sortDirection={active ? direction : false} align={align} width={width}>
      <TableSortLabel
        active={active}
        direction={active ? direction : column === 'name' ? 'asc' : 'desc'}
        onClick={() => onOrder(nextOrdering<Column>(ordering, column))}
      >
        {label}
      </TableSortLabel>
    </TableCell>
  )
}
