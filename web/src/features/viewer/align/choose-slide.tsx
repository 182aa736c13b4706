import { listSlides, type Slide } from '@cresyl/contract/slides/slides'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import List from '@mui/material/List'
import ListItemButton from '@mui/material/ListItemButton'
import ListItemText from '@mui/material/ListItemText'
import Typography from '@mui/material/Typography'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { liveKeys } from '../../../lib/live/live-keys.ts'
import { useApi } from '../../../lib/session/session-context.tsx'
import { SearchField } from '../../../ui/list/search-field.tsx'
import { SlideThumbnail } from '../../../ui/slide/slide-thumbnail.tsx'
import { words } from './words.ts'

interface ChooseSlideProps {
  /** The one that another is to be laid on. */
  slide: Slide
  onChoose: (slide: Slide) => void
  onClose: () => void
}

const most = 50

/** Another slide to lay on this one: those of the same project first, others by their name. */
export function ChooseSlide({ slide, onChoose, onClose }: ChooseSlideProps) {
  const titleId = useId()
  const [search, setSearch] = useState('')
  const { call } = useApi()
  const projectId = slide.project?.id
  const { data, isPending } = useQuery({
    queryKey: [...liveKeys.slides, 'to align', slide.id, search],
    queryFn: async ({ signal }) => {
      const query = { ...(search !== '' && { search }), ordering: 'name', limit: most } as const
      const own = projectId === undefined ? { unsorted: true } : { project_id: [projectId] }
      const near = await call(listSlides, { query: { ...query, ...own } }, { signal })
      // Elsewhere only what is asked for by name.
      const far = search === '' ? [] : (await call(listSlides, { query }, { signal })).results
      return [...near.results, ...far.filter(({ id }) => !near.results.some((each) => each.id === id))]
    },
    placeholderData: keepPreviousData,
  })
  const others = data?.filter(({ id }) => id !== slide.id) ?? []
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{words.chooseTitle(slide.name)}</DialogTitle>
      <DialogContent sx={{ height: 480, display: 'flex', flexDirection: 'column', gap: 3 }}>
        <Box sx={{ display: 'flex', flexShrink: 0 }}>
          <SearchField label={words.chooseSearch} search={search} onSearch={setSearch} />
        </Box>
        <List dense disablePadding aria-label={words.chooseList} sx={{ overflow: 'auto', flex: 1 }}>
          {others.map((other) => (
            <ListItemButton key={other.id} onClick={() => onChoose(other)} sx={{ gap: 3, borderRadius: 1 }}>
              <SlideThumbnail imageId={other.source_image_id} alt="" width={56} height={56} />
              <ListItemText
                primary={<bdi>{other.name}</bdi>}
                secondary={[
                  other.stainer?.stain_type,
                  other.tissue?.organ,
                  other.project?.name ?? words.unsorted,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              />
            </ListItemButton>
          ))}
        </List>
        {!isPending && others.length === 0 && (
          <Typography role="status" color="textSecondary">
            {search === '' ? words.chooseNone : words.chooseNotFound}
          </Typography>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{words.cancel}</Button>
      </DialogActions>
    </Dialog>
  )
}
