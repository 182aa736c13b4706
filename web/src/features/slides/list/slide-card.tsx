import { styled } from '@mui/material/styles'
import { memo } from 'react'
import { Link } from 'react-router'
import { VisuallyHidden } from '../../../ui/frame/visually-hidden.tsx'
import { OverriddenBadge } from '../../../ui/slide/overridden-badge.tsx'
import { SlideThumbnail } from '../../../ui/slide/slide-thumbnail.tsx'
import { formatBytes } from '../../../ui/text/amounts.ts'
import { RelativeTime } from '../../../ui/text/relative-time.tsx'
import { virtualWords } from '../../../ui/text/virtual-words.ts'
import { words } from '../words.ts'
import { DetailsButton } from './details-button.tsx'
import { clickItem, type ItemProps } from './item.ts'
import { QcChip } from './qc-chip.tsx'
import { SelectBox } from './select-box.tsx'
import { projectName, tissueAndStain } from './slide-looks.ts'
import { useLate } from './use-late.ts'
import { cardPadding, cardTextHeight, pictureHeight } from './window.ts'

const mostOutputs = 3
const outputSide = 28

interface SlideCardProps extends ItemProps {
  width: number
  /** Whether it is beside slides of other projects. */
  showsProject: boolean
}

/** A slide in the gallery. */
export const SlideCard = memo(function SlideCard(props: SlideCardProps) {
  const { slide, index, selected, tabbable, showsProject, acts, width } = props
  const outputs = slide.output_image_ids.slice(0, mostOutputs)
  const about = showsProject
    ? `${projectName(slide.project)} · ${tissueAndStain(slide)}`
    : tissueAndStain(slide)
  const isLate = useLate()
  const picture = { width: Math.floor(width - 2 * cardPadding), height: pictureHeight(width) }
  return (
    <Card
      role="gridcell"
      tabIndex={tabbable ? 0 : -1}
      data-index={index}
      aria-selected={selected}
      className={selected ? 'selected' : ''}
    >
      {isLate ? (
        <SlideThumbnail
          imageId={slide.image_id}
          alt=""
          isVirtual={slide.virtual_image_ids.includes(slide.image_id)}
          {...picture}
        />
      ) : (
        <div className="picture" style={picture} />
      )}
      <div className="text">
        <Link
          to={`/slide/${slide.id}`}
          className="name"
          tabIndex={-1}
          draggable={false}
          onClick={(event) => clickItem(event, props)}
        >
          <bdi title={slide.name}>{slide.name}</bdi>
        </Link>
        <div className="about" dir="auto" title={about}>
          {about}
        </div>
        <div className="about">
          {formatBytes(slide.size)} · {isLate && <RelativeTime time={slide.created_at} />}
        </div>
        <div className="states">
          {isLate && <QcChip slide={slide} />}
          {isLate && slide.qc_overridden && <OverriddenBadge by={slide.qc_overridden_by} />}
          {isLate && outputs.length > 0 && (
            <span className="outputs" title={outputsText(slide)}>
              {outputs.map((imageId) => (
                <SlideThumbnail
                  key={imageId}
                  imageId={imageId}
                  alt=""
                  width={outputSide}
                  isVirtual={slide.virtual_image_ids.includes(imageId)}
                />
              ))}
              <VisuallyHidden>{outputsText(slide)}</VisuallyHidden>
            </span>
          )}
        </div>
      </div>
      <SelectBox slide={slide} index={index} selected={selected} acts={acts} />
      <DetailsButton slide={slide} acts={acts} />
    </Card>
  )
})

/** "2 outputs, 1 virtual". */
function outputsText({ output_image_ids, virtual_image_ids }: ItemProps['slide']): string {
  const all = words.list.outputs(output_image_ids.length)
  return virtual_image_ids.length === 0 ? all : `${all}, ${virtualWords.count(virtual_image_ids.length)}`
}

// One style for the whole card: there are many, and they come and go while one scrolls.
const Card = styled('div')(({ theme: { palette, typography, shape } }) => ({
  position: 'relative',
  boxSizing: 'border-box',
  height: '100%',
  padding: cardPadding - 1,
  border: `1px solid ${palette.divider}`,
  borderRadius: shape.borderRadius,
  backgroundColor: palette.background.paper,
  '&:hover': { borderColor: palette.tokens.outline },
  '&.selected': { backgroundColor: palette.tokens.accent, borderColor: palette.primary.main },
  '&:focus-visible': { outline: `2px solid ${palette.primary.main}`, outlineOffset: 2 },
  '& .picture': { backgroundColor: palette.background.default, borderRadius: 4 },
  '& .text': {
    boxSizing: 'border-box',
    display: 'flex',
    flexDirection: 'column',
    height: cardTextHeight,
    paddingTop: 8,
    paddingInline: 4,
  },
  '& .name': {
    ...typography.body2,
    fontWeight: 600,
    color: palette.text.primary,
    textDecoration: 'none',
    display: '-webkit-box',
    WebkitLineClamp: 2,
    WebkitBoxOrient: 'vertical',
    overflow: 'hidden',
    overflowWrap: 'anywhere',
    // The whole card opens it.
    '&::after': { content: '""', position: 'absolute', inset: 0, borderRadius: shape.borderRadius },
  },
  '& .about': {
    ...typography.caption,
    marginTop: 2,
    color: palette.text.secondary,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  '& .states': {
    display: 'flex',
    alignItems: 'center',
    gap: 8,
    marginTop: 'auto',
    height: 28,
    overflow: 'hidden',
  },
  // Over the link that the whole card is.
  '& .qc': { position: 'relative', zIndex: 1, flexShrink: 0, '& > *': { cursor: 'pointer' } },
  '& .outputs': {
    flexShrink: 0,
    display: 'inline-flex',
    marginInlineStart: 'auto',
    '& > * + *': { marginInlineStart: -10, boxShadow: `-1px 0 0 1px ${palette.background.paper}` },
  },
  '& .select, & .info': { position: 'absolute', top: 16, zIndex: 1, opacity: 0 },
  '& .select': { left: 16 },
  '& .info': {
    right: 16,
    display: 'grid',
    placeItems: 'center',
    width: 28,
    height: 28,
    marginTop: -5,
    padding: 0,
    border: 0,
    borderRadius: 14,
    cursor: 'pointer',
    color: palette.text.primary,
    backgroundColor: palette.background.paper,
  },
  '&:hover .select, &:hover .info, &:focus-within .select, &:focus-within .info, &.selected .select': {
    opacity: 1,
  },
  '.selecting & .select': { opacity: 1 },
  '@media (hover: none)': { '& .select, & .info': { opacity: 1 } },
}))
