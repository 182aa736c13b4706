import type { Project } from '@cresyl/contract/lab/projects'
import Button from '@mui/material/Button'
import { lazy, Suspense, useMemo } from 'react'
import { usePermission } from '../../lib/session/session-context.tsx'
import { useListAddress } from '../../ui/address/use-address.ts'
import { Archive, FolderPlus, Trash2 } from '../../ui/frame/icons.ts'
import { useNarrow } from '../../ui/frame/use-narrow.ts'
import { ListFrame } from '../../ui/list/list-frame.tsx'
import { ListSkeleton } from '../../ui/list/list-skeleton.tsx'
import { PagedList } from '../../ui/list/paged-list.tsx'
import { EmptyState } from '../../ui/state/empty-state.tsx'
import { NothingFound } from '../../ui/state/nothing-found.tsx'
import { CreateProjectButton } from './create-project-button.tsx'
import { type FilterChange, type ListFilter, projectList } from './list-filter.ts'
import { ProjectCards } from './project-cards.tsx'
import { ProjectGrid, ProjectGridSkeleton } from './project-grid.tsx'
import { ProjectToolbar } from './project-toolbar.tsx'
import { type ProjectView, useProjectView } from './project-view.ts'
import { useProjects } from './queries.ts'
import { showsUnsorted, type Unsorted } from './unsorted.ts'
import { type ProjectActions, useProjectActions } from './use-project-actions.tsx'
import { words } from './words.ts'

const ProjectTable = lazy(async () => ({ default: (await import('./project-table.tsx')).ProjectTable }))

// With a description, as most have.
const rowShape = { rows: 8, wide: 55, narrow: 96, lines: 2 } as const

/** The projects of the organisation: searched, filtered, sorted, in pages. */
export function ProjectList({ unsorted }: { unsorted: Unsorted | null }) {
  const { filter, change, turnTo } = useListFilter()
  const query = useProjects(filter)
  const actions = useProjectActions()
  const narrow = useNarrow()
  const { view, choose } = useProjectView()
  const isGrid = !narrow && view !== 'table'
  const shownUnsorted = unsorted && showsUnsorted(filter, unsorted) ? unsorted : null
  const shownAs = (projects: readonly Project[], busy: boolean) => (
    <Projects
      view={narrow ? 'rows' : (view ?? 'cards')}
      projects={projects}
      busy={busy}
      actions={actions}
      filter={filter}
      unsorted={shownUnsorted}
      onChange={change}
    />
  )
  return (
    <section aria-label={words.list.label}>
      <ProjectToolbar
        filter={filter}
        onChange={change}
        withSort={narrow || isGrid}
        {...(!narrow && { view: view ?? 'cards', onView: choose })}
      />
      <PagedList
        query={view === undefined ? { ...query, data: undefined } : query}
        page={filter.page}
        turnTo={turnTo}
        words={words.list}
        shape={rowShape}
        {...(isGrid && { skeleton: <ProjectGridSkeleton /> })}
        frame="none"
        empty={
          <>
            {shownUnsorted && shownAs([], false)}
            <ProjectListEmpty filter={filter} onChange={change} />
          </>
        }
      >
        {shownAs}
      </PagedList>
      {actions.dialogs}
    </section>
  )
}

interface ProjectsProps {
  /** Rows are for narrow screens. */
  view: ProjectView | 'rows'
  projects: readonly Project[]
  /** Null where nothing is to be said of them. */
  unsorted: Unsorted | null
  actions: ProjectActions
  busy: boolean
  filter: ListFilter
  onChange: (change: FilterChange) => void
}

function Projects({ view, filter, onChange, ...shown }: ProjectsProps) {
  switch (view) {
    case 'cards':
      return <ProjectGrid {...shown} />
    case 'rows':
      return (
        <ListFrame>
          <ProjectCards {...shown} />
        </ListFrame>
      )
    case 'table':
      return (
        <Suspense fallback={<ListSkeleton label={words.list.loading} shape={rowShape} />}>
          <ListFrame>
            <ProjectTable
              {...shown}
              ordering={filter.ordering}
              onOrder={(ordering) => onChange({ ordering })}
            />
          </ListFrame>
        </Suspense>
      )
  }
}

/** The filter of the list as the address has it, and how to change it. */
function useListFilter() {
  const { filter: said, ...others } = useListAddress(projectList)
  const mayDelete = usePermission('delete:projects')
  const filter = useMemo(
    (): ListFilter => (said.state === 'deleted' && !mayDelete ? { ...said, state: 'active' } : said),
    [said, mayDelete],
  )
  return { filter, ...others }
}

interface ProjectListEmptyProps {
  filter: ListFilter
  onChange: (change: FilterChange) => void
}

function ProjectListEmpty({ filter, onChange }: ProjectListEmptyProps) {
  const mayCreate = usePermission('create:projects')
  const { active, nothingFound } = words.empty
  if (filter.search !== '') {
    return <NothingFound onClear={() => onChange({ search: '' })}>{nothingFound(filter.search)}</NothingFound>
  }
  if (filter.state === 'active') {
    return (
      <EmptyState icon={FolderPlus} title={active.title} action={<CreateProjectButton />}>
        {mayCreate ? active.text : active.guestText}
      </EmptyState>
    )
  }
  const { title, text } = words.empty[filter.state]
  return (
    <EmptyState
      icon={filter.state === 'archived' ? Archive : Trash2}
      title={title}
      action={
        <Button variant="outlined" onClick={() => onChange({ state: 'active' })}>
          {words.empty.showActive}
        </Button>
      }
    >
      {text}
    </EmptyState>
  )
}
