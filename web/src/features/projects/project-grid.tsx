import type { Project } from '@cresyl/contract/lab/projects'
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { Inbox } from '../../ui/frame/icons.ts'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { ProjectCovers } from './project-covers.tsx'
import { ProjectMenu } from './project-menu.tsx'
import { ProjectName } from './project-name.tsx'
import type { Unsorted } from './unsorted.ts'
import { UnsortedName } from './unsorted-name.tsx'
import type { ProjectActions } from './use-project-actions.tsx'
import { words } from './words.ts'

interface ProjectGridProps {
  projects: readonly Project[]
  /** Null where nothing is to be said of them. */
  unsorted: Unsorted | null
  actions: ProjectActions
  busy: boolean
}

/** The projects as cards, with pictures of their slides. */
export function ProjectGrid({ projects, unsorted, actions, busy }: ProjectGridProps) {
  return (
    <Grid label={words.list.label} busy={busy}>
      {unsorted && (
        <GridCard covers={<ProjectCovers project={unsorted.covers} icon={Inbox} />}>
          <UnsortedName />
          <Typography variant="body2" color="textSecondary" noWrap>
            {words.unsorted.text}
          </Typography>
          <Typography variant="body2" color="textSecondary">
            {words.list.slides(unsorted.count)}
          </Typography>
        </GridCard>
      )}
      {projects.map((project) => (
        <GridCard
          key={project.id}
          covers={<ProjectCovers project={project} />}
          menu={<ProjectMenu project={project} actions={actions} />}
        >
          <ProjectName project={project} />
          <Typography variant="body2" color="textSecondary" noWrap dir="auto">
            {project.description === '' ? '\u00a0' : project.description}
          </Typography>
          <Typography variant="body2" color="textSecondary" noWrap>
            {words.list.slides(project.slide_count)} · {words.list.changed}{' '}
            <RelativeTime time={project.updated_at} />
          </Typography>
        </GridCard>
      ))}
    </Grid>
  )
}

interface GridProps {
  label: string
  busy: boolean
  children: ReactNode
}

function Grid({ label, busy, children }: GridProps) {
  return (
    <Box component="ul" aria-label={label} aria-busy={busy} sx={{ ...gridStyle, opacity: busy ? 0.6 : 1 }}>
      {children}
    </Box>
  )
}

const gridStyle = {
  m: 0,
  p: 0,
  listStyle: 'none',
  display: 'grid',
  gap: 4,
  gridTemplateColumns: 'repeat(auto-fill, minmax(260px, 1fr))',
} as const

interface GridCardProps {
  covers: ReactNode
  menu?: ReactNode
  children: ReactNode
}

function GridCard({ covers, menu, children }: GridCardProps) {
  return (
    <Box component="li" sx={cardStyle}>
      {covers}
      <Stack direction="row" sx={{ mt: 3, gap: 1, alignItems: 'flex-start' }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>{children}</Box>
        {menu && <Box sx={{ position: 'relative', zIndex: 1, mr: -1 }}>{menu}</Box>}
      </Stack>
    </Box>
  )
}

const cardStyle = {
  position: 'relative',
  minWidth: 0,
  p: 3,
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  bgcolor: 'background.paper',
  // The whole card leads to the project; its menu lies above that.
  '& a::after': { content: '""', position: 'absolute', inset: 0, borderRadius: 'inherit' },
  '&:has(a:hover)': { borderColor: 'primary.main' },
} as const

/** Cards of the size of the real ones. */
export function ProjectGridSkeleton() {
  return (
    <Box role="status" aria-label={words.list.loading} sx={gridStyle}>
      {Array.from({ length: 8 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike and never move
        <Box key={index} sx={cardStyle}>
          <Skeleton variant="rounded" height={96} />
          <Skeleton width="70%" sx={{ mt: 3 }} />
          <Skeleton width="90%" height={18} />
          <Skeleton width="50%" height={18} />
        </Box>
      ))}
    </Box>
  )
}
