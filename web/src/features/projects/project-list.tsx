import { PagedList } from '../../ui/paged-list.tsx'
import { useNarrow } from '../../ui/use-narrow.ts'
import { ProjectCards } from './project-cards.tsx'
import { ProjectListEmpty } from './project-list-empty.tsx'
import { ProjectTable } from './project-table.tsx'
import { ProjectToolbar } from './project-toolbar.tsx'
import { useProjects } from './queries.ts'
import { useListFilter } from './use-list-filter.ts'
import { useProjectActions } from './use-project-actions.tsx'
import { words } from './words.ts'

// With a description, as most have.
const rowShape = { rows: 8, wide: 55, narrow: 80, lines: 2 } as const

/** The projects of the organisation: searched, filtered, sorted, in pages. */
export function ProjectList() {
  const { filter, change, turnTo } = useListFilter()
  const query = useProjects(filter)
  const actions = useProjectActions()
  const narrow = useNarrow()
  return (
    <section aria-label={words.list.label}>
      <ProjectToolbar filter={filter} onChange={change} withSort={narrow} />
      <PagedList
        query={query}
        page={filter.page}
        turnTo={turnTo}
        words={words.list}
        shape={rowShape}
        empty={<ProjectListEmpty filter={filter} onChange={change} />}
      >
        {(projects, busy) =>
          narrow ? (
            <ProjectCards projects={projects} actions={actions} busy={busy} />
          ) : (
            <ProjectTable
              projects={projects}
              actions={actions}
              busy={busy}
              ordering={filter.ordering}
              onOrder={(ordering) => change({ ordering })}
            />
          )
        }
      </PagedList>
      {actions.dialogs}
    </section>
  )
}
