import type { Slide } from '@cresyl/contract/slides/slides'
import { styled } from '@mui/material/styles'
import { type CSSProperties, useMemo, useRef } from 'react'
import { VisuallyHidden } from '../../../ui/frame/visually-hidden.tsx'
import { words } from '../words.ts'
import { GridPart } from './grid-part.ts'
import type { ItemActs } from './item.ts'
import { NoSlideYet, SomeFailed } from './list-states.tsx'
import { allSlides, type Listing, type Scope, type SlidePlace, type Sort, shownColumns } from './place.ts'
import { isSelected } from './selection.ts'
import { SlideCard } from './slide-card.tsx'
import { SlideRow } from './slide-row.tsx'
import { fittingColumns } from './table-columns.tsx'
import { TableHead } from './table-head.tsx'
import { type DrawnBand, useBand } from './use-band.ts'
import { useGridKeys } from './use-grid-keys.ts'
import { useKeptScroll } from './use-kept-scroll.ts'
import { useSlidesIn } from './use-listing.ts'
import type { UsedSelection } from './use-selection.ts'
import { useWindow } from './use-window.ts'
import { galleryLayout, heightOf, isInBand, rowCount, rowOf, slidesIn, tableLayout } from './window.ts'

interface SlideListProps {
  listing: Listing
  scope: Scope
  count: number
  place: SlidePlace
  onSort: (sort: Sort) => void
  selection: UsedSelection
  onDetails: (slide: Slide) => void
  /** Those that the address asks for are on their way. */
  isBehind: boolean
}

const covered = { gallery: { top: 64, bottom: 76 }, table: { top: 98, bottom: 76 } } as const

/** The slides as one long gallery or table, of which only what is seen is there. */
export function SlideList(props: SlideListProps) {
  const { listing, scope, count, place, onSort, selection, onDetails, isBehind } = props
  const list = useRef<HTMLDivElement>(null)
  const isTable = place.view === 'table'
  const { width, rows, layout } = useWindow(list, (width) =>
    isTable ? tableLayout(width, count) : galleryLayout(width, count),
  )
  const range = slidesIn(rows, layout)
  const shown = useSlidesIn(listing, range)
  useKeptScroll(width > 0)
  const acts = useActs(selection, onDetails)
  const { active, hasFocus, ...keys } = useGridKeys({
    list,
    layout,
    shown,
    range,
    selection,
    acts,
    covered: covered[place.view],
  })
  const { drawn, begin } = useBand(list, layout, (band, keeps) => {
    if (band === null) return keeps ? undefined : selection.clear()
    const touched = slidesIn(band.rows, layout)
    selection.take(touched, keeps ? 'add' : 'replace', (index) => isInBand(index, band, layout))
  })

  const columns = useMemo(
    () => fittingColumns(shownColumns(place.columns, scope), width),
    [place.columns, scope, width],
  )
  const tabbable = hasFocus ? active.index : Math.min(Math.max(active.index, range.first), range.end - 1)
  const rowNumbers = numbersOf(rows.first, rows.end)
  const activeRow = rowOf(active.index, layout)
  // What has the focus stays, also where it is scrolled out of sight.
  if (hasFocus && !rowNumbers.includes(activeRow) && activeRow < rowCount(layout)) rowNumbers.push(activeRow)

  const slideAt = (index: number) =>
    shown.slideAt(index) ?? (index === active.index ? (active.slide ?? undefined) : undefined)
  const itemOf = (index: number) => {
    const slide = slideAt(index)
    if (!slide) return undefined
    const inBand = drawn?.band && isInBand(index, drawn.band, layout)
    const selected = inBand || isSelected(selection.selection, slide.id)
    return { slide, index, selected, tabbable: index === tabbable, acts }
  }
  const cardWidth = layout.columnWidth - layout.gap

  return (
    <>
      {shown.error && <SomeFailed onRetry={shown.retry} />}
      <Grid
        role="grid"
        aria-label={words.list.label}
        aria-rowcount={rowCount(layout) + (isTable ? 1 : 0)}
        aria-colcount={isTable ? columns.length + 3 : layout.columns}
        aria-multiselectable
        aria-busy={isBehind}
        className={selection.count > 0 ? 'selecting' : ''}
        onKeyDown={keys.press}
        onFocus={keys.focus}
        onBlur={keys.blur}
        onPointerDown={begin}
      >
        {isTable && <TableHead columns={columns} sort={place.sort} onSort={onSort} />}
        <GridPart role="rowgroup" ref={list} style={{ position: 'relative', height: heightOf(layout) }}>
          {width > 0 &&
            rowNumbers.map((row) => {
              const place: CSSProperties = {
                position: 'absolute',
                top: row * layout.rowHeight,
                left: 0,
                right: 0,
              }
              const { first, end } = slidesIn({ first: row, end: row + 1 }, layout)
              if (isTable) {
                const item = itemOf(row)
                return (
                  <GridPart key={item?.slide.id ?? row} role="presentation" style={place}>
                    {item ? (
                      <SlideRow {...item} columns={columns} />
                    ) : (
                      <NoSlideYet
                        shape="row"
                        index={row}
                        tabbable={row === tabbable}
                        isStill={shown.isFailed(row)}
                      />
                    )}
                  </GridPart>
                )
              }
              return (
                <GridPart
                  key={row}
                  role="row"
                  aria-rowindex={row + 1}
                  style={{
                    ...place,
                    display: 'grid',
                    gap: layout.gap,
                    gridTemplateColumns: `repeat(${layout.columns}, ${cardWidth}px)`,
                    height: layout.rowHeight - layout.gap,
                  }}
                >
                  {numbersOf(first, end).map((index) => {
                    const item = itemOf(index)
                    return item ? (
                      <SlideCard
                        key={item.slide.id}
                        {...item}
                        width={cardWidth}
                        showsProject={scope === allSlides}
                      />
                    ) : (
                      <NoSlideYet
                        key={index}
                        shape="card"
                        index={index}
                        tabbable={index === tabbable}
                        isStill={shown.isFailed(index)}
                      />
                    )
                  })}
                </GridPart>
              )
            })}
          {drawn && <Drawn {...drawn} />}
        </GridPart>
      </Grid>
      <VisuallyHidden>{words.list.hint}</VisuallyHidden>
    </>
  )
}

function useActs({ toggle, extendTo }: UsedSelection, showDetails: (slide: Slide) => void): ItemActs {
  const latest = useRef({ toggle, extendTo, showDetails })
  latest.current = { toggle, extendTo, showDetails }
  return useMemo(
    () => ({
      toggle: (slide, index) => latest.current.toggle(slide, index),
      extendTo: (index) => latest.current.extendTo(index),
      showDetails: (slide) => latest.current.showDetails(slide),
    }),
    [],
  )
}

function numbersOf(first: number, end: number): number[] {
  return Array.from({ length: Math.max(0, end - first) }, (_, n) => first + n)
}

function Drawn({ from, to }: DrawnBand) {
  return (
    <Rectangle
      aria-hidden
      style={{
        left: Math.min(from.x, to.x),
        top: Math.min(from.y, to.y),
        width: Math.abs(to.x - from.x),
        height: Math.abs(to.y - from.y),
      }}
    />
  )
}

const Grid = styled('div')({
  // Room to begin a rectangle beside the slides.
  paddingBottom: 96,
  userSelect: 'none',
  // Rows come and go above what is seen: the browser must not scroll along with them.
  overflowAnchor: 'none',
  '&[aria-busy="true"]': { opacity: 0.6 },
})

const Rectangle = styled('div')(({ theme: { palette } }) => ({
  position: 'absolute',
  zIndex: 3,
  pointerEvents: 'none',
  border: `1px solid ${palette.primary.main}`,
  borderRadius: 2,
  backgroundColor: `color-mix(in srgb, ${palette.primary.main} 14%, transparent)`,
}))
