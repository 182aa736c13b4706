import type { Slide } from '@cresyl/contract/slides/slides'
import type { Viewer } from '@cresyl/contract/slides/viewers'
import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import Select from '@mui/material/Select'
import type { PaneContent } from '../../../engine/viewer/panes/workspace.ts'
import { X } from '../../../ui/frame/icons.ts'
import { BarButton } from '../bar/bar-button.tsx'
import { floating } from '../bar/floating.ts'
import { useViewers } from '../slide/queries.ts'
import { imagesOf } from '../stack-panel/members.ts'
import { useStackDesk } from '../stack-panel/stack-desk.tsx'
import { words } from './words.ts'

interface PaneTitleProps {
  content: PaneContent
  slide: Slide | undefined
  /** Of those of its stack, the one that is seen. */
  seenImageId: string
  isNamed: boolean
  onOpen: (content: PaneContent | null) => void
}

/** Whose image it is, and which one where the slide has several. */
export function PaneTitle({ content, slide, seenImageId, isNamed, onOpen }: PaneTitleProps) {
  const { data } = useViewers(content.slideId)
  const viewers = data?.results ?? []
  const { members, choose } = useStackDesk()
  if (!isNamed && viewers.length < 2) return null

  /** Where it lies on what is seen, the view stays as it is. */
  function show(imageId: string) {
    const member = imagesOf(members.members ?? []).find((each) => each.imageId === imageId)
    if (member) choose(member)
    else onOpen({ ...content, imageId })
  }

  return (
    <Box
      sx={{
        ...floating,
        width: 'fit-content',
        maxWidth: '100%',
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        pl: 2,
        pr: 1,
        minHeight: 32,
      }}
    >
      {isNamed && (
        <Box
          component="bdi"
          title={slide?.name}
          sx={{ fontWeight: 600, whiteSpace: 'nowrap', overflow: 'hidden', textOverflow: 'ellipsis' }}
        >
          {slide?.name ?? words.title}
        </Box>
      )}
      {viewers.length > 1 && (
        <Select
          variant="standard"
          disableUnderline
          value={seenImageId}
          inputProps={{ 'aria-label': words.panes.image }}
          onChange={(event) => show(event.target.value)}
          sx={{ fontSize: '0.8125rem', minHeight: 24 }}
        >
          {viewers.map((viewer, index) => (
            <MenuItem key={viewer.image_id} value={viewer.image_id}>
              {nameOf(viewer, index, viewers)}
            </MenuItem>
          ))}
        </Select>
      )}
      {isNamed && <BarButton label={words.panes.close} icon={X} size={24} onClick={() => onOpen(null)} />}
    </Box>
  )
}

/** Numbered where several are of one kind. */
function nameOf({ name, kind }: Viewer, index: number, viewers: readonly Viewer[]): string {
  if (name !== null) return name
  const isOnly = viewers.filter((each) => each.kind === kind && each.name === null).length === 1
  return isOnly ? words.panes.kinds[kind] : `${words.panes.kinds[kind]} ${index + 1}`
}
