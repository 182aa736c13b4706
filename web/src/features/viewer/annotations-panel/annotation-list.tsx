import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import ListItemButton from '@mui/material/ListItemButton'
import Typography from '@mui/material/Typography'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type MouseEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Shape } from '../../../engine/annotations/content/shape.ts'
import { colourOf, unclassified } from '../../../engine/annotations/drawing/shape-colours.ts'
import { CircleCheck, CircleX, Lock } from '../../../ui/frame/icons.ts'
import { SearchField } from '../../../ui/list/search-field.tsx'
import { formatNumber } from '../../../ui/text/dates.ts'
import { Note } from '../info-panel/info-section.tsx'
import type { AnnotationSession } from './annotation-session.ts'
import { useAnnotationTools } from './annotations-desk.tsx'
import { Swatch } from './class-chooser.tsx'
import type { ListFilter } from './listed-shapes.ts'
import { ReviewFilter } from './review-filter.tsx'
import { NextButton } from './selected-section.tsx'
import { useListed } from './use-listed.ts'
import { words } from './words.ts'

const rowHeight = 44
/** The next one to be clicked stays in sight. */
const neighbours = 1.5 * rowHeight

interface AnnotationListProps {
  session: AnnotationSession
  filter: ListFilter
  onFilter: (change: Partial<ListFilter>) => void
  /** What the list scrolls with. */
  scroller: RefObject<HTMLDivElement | null>
}

/** Every annotation that is known of the image: only the rows that are seen are there. */
export function AnnotationList({ session, filter, onFilter, scroller }: AnnotationListProps) {
  const { rows, counts, notes, show, select } = useListed(session, filter)
  const selected = useAnnotationTools(session, (state) => state.selected)
  const colourBy = useAnnotationTools(session, (state) => state.colourBy)
  const list = useRef<HTMLUListElement>(null)
  const [above, setAbove] = useState(0)
  // What stands above it may wrap or go at any time.
  useLayoutEffect(() => setAbove(list.current?.offsetTop ?? 0))
  const { className } = filter
  // The class that is listed can be left again, also when the last of it is gone.
  const isGone = className !== null && counts.every(({ name }) => name !== className)
  const offered = isGone ? [...counts, { name: className, color: null, count: 0 }] : counts
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 6,
    scrollMargin: above,
    scrollPaddingStart: neighbours,
    scrollPaddingEnd: neighbours,
  })
  const [only] = selected
  const at = selected.size === 1 ? rows.findIndex(({ id }) => id === only) : -1
  useEffect(() => {
    if (at < 0) return
    const row = list.current?.querySelector(`[data-index="${at}"]`)
    if (row) row.scrollIntoView({ block: 'nearest' })
    else virtual.scrollToIndex(at)
  }, [at, virtual])

  const [anchor, setAnchor] = useState<string | null>(null)
  /** Shift takes all from the one that was chosen before, Ctrl adds one or leaves it out. */
  function choose(index: number, { shiftKey, ctrlKey, metaKey }: MouseEvent) {
    const { id = '' } = rows[index] ?? {}
    const from = rows.findIndex((each) => each.id === anchor)
    if (shiftKey && from >= 0) {
      const between = rows.slice(Math.min(from, index), Math.max(from, index) + 1)
      return select(between.map((each) => each.id))
    }
    setAnchor(id)
    if (!ctrlKey && !metaKey) return show(id)
    const next = new Set(selected)
    if (!next.delete(id)) next.add(id)
    select([...next])
  }

  return (
    <Box
      component="section"
      aria-label={words.list}
      sx={{ p: 4, display: 'flex', flexDirection: 'column', gap: 3 }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {offered.map(({ name, color, count }) => (
          <Chip
            key={name}
            size="small"
            icon={<Swatch color={color ?? unclassified} />}
            label={`${name || words.classes.none} ${formatNumber(count)}`}
            variant={className === name ? 'filled' : 'outlined'}
            aria-pressed={className === name}
            onClick={() => onFilter({ className: className === name ? null : name })}
            sx={{ pl: 2 }}
          />
        ))}
      </Box>
      <Box sx={{ display: 'flex', '& > *': { flex: 1 } }}>
        <SearchField
          label={words.search}
          search={filter.search}
          onSearch={(search) => onFilter({ search })}
        />
      </Box>
      <ReviewFilter filter={filter} onFilter={onFilter} />
      <Box sx={{ mx: -3, my: -1, display: 'flex', flexWrap: 'wrap' }}>
        {rows.length > 0 && (
          <Button size="small" onClick={() => select(rows.map(({ id }) => id))}>
            {words.selectAll(rows.length)}
          </Button>
        )}
        {selected.size === 0 && <NextButton session={session} />}
      </Box>
      {notes.map((note) => (
        <Note key={note}>{note}</Note>
      ))}
      <Box
        component="ul"
        ref={list}
        sx={{ position: 'relative', m: 0, p: 0, listStyle: 'none' }}
        style={{ height: virtual.getTotalSize() }}
      >
        {virtual.getVirtualItems().map(({ index, start }) => {
          const shape = rows[index]
          return (
            shape && (
              <Box
                component="li"
                key={shape.id}
                data-index={index}
                sx={{
                  position: 'absolute',
                  insetInline: 0,
                  height: rowHeight,
                  scrollMarginBlock: `${neighbours}px`,
                }}
                style={{ top: start - above }}
              >
                <Row
                  shape={shape}
                  color={colourOf(shape, colourBy)}
                  isSelected={selected.has(shape.id)}
                  onClick={(event) => choose(index, event)}
                />
              </Box>
            )
          )
        })}
      </Box>
    </Box>
  )
}

interface RowProps {
  shape: Shape
  color: string
  isSelected: boolean
  onClick: (event: MouseEvent) => void
}

function Row({ shape, color, isSelected, onClick }: RowProps) {
  const { name, classification, author, version, review, locked } = shape
  const shown = name || classification?.name || words.unnamed
  return (
    <ListItemButton
      selected={isSelected}
      aria-current={isSelected}
      aria-label={words.flyTo(shown)}
      onClick={onClick}
      sx={{
        height: rowHeight,
        px: 2,
        gap: 2,
        borderRadius: 0.75,
        // The list would cut off what lies around a row.
        '&:focus-visible': { outlineOffset: -2 },
      }}
    >
      <Swatch color={color} />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography variant="body2" noWrap>
          {shown}
        </Typography>
        <Typography variant="caption" color="textSecondary" noWrap component="div">
          {name !== '' && classification && `${classification.name} · `}
          {version === 0 ? words.unsaved : words.by(author?.name ?? words.details.someone)}
        </Typography>
      </Box>
      {locked && <Lock size={14} aria-label={words.locked} />}
      {review === 'accepted' && <CircleCheck size={14} aria-label={words.reviews.accepted} />}
      {review === 'rejected' && <CircleX size={14} aria-label={words.reviews.rejected} />}
    </ListItemButton>
  )
}
