import { useState } from 'react'
import { usePermission } from '../../lib/session/session-context.tsx'
import { searchedList, useListAddress } from '../../ui/address/use-address.ts'
import { Droplets, Plus } from '../../ui/frame/icons.ts'
import { ListToolbar } from '../../ui/list/list-toolbar.tsx'
import { PagedList } from '../../ui/list/paged-list.tsx'
import { SearchField } from '../../ui/list/search-field.tsx'
import { EmptyState } from '../../ui/state/empty-state.tsx'
import { GatedButton } from '../../ui/state/gated.tsx'
import { NoAccess } from '../../ui/state/no-access.tsx'
import { NothingFound } from '../../ui/state/nothing-found.tsx'
import { permissionReason } from '../../ui/text/permission-reason.ts'
import { useTerms } from './queries.ts'
import { TermDialog } from './term-dialog.tsx'
import { TermList } from './term-list.tsx'
import { useTermActions } from './use-term-actions.tsx'
import type { Vocabulary } from './vocabulary.ts'

/** The tissues or the stains of the organisation. */
export function VocabularyTab({ vocabulary }: { vocabulary: Vocabulary }) {
  const { permissions, words } = vocabulary
  const mayRead = usePermission(permissions.read)
  if (mayRead) return <Terms key={vocabulary.key} vocabulary={vocabulary} />
  return <NoAccess {...words.noAccess} permission={permissions.read} deed={words.deeds.read} />
}

function Terms({ vocabulary }: { vocabulary: Vocabulary }) {
  const { words } = vocabulary
  const used = useListAddress(searchedList)
  const query = useTerms(vocabulary, used.filter)
  const actions = useTermActions(vocabulary)
  const { search } = used.filter
  return (
    <section aria-label={words.label}>
      <ListToolbar action={<AddButton vocabulary={vocabulary} />}>
        <SearchField
          label={words.search}
          search={search}
          onSearch={(text) => used.change({ search: text })}
        />
      </ListToolbar>
      <PagedList
        query={query}
        page={used.filter.page}
        turnTo={used.turnTo}
        words={words}
        empty={<Empty vocabulary={vocabulary} search={search} onClear={() => used.change({ search: '' })} />}
      >
        {(terms, busy) => <TermList vocabulary={vocabulary} terms={terms} actions={actions} busy={busy} />}
      </PagedList>
      {actions.dialogs}
    </section>
  )
}

function AddButton({ vocabulary }: { vocabulary: Vocabulary }) {
  const { permissions, words } = vocabulary
  const [open, setOpen] = useState(false)
  const mayCreate = usePermission(permissions.create)
  return (
    <>
      <GatedButton
        variant="contained"
        startIcon={<Plus size={18} aria-hidden />}
        reason={mayCreate ? undefined : permissionReason(permissions.create, words.deeds.create)}
        onClick={() => setOpen(true)}
      >
        {words.add}
      </GatedButton>
      {open && <TermDialog vocabulary={vocabulary} term={null} onClose={() => setOpen(false)} />}
    </>
  )
}

interface EmptyProps {
  vocabulary: Vocabulary
  search: string
  onClear: () => void
}

function Empty({ vocabulary, search, onClear }: EmptyProps) {
  const { permissions, words } = vocabulary
  const mayCreate = usePermission(permissions.create)
  if (search === '') {
    return (
      <EmptyState icon={Droplets} title={words.empty.title} action={<AddButton vocabulary={vocabulary} />}>
        {mayCreate ? words.empty.text : words.empty.readerText}
      </EmptyState>
    )
  }
  return <NothingFound onClear={onClear}>{words.nothingFound(search)}</NothingFound>
}
