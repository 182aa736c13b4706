import Button from '@mui/material/Button'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useCallback, useState } from 'react'
import { useSessionState } from '../../lib/session/session-context.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Lock, Plus, SearchX } from '../../ui/icons.ts'
import { ListToolbar } from '../../ui/list-toolbar.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { useListPlace } from '../../ui/use-list-place.ts'
import { CreateOrganizationDialog } from './create-organization-dialog.tsx'
import { OrganizationCards } from './organization-cards.tsx'
import { OrganizationTable } from './organization-table.tsx'
import { useAllOrganizations } from './queries.ts'
import { useOrganizationActions } from './use-organization-actions.tsx'
import { words } from './words.ts'

/** All organisations of the installation, for those who look after it. */
export function OrganizationsPanel() {
  const state = useSessionState()
  if (state.status === 'signed-in' && state.superadmin) return <Organizations />
  const { title, text } = words.notSuperadmin
  return (
    <EmptyState icon={Lock} title={title}>
      {text}
    </EmptyState>
  )
}

function Organizations() {
  const used = useListPlace()
  const { place, change } = used
  const query = useAllOrganizations(place)
  const actions = useOrganizationActions()
  const [creating, setCreating] = useState(false)
  const narrow = useMediaQuery((theme) => theme.breakpoints.down('lg'), { noSsr: true })
  const List = narrow ? OrganizationCards : OrganizationTable
  const onSearch = useCallback((search: string) => change({ search }), [change])
  return (
    <section aria-label={words.list.label}>
      <ListToolbar
        action={
          <Button
            variant="contained"
            startIcon={<Plus size={18} aria-hidden />}
            onClick={() => setCreating(true)}
          >
            {words.create.button}
          </Button>
        }
      >
        <SearchField label={words.list.search} search={place.search} onSearch={onSearch} />
      </ListToolbar>
      <PagedList
        query={query}
        used={used}
        words={words.list}
        empty={
          <EmptyState
            icon={SearchX}
            title={words.empty.title}
            action={
              <Button variant="outlined" onClick={() => change({ search: '' })}>
                {words.empty.action}
              </Button>
            }
          >
            {words.empty.text(place.search)}
          </EmptyState>
        }
      >
        {(organizations, busy) => <List organizations={organizations} actions={actions} busy={busy} />}
      </PagedList>
      {creating && <CreateOrganizationDialog onClose={() => setCreating(false)} />}
      {actions.dialogs}
    </section>
  )
}
