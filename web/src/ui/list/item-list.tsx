import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import type { SxProps, Theme } from '@mui/material/styles'
import TableCell from '@mui/material/TableCell'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { Fragment, memo, type ReactNode } from 'react'
import type { OrderingBy } from '../address/ordering.ts'
import { useNarrow } from '../frame/use-narrow.ts'
import { VisuallyHidden } from '../frame/visually-hidden.tsx'
import { Card, CardList } from './list-frame.tsx'
import { ActionsHeader, ListTable, RowHeader } from './list-table.tsx'
import { SortableHeader } from './sortable-header.tsx'

/** One thing that a list says of each item: a column of the table, a place in the card. */
export interface ItemColumn<Item, Sort extends string = never> {
  label: string
  cell: (item: Item) => ReactNode
  /**
   * Where a card has it: `picture` before everything, `title` above (in the table it names the row), `chip` in one row
   * below it, `fact` in the line at the end, nowhere.
   */
  card: 'picture' | 'title' | 'chip' | 'fact' | 'none'
  /** In a card, where no heading says what it is; left out: as in the table. */
  inCard?: (item: Item) => ReactNode
  width?: number
  align?: 'right'
  /** Says more than the heading. */
  hint?: string
  /** What the server calls the order by it. */
  sort?: Sort
  sx?: SxProps<Theme>
}

interface ItemListProps<Item, Sort extends string> {
  label: string
  items: readonly Item[]
  keyOf: (item: Item) => string
  columns: readonly ItemColumn<Item, Sort>[]
  busy?: boolean
  /** What can be done with an item. */
  menu?: ((item: Item) => ReactNode) | undefined
  order?: { ordering: OrderingBy<Sort>; onOrder: (ordering: OrderingBy<Sort>) => void }
  /** Below which width it is cards. */
  cardsBelow?: 'sm' | 'md' | 'lg'
  rowSx?: SxProps<Theme>
}

/** The items of a page of a list: a table on wide screens, cards on narrow ones. */
export function ItemList<Item extends object, Sort extends string = never>(props: ItemListProps<Item, Sort>) {
  const { items, keyOf, cardsBelow = 'lg', label, busy = false } = props
  const isNarrow = useNarrow(cardsBelow)
  if (!isNarrow) return <ItemTable {...props} />
  return (
    <CardList label={label} busy={busy}>
      {items.map((item) => (
        <ItemCard key={keyOf(item)} item={item} columns={props.columns} menu={props.menu?.(item)} />
      ))}
    </CardList>
  )
}

function ItemTable<Item extends object, Sort extends string>(props: ItemListProps<Item, Sort>) {
  const { label, items, keyOf, columns, busy = false, menu, order, rowSx = {} } = props
  return (
    <ListTable
      label={label}
      busy={busy}
      head={
        <>
          {columns.map((column) => (
            <Heading key={column.label} column={column} order={order} />
          ))}
          {menu && <ActionsHeader />}
        </>
      }
    >
      {items.map((item) => (
        <Row key={keyOf(item)} item={item} columns={columns} menu={menu} rowSx={rowSx} />
      ))}
    </ListTable>
  )
}

interface HeadingProps<Item, Sort extends string> {
  column: ItemColumn<Item, Sort>
  order: ItemListProps<Item, Sort>['order']
}

function Heading<Item, Sort extends string>({ column, order }: HeadingProps<Item, Sort>) {
  const { label, width, sort, hint, card, sx = {} } = column
  const align = column.align ?? 'left'
  if (order && sort !== undefined) {
    return <SortableHeader column={sort} label={label} align={align} width={width} {...order} />
  }
  return (
    <TableCell align={align} sx={sx} {...(width !== undefined && { width })} {...(hint && { title: hint })}>
      {card === 'picture' ? <VisuallyHidden>{label}</VisuallyHidden> : label}
    </TableCell>
  )
}

interface RowProps<Item, Sort extends string> {
  item: Item
  columns: readonly ItemColumn<Item, Sort>[]
  menu: ItemListProps<Item, Sort>['menu']
  rowSx: SxProps<Theme>
}

function DrawnRow<Item, Sort extends string>({ item, columns, menu, rowSx }: RowProps<Item, Sort>) {
  return (
    <TableRow hover sx={rowSx}>
      {columns.map(({ label, card, align, cell, sx = {} }) =>
        card === 'title' ? (
          <RowHeader key={label}>{cell(item)}</RowHeader>
        ) : (
          <TableCell key={label} align={align ?? 'left'} sx={sx}>
            {cell(item)}
          </TableCell>
        ),
      )}
      {menu && <TableCell align="right">{menu(item)}</TableCell>}
    </TableRow>
  )
}

// Items come and go while one looks: rows that stay as they are needn't be drawn anew.
const Row = memo(
  DrawnRow,
  ({ item: before, ...were }, { item: now, ...are }) =>
    isAlike(before as object, now as object) && isAlike(were, are),
) as typeof DrawnRow

function isAlike(one: object, other: object): boolean {
  const fields = Object.entries(one)
  return (
    fields.length === Object.keys(other).length &&
    fields.every(([name, value]) => Object.is(value, other[name as keyof typeof other]))
  )
}

interface ItemCardProps<Item, Sort extends string> {
  item: Item
  columns: readonly ItemColumn<Item, Sort>[]
  menu: ReactNode
}

function ItemCard<Item, Sort extends string>({ item, columns, menu }: ItemCardProps<Item, Sort>) {
  const at = (place: ItemColumn<Item>['card']) =>
    columns
      .filter(({ card }) => card === place)
      .map(({ label, cell, inCard = cell }) => ({ label, shown: inCard(item) }))
      .filter(({ shown }) => shown !== null && shown !== undefined && shown !== false && shown !== '')
  const [chips, facts] = [at('chip'), at('fact')]
  const drawn = at('picture').map(({ label, shown }) => <Fragment key={label}>{shown}</Fragment>)
  return (
    <Card menu={menu}>
      <Stack direction="row" sx={{ position: 'relative', gap: 3, alignItems: 'center' }}>
        {drawn}
        <Box sx={{ flex: 1, minWidth: 0 }}>
          {at('title').map(({ label, shown }) => (
            <Fragment key={label}>{shown}</Fragment>
          ))}
          {chips.length > 0 && (
            <Stack direction="row" sx={{ my: 1.5, gap: 3, alignItems: 'center', flexWrap: 'wrap' }}>
              {chips.map(({ label, shown }) => (
                <Fragment key={label}>{shown}</Fragment>
              ))}
            </Stack>
          )}
          {facts.length > 0 && (
            <Typography
              variant="body2"
              color="textSecondary"
              component="div"
              sx={{ overflowWrap: 'anywhere' }}
            >
              {facts.map(({ label, shown }, index) => (
                <Fragment key={label}>
                  {index > 0 && ' · '}
                  {shown}
                </Fragment>
              ))}
            </Typography>
          )}
        </Box>
      </Stack>
    </Card>
  )
}

/** A name in a cell: on one line, and to itself where it runs from right to left. */
export function NameCell({ name, otherwise = '–' }: { name: string | null | undefined; otherwise?: string }) {
  return (
    <Typography
      component="span"
      noWrap
      sx={{ display: 'block' }}
      {...(name ? { title: name } : { color: 'textSecondary' })}
    >
      <bdi>{name || otherwise}</bdi>
    </Typography>
  )
}
