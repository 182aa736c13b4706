import Button from '@mui/material/Button'
import { useState } from 'react'
import { useSessionState } from '../../lib/session/session-context.tsx'
import { searchedList, useListAddress } from '../../ui/address/use-address.ts'
import { useEditForm } from '../../ui/edit-form/use-edit-form.ts'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { Lock, Plus } from '../../ui/frame/icons.ts'
import { ListToolbar } from '../../ui/list/list-toolbar.tsx'
import { PagedList } from '../../ui/list/paged-list.tsx'
import { SearchField } from '../../ui/list/search-field.tsx'
import { EmptyState } from '../../ui/state/empty-state.tsx'
import { NothingFound } from '../../ui/state/nothing-found.tsx'
import { showToast } from '../../ui/toast/toast-store.ts'
import { blankOrganization, checkOrganization, writeOrganization } from './organization-draft.ts'
import { OrganizationFields } from './organization-fields.tsx'
import { OrganizationList } from './organization-list.tsx'
import { useAllOrganizations, useOrganizationCreation } from './queries.ts'
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
  const used = useListAddress(searchedList)
  const { search } = used.filter
  const query = useAllOrganizations(used.filter)
  const actions = useOrganizationActions()
  const [creating, setCreating] = useState(false)
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
        <SearchField
          label={words.list.search}
          search={search}
          onSearch={(text) => used.change({ search: text })}
        />
      </ListToolbar>
      <PagedList
        query={query}
        page={used.filter.page}
        turnTo={used.turnTo}
        words={words.list}
        empty={
          <NothingFound onClear={() => used.change({ search: '' })}>
            {words.nothingFound(search)}
          </NothingFound>
        }
      >
        {(organizations, busy) => (
          <OrganizationList organizations={organizations} actions={actions} busy={busy} />
        )}
      </PagedList>
      {creating && <CreateOrganizationDialog onClose={() => setCreating(false)} />}
      {actions.dialogs}
    </section>
  )
}

function CreateOrganizationDialog({ onClose }: { onClose: () => void }) {
  const form = useEditForm({
    stored: null,
    read: () => blankOrganization,
    write: writeOrganization,
    check: checkOrganization,
    saving: useOrganizationCreation(),
    onSaved: ({ display_name }) => {
      showToast(words.done.created(display_name))
      onClose()
    },
  })
  return (
    <FormDialog title={words.create.title} submitLabel={words.create.submit} form={form} onClose={onClose}>
      <OrganizationFields form={form} nameFixed={false} />
    </FormDialog>
  )
}
