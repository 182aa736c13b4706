import type { Slide } from '@cresyl/contract/slides/slides'
import type { Viewer } from '@cresyl/contract/slides/viewers'
import Divider from '@mui/material/Divider'
import ListSubheader from '@mui/material/ListSubheader'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import type { PaneContent } from '../../../engine/viewer/panes/workspace.ts'
import { openableImages } from './badges.ts'
import { words } from './words.ts'

/** As many as there can be: the page makes room for the one that is chosen. */
const panes = [0, 1, 2, 3] as const

interface TrayMenuProps {
  anchor: HTMLElement
  slide: Slide
  viewers: readonly Viewer[]
  onOpen: (content: PaneContent) => void
  onOpenInPane: (pane: number, content: PaneContent) => void
  onClose: () => void
}

/** The ways to open a slide: here, in a pane, another of its images. */
export function TrayMenu({ anchor, slide, viewers, onOpen, onOpenInPane, onClose }: TrayMenuProps) {
  const content = { slideId: slide.id, imageId: slide.image_id }
  const images = openableImages(viewers)
  const then = (act: () => void) => () => {
    onClose()
    act()
  }
  return (
    <Menu
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{ list: { 'aria-label': words.actions(slide.name) } }}
    >
      <MenuItem onClick={then(() => onOpen(content))}>{words.open}</MenuItem>
      {panes.map((pane) => (
        <MenuItem key={pane} onClick={then(() => onOpenInPane(pane, content))}>
          {words.openInPane(pane)}
        </MenuItem>
      ))}
      {images.length > 1 && <Divider />}
      {images.length > 1 && (
        <ListSubheader role="presentation" sx={{ lineHeight: '32px', bgcolor: 'transparent' }}>
          {words.imagesOf}
        </ListSubheader>
      )}
      {images.length > 1 &&
        images.map(({ imageId, label }) => (
          <MenuItem
            key={imageId}
            onClick={then(() => onOpen({ slideId: slide.id, imageId }))}
            sx={{ maxWidth: 320 }}
          >
            {label}
          </MenuItem>
        ))}
    </Menu>
  )
}
