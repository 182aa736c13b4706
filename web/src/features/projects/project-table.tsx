import type { Project } from '@cresyl/contract/lab/projects'
import Stack from '@mui/material/Stack'
import TableCell from '@mui/material/TableCell'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { Inbox } from '../../ui/frame/icons.ts'
import { ActionsHeader, ListTable, RowHeader } from '../../ui/list/list-table.tsx'
import { SortableHeader } from '../../ui/list/sortable-header.tsx'
import { formatNumber } from '../../ui/text/dates.ts'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import type { Column, Ordering } from './list-filter.ts'
import { ProjectCover } from './project-covers.tsx'
import { ProjectMenu } from './project-menu.tsx'
import { ProjectName } from './project-name.tsx'
import type { Unsorted } from './unsorted.ts'
import { UnsortedName } from './unsorted-name.tsx'
import type { ProjectActions } from './use-project-actions.tsx'
import { words } from './words.ts'

interface ProjectTableProps {
  projects: readonly Project[]
  /** Null where nothing is to be said of them. */
  unsorted: Unsorted | null
  ordering: Ordering
  onOrder: (ordering: Ordering) => void
  actions: ProjectActions
  busy: boolean
}

const { columns } = words.list

const coverSide = 36

export function ProjectTable(props: ProjectTableProps) {
  const { projects, unsorted, ordering, onOrder, actions, busy } = props
  const header = (column: Column, label: string, width?: number) => (
    <SortableHeader column={column} label={label} ordering={ordering} onOrder={onOrder} width={width} />
  )
  return (
    <ListTable
      label={words.list.label}
      busy={busy}
      head={
        <>
          {header('name', columns.name)}
          <TableCell width={90} align="right">
            {columns.slides}
          </TableCell>
          <TableCell width={190}>{columns.createdBy}</TableCell>
          {header('created_at', columns.created, 150)}
          {header('updated_at', columns.updated, 150)}
          <ActionsHeader />
        </>
      }
    >
      {unsorted && (
        <TableRow hover>
          <RowHeader>
            <Stack direction="row" sx={{ gap: 3, alignItems: 'center' }}>
              <ProjectCover project={unsorted.covers} icon={Inbox} side={coverSide} />
              <UnsortedName />
            </Stack>
          </RowHeader>
          <TableCell align="right">{formatNumber(unsorted.count)}</TableCell>
          <TableCell colSpan={4} />
        </TableRow>
      )}
      {projects.map((project) => (
        <TableRow key={project.id} hover>
          <RowHeader>
            <Stack direction="row" sx={{ gap: 3, alignItems: 'center' }}>
              <ProjectCover project={project} side={coverSide} />
              <div style={{ minWidth: 0 }}>
                <ProjectName project={project} />
                {project.description !== '' && (
                  <Typography variant="body2" color="textSecondary" noWrap dir="auto">
                    {project.description}
                  </Typography>
                )}
              </div>
            </Stack>
          </RowHeader>
          <TableCell align="right">{formatNumber(project.slide_count)}</TableCell>
          <TableCell>
            <Typography noWrap>
              <bdi>{project.created_by?.name ?? words.page.unknownPerson}</bdi>
            </Typography>
          </TableCell>
          <TableCell>
            <RelativeTime time={project.created_at} />
          </TableCell>
          <TableCell>
            <RelativeTime time={project.updated_at} />
          </TableCell>
          <TableCell align="right">
            <ProjectMenu project={project} actions={actions} />
          </TableCell>
        </TableRow>
      ))}
    </ListTable>
  )
}
