import { styled } from '@mui/material/styles'
import { nextOrdering } from '../../../ui/address/ordering.ts'
import { ArrowDown, ArrowUp } from '../../../ui/frame/icons.ts'
import { bannerHeight, topBarHeight } from '../../../ui/frame/theme.ts'
import { VisuallyHidden } from '../../../ui/frame/visually-hidden.tsx'
import { words } from '../words.ts'
import { GridPart } from './grid-part.ts'
import type { ShownColumn, Sort, SortColumn } from './place.ts'
import { gridTemplate, tableColumns } from './table-columns.tsx'

interface TableHeadProps {
  columns: readonly ShownColumn[]
  sort: Sort
  onSort: (sort: Sort) => void
}

/** Stays in sight while the rows scroll. */
export function TableHead({ columns, sort, onSort }: TableHeadProps) {
  return (
    <Head role="rowgroup">
      <GridPart
        role="row"
        className="row"
        aria-rowindex={1}
        style={{ gridTemplateColumns: gridTemplate(columns) }}
      >
        <GridPart role="columnheader">
          <VisuallyHidden>{words.selection.bar}</VisuallyHidden>
        </GridPart>
        <Heading label={words.views.columns.name} by="name" sort={sort} onSort={onSort} />
        {columns.map((column) => {
          const { sort: by, align } = tableColumns[column]
          const label = words.views.columns[column]
          return by ? (
            <Heading key={column} label={label} by={by} sort={sort} onSort={onSort} align={align} />
          ) : (
            <GridPart key={column} role="columnheader" className={align === 'end' ? 'cell end' : 'cell'}>
              {label}
            </GridPart>
          )
        })}
        <GridPart role="columnheader">
          <VisuallyHidden>{words.list.detailsHint}</VisuallyHidden>
        </GridPart>
      </GridPart>
    </Head>
  )
}

interface HeadingProps {
  label: string
  by: SortColumn
  sort: Sort
  onSort: (sort: Sort) => void
  align?: 'end' | undefined
}

function Heading({ label, by, sort, onSort, align }: HeadingProps) {
  const isUp = sort === by
  const isDown = sort === `-${by}`
  const Arrow = isUp ? ArrowUp : ArrowDown
  return (
    <GridPart
      role="columnheader"
      aria-sort={isUp ? 'ascending' : isDown ? 'descending' : 'none'}
      className={align === 'end' ? 'cell end' : 'cell'}
    >
      <button type="button" onClick={() => onSort(nextOrdering<SortColumn>(sort, by))}>
        {label}
        <Arrow size={14} aria-hidden style={{ visibility: isUp || isDown ? 'visible' : 'hidden' }} />
      </button>
    </GridPart>
  )
}

const Head = styled('div')(({ theme: { palette, typography } }) => ({
  position: 'sticky',
  top: `calc(${topBarHeight}px + ${bannerHeight})`,
  zIndex: 2,
  '& .row': {
    display: 'grid',
    alignItems: 'center',
    height: 40,
    borderBottom: `1px solid ${palette.divider}`,
    backgroundColor: palette.background.default,
    color: palette.text.secondary,
    fontWeight: 600,
    ...typography.body2,
  },
  '& .cell': { paddingInline: 8, overflow: 'hidden', whiteSpace: 'nowrap', textOverflow: 'ellipsis' },
  '& .cell:nth-of-type(2)': { paddingInlineStart: 0 },
  '& .end': { textAlign: 'end' },
  '& button': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: 4,
    padding: 2,
    border: 0,
    borderRadius: 4,
    font: 'inherit',
    fontWeight: 600,
    color: 'inherit',
    backgroundColor: 'transparent',
    cursor: 'pointer',
    '&:hover': { color: palette.text.primary },
  },
}))
