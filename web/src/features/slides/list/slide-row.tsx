import { styled } from '@mui/material/styles'
import { memo } from 'react'
import { Link } from 'react-router'
import { SlideThumbnail } from '../../../ui/slide/slide-thumbnail.tsx'
import { DetailsButton } from './details-button.tsx'
import { GridPart } from './grid-part.ts'
import { clickItem, type ItemProps } from './item.ts'
import type { ShownColumn } from './place.ts'
import { SelectBox } from './select-box.tsx'
import { gridTemplate, tableColumns } from './table-columns.tsx'
import { useLate } from './use-late.ts'
import { tableRowHeight } from './window.ts'

interface SlideRowProps extends ItemProps {
  columns: readonly ShownColumn[]
}

const thumbnail = { width: 48, height: 32 }

/** A slide in the table. */
export const SlideRow = memo(function SlideRow(props: SlideRowProps) {
  const { slide, index, selected, tabbable, acts, columns } = props
  const isLate = useLate()
  return (
    <Row
      role="row"
      tabIndex={tabbable ? 0 : -1}
      data-index={index}
      // The header is the first.
      aria-rowindex={index + 2}
      aria-selected={selected}
      aria-label={slide.name}
      className={selected ? 'selected' : ''}
      style={{ gridTemplateColumns: gridTemplate(columns) }}
    >
      <GridPart role="gridcell" className="check">
        <SelectBox slide={slide} index={index} selected={selected} acts={acts} />
      </GridPart>
      <GridPart role="rowheader" className="naming">
        {isLate ? (
          <SlideThumbnail
            imageId={slide.image_id}
            alt=""
            {...thumbnail}
            isVirtual={slide.virtual_image_ids.includes(slide.image_id)}
          />
        ) : (
          <div style={{ ...thumbnail, flexShrink: 0 }} />
        )}
        <Link
          to={`/slide/${slide.id}`}
          className="name"
          tabIndex={-1}
          draggable={false}
          onClick={(event) => clickItem(event, props)}
        >
          <bdi title={slide.name}>{slide.name}</bdi>
        </Link>
      </GridPart>
      {columns.map((column) => {
        const { align, cell } = tableColumns[column]
        return (
          <GridPart role="gridcell" key={column} className={align === 'end' ? 'cell end' : 'cell'}>
            {cell(slide)}
          </GridPart>
        )
      })}
      <GridPart role="gridcell">
        <DetailsButton slide={slide} acts={acts} />
      </GridPart>
    </Row>
  )
})

const Row = styled('div')(({ theme: { palette } }) => ({
  position: 'relative',
  boxSizing: 'border-box',
  display: 'grid',
  alignItems: 'center',
  height: tableRowHeight,
  borderBottom: `1px solid ${palette.divider}`,
  backgroundColor: palette.background.paper,
  '&:hover': { backgroundColor: palette.action.hover },
  '&.selected': { backgroundColor: palette.tokens.accent },
  '&:focus-visible': { outline: `2px solid ${palette.primary.main}`, outlineOffset: -2 },
  '& .check': { paddingInlineStart: 14, lineHeight: 0 },
  '& .select, & .info': { position: 'relative', zIndex: 1 },
  '& .naming': { display: 'flex', alignItems: 'center', gap: 12, minWidth: 0, paddingInlineEnd: 12 },
  '& .name': {
    minWidth: 0,
    fontWeight: 600,
    color: palette.text.primary,
    textDecoration: 'none',
    '&::after': { content: '""', position: 'absolute', inset: 0 },
  },
  '& .name, & .cell': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& .cell': { paddingInline: 8, color: palette.text.secondary },
  '& .end': { textAlign: 'end' },
  // Over the link that the whole row is.
  '& .qc, & .project': { position: 'relative', zIndex: 1, '& > *': { cursor: 'pointer' } },
  '& .project': { color: 'inherit', textDecoration: 'none', '&:hover': { textDecoration: 'underline' } },
  '& .verdict': { display: 'flex', flexDirection: 'column', alignItems: 'flex-start' },
  '& .none': { color: palette.text.secondary },
  '& .info': {
    display: 'grid',
    placeItems: 'center',
    width: 32,
    height: 32,
    padding: 0,
    border: 0,
    borderRadius: 16,
    cursor: 'pointer',
    color: palette.text.secondary,
    backgroundColor: 'transparent',
    '&:hover': { backgroundColor: palette.tokens.accent, color: palette.text.primary },
  },
}))
