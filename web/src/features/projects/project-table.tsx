import type { Project } from '@cresyl/contract/projects'
import TableCell from '@mui/material/TableCell'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { ActionsHeader, ListTable, RowHeader } from '../../ui/list-table.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { SortableHeader } from '../../ui/sortable-header.tsx'
import type { Column, Ordering } from './list-filter.ts'
import { ProjectMenu } from './project-menu.tsx'
import { ProjectName } from './project-name.tsx'
import type { ProjectActions } from './use-project-actions.tsx'
import { words } from './words.ts'

interface ProjectTableProps {
  projects: readonly Project[]
  ordering: Ordering
  onOrder: (ordering: Ordering) => void
  actions: ProjectActions
  busy: boolean
}

const { columns } = words.list

export function ProjectTable({ projects, ordering, onOrder, actions, busy }: ProjectTableProps) {
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
          <TableCell width={190}>{columns.createdBy}</TableCell>
          {header('created_at', columns.created, 150)}
          {header('updated_at', columns.updated, 150)}
          <ActionsHeader />
        </>
      }
    >
      {projects.map((project) => (
        <TableRow key={project.id} hover>
          <RowHeader>
            <ProjectName project={project} />
            {project.description !== '' && (
              <Typography variant="body2" color="textSecondary" noWrap dir="auto">
                {project.description}
              </Typography>
            )}
          </RowHeader>
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
