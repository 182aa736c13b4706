import { projectStates } from '@cresyl/contract/lab/projects'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { usePermission } from '../../lib/session/session-context.tsx'
import { LayoutGrid, Rows3 } from '../../ui/frame/icons.ts'
import { ListToolbar } from '../../ui/list/list-toolbar.tsx'
import { SearchField } from '../../ui/list/search-field.tsx'
import { SortMenu } from '../../ui/list/sort-menu.tsx'
import type { FilterChange, ListFilter, Ordering, ProjectState } from './list-filter.ts'
import { type ProjectView, projectViews } from './project-view.ts'
import { words } from './words.ts'

interface ProjectToolbarProps {
  filter: ListFilter
  onChange: (change: FilterChange) => void
  /** The table sorts by its headers; cards have none. */
  withSort: boolean
  /** Where there is room for either. */
  view?: ProjectView
  onView?: (view: ProjectView) => void
}

const viewIcons = { cards: LayoutGrid, table: Rows3 }

export function ProjectToolbar({ filter, onChange, withSort, view, onView }: ProjectToolbarProps) {
  const mayDelete = usePermission('delete:projects')
  const states = projectStates.filter((state) => state !== 'deleted' || mayDelete)
  return (
    <ListToolbar>
      <SearchField
        label={words.list.search}
        search={filter.search}
        onSearch={(search) => onChange({ search })}
      />
      <ToggleButtonGroup
        exclusive
        size="small"
        value={filter.state}
        onChange={(_, state: ProjectState | null) => state && onChange({ state })}
        aria-label={words.list.state}
      >
        {states.map((state) => (
          <ToggleButton key={state} value={state}>
            {words.list.states[state]}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      {withSort && (
        <SortMenu
          label={words.list.sort}
          orderings={words.list.sorts}
          ordering={filter.ordering}
          onOrder={(ordering: Ordering) => onChange({ ordering })}
        />
      )}
      {view && onView && (
        <ToggleButtonGroup
          exclusive
          size="small"
          value={view}
          onChange={(_, next: ProjectView | null) => next && onView(next)}
          aria-label={words.list.view}
          sx={{ ml: 'auto' }}
        >
          {projectViews.map((each) => {
            const Icon = viewIcons[each]
            return (
              <ToggleButton key={each} value={each} aria-label={words.list.views[each]}>
                <Icon size={18} aria-hidden />
              </ToggleButton>
            )
          })}
        </ToggleButtonGroup>
      )}
    </ListToolbar>
  )
}
