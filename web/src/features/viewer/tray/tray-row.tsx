import type { Slide } from '@cresyl/contract/slides/slides'
import type { Viewer } from '@cresyl/contract/slides/viewers'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import type { DragEvent, MouseEvent } from 'react'
import { Link } from 'react-router'
import type { PaneContent } from '../../../engine/viewer/panes/workspace.ts'
import { EllipsisVertical } from '../../../ui/frame/icons.ts'
import { VisuallyHidden } from '../../../ui/frame/visually-hidden.tsx'
import { SlideThumbnail } from '../../../ui/slide/slide-thumbnail.tsx'
import { putSlide } from '../frame/dragged-slide.ts'
import { type Badge, badgesOf, stainAndTissue } from './badges.ts'
import { words } from './words.ts'

interface TrayRowProps {
  slide: Slide
  viewers: readonly Viewer[]
  /** The one that the page is about. */
  isOpen: boolean
  /** Where else it is, with several panes. */
  panes: readonly number[]
  /** Whether Tab gets here; arrow keys lead to the others. */
  isTabbable: boolean
  onOpen: (content: PaneContent) => void
  onMenu: (anchor: HTMLElement) => void
}

const thumbnailSide = 56

/** A slide of the tray: click to open, drag into a pane. */
export function TrayRow({ slide, viewers, isOpen, panes, isTabbable, onOpen, onMenu }: TrayRowProps) {
  const content = { slideId: slide.id, imageId: slide.image_id }
  const tabIndex = isTabbable ? 0 : -1

  function open(event: MouseEvent) {
    // Another tab or window is the browser's to open.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    // After a click the arrow keys are the image's; who came by the keyboard stays in the list.
    if (event.detail > 0 && event.currentTarget instanceof HTMLElement) event.currentTarget.blur()
    onOpen(content)
  }

  const drag = ({ dataTransfer }: DragEvent) => putSlide(dataTransfer, content)

  return (
    <Stack
      direction="row"
      sx={{
        height: '100%',
        alignItems: 'center',
        pr: 1,
        borderLeft: 3,
        borderColor: isOpen ? 'primary.main' : 'transparent',
        bgcolor: isOpen ? 'tokens.accent' : 'transparent',
        '&:hover': { bgcolor: 'tokens.accent' },
      }}
    >
      <Box
        component={Link}
        to={`/slide/${slide.id}`}
        draggable
        onDragStart={drag}
        onClick={open}
        tabIndex={tabIndex}
        data-row-link
        {...(isOpen && { 'aria-current': 'page' })}
        sx={{
          flex: 1,
          minWidth: 0,
          height: '100%',
          pl: 2,
          display: 'flex',
          gap: 2,
          alignItems: 'center',
          color: 'text.primary',
          textDecoration: 'none',
          '&:focus-visible': { outlineOffset: -3 },
        }}
      >
        <Box sx={{ position: 'relative' }}>
          <SlideThumbnail
            imageId={slide.image_id}
            alt=""
            width={thumbnailSide}
            isVirtual={slide.virtual_image_ids.includes(slide.image_id)}
          />
          {panes.length > 0 && <PaneMark panes={panes} />}
        </Box>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography variant="body2" noWrap dir="auto" title={slide.name} sx={{ fontWeight: 600 }}>
            {slide.name}
          </Typography>
          <Typography
            variant="caption"
            component="div"
            color="textSecondary"
            noWrap
            dir="auto"
            title={stainAndTissue(slide)}
          >
            {stainAndTissue(slide)}
          </Typography>
          <SlideBadges badges={badgesOf(slide, viewers)} />
          {panes.length > 0 && <VisuallyHidden>, {words.openedIn(panes)}</VisuallyHidden>}
        </Box>
      </Box>
      <Tooltip title={words.actionsHint} placement="right">
        <IconButton
          size="small"
          aria-label={words.actions(slide.name)}
          aria-haspopup="menu"
          tabIndex={tabIndex}
          onClick={(event) => onMenu(event.currentTarget)}
          sx={{ width: 28, height: 28 }}
        >
          <EllipsisVertical size={16} aria-hidden />
        </IconButton>
      </Tooltip>
    </Stack>
  )
}

/** In which panes the slide is. */
function PaneMark({ panes }: { panes: readonly number[] }) {
  return (
    <Box
      component="span"
      aria-hidden
      title={words.openedIn(panes)}
      sx={{
        position: 'absolute',
        top: 2,
        left: 2,
        px: 1,
        borderRadius: 0.5,
        typography: 'caption',
        fontWeight: 600,
        bgcolor: 'primary.main',
        color: 'primary.contrastText',
      }}
    >
      {panes.map((pane) => pane + 1).join(' ')}
    </Box>
  )
}

/** How a slide stands, in one line. */
function SlideBadges({ badges }: { badges: readonly Badge[] }) {
  return (
    <Stack direction="row" sx={{ gap: 2, minHeight: 16, overflow: 'hidden' }}>
      {badges.map(({ key, icon: Icon, tone, text, title }) => (
        <Stack
          key={key}
          component="span"
          direction="row"
          title={title}
          sx={{
            gap: 0.75,
            alignItems: 'center',
            // The first says most.
            flexShrink: 1,
            minWidth: 0,
            '&:first-of-type': { flexShrink: 0 },
            typography: 'caption',
            // The word is read on any ground: also on that of what is chosen, where colours are too pale.
            color: 'text.secondary',
            '& svg': { color: `tokens.${tone}` },
          }}
        >
          <Icon size={13} aria-hidden style={{ flexShrink: 0 }} />
          <Box
            component="span"
            aria-hidden
            sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
          >
            {text}
          </Box>
          <VisuallyHidden>{title}</VisuallyHidden>
        </Stack>
      ))}
    </Stack>
  )
}
