import type { Page } from '@cresyl/contract/list'
import type { Project } from '@cresyl/contract/projects'
import Box from '@mui/material/Box'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useEffect } from 'react'
import { ErrorState } from '../../ui/error-state.tsx'
import { type ListFilter, pageCount } from './list-filter.ts'
import { ProjectCards } from './project-cards.tsx'
import { ProjectListEmpty } from './project-list-empty.tsx'
import { ProjectListSkeleton } from './project-list-skeleton.tsx'
import { ProjectPaging } from './project-paging.tsx'
import { ProjectTable } from './project-table.tsx'
import { ProjectToolbar } from './project-toolbar.tsx'
import { useProjects } from './queries.ts'
import { useListFilter } from './use-list-filter.ts'
import { useProjectActions } from './use-project-actions.tsx'
import { words } from './words.ts'

/** The projects of the organisation: searched, filtered, sorted, in pages. */
export function ProjectList() {
  const { filter, change } = useListFilter()
  const narrow = useMediaQuery((theme) => theme.breakpoints.down('md'), { noSsr: true })
  const { data, error, isPlaceholderData, refetch } = useProjects(filter)
  useExistingPage(data && !isPlaceholderData ? data.count : undefined, filter.page, change)
  return (
    <section aria-label={words.list.label}>
      <ProjectToolbar filter={filter} onChange={change} withSort={narrow} />
      {data ? (
        <Results data={data} filter={filter} change={change} narrow={narrow} busy={isPlaceholderData} />
      ) : error ? (
        <ErrorState title={words.list.failedTitle} message={error.message} onRetry={refetch} />
      ) : (
        <ProjectListSkeleton narrow={narrow} />
      )}
    </section>
  )
}

interface ResultsProps {
  data: Page<Project>
  filter: ListFilter
  change: (change: Partial<ListFilter>) => void
  narrow: boolean
  busy: boolean
}

function Results({ data: { results, count }, filter, change, narrow, busy }: ResultsProps) {
  const actions = useProjectActions()
  return (
    <>
      {results.length === 0 ? (
        <ProjectListEmpty filter={filter} onChange={change} />
      ) : (
        // Clipped, not scrolled: a scrolling box would take the sticky header along.
        <Box
          sx={{
            border: 1,
            borderColor: 'divider',
            borderRadius: 1,
            overflow: 'clip',
            bgcolor: 'background.paper',
          }}
        >
          {narrow ? (
            <ProjectCards projects={results} actions={actions} busy={busy} />
          ) : (
            <ProjectTable
              projects={results}
              actions={actions}
              busy={busy}
              ordering={filter.ordering}
              onOrder={(ordering) => change({ ordering })}
            />
          )}
        </Box>
      )}
      <ProjectPaging
        count={count}
        shown={results.length}
        page={filter.page}
        onPage={(page) => change({ page })}
      />
      {actions.dialogs}
    </>
  )
}

/** Rows may have gone since the address was written: the last page there is stands in for one beyond it. */
function useExistingPage(
  count: number | undefined,
  page: number,
  change: (change: Partial<ListFilter>) => void,
) {
  useEffect(() => {
    if (count === undefined) return
    const last = pageCount(count) - 1
    if (page > last) change({ page: last })
  }, [count, page, change])
}
