import type { ReactNode } from 'react'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Users } from '../../ui/icons.ts'
import { NothingFound } from '../../ui/nothing-found.tsx'
import { type MemberFilter, memberList } from './member-filter.ts'
import { words } from './words.ts'

interface NoMembersProps {
  filter: MemberFilter
  invite: ReactNode
  onShowAll: () => void
}

/** Nobody matches, or the organisation was only just made and a superadmin looks after it. */
export function NoMembers({ filter, invite, onShowAll }: NoMembersProps) {
  if (!memberList.isFiltered(filter)) {
    return (
      <EmptyState icon={Users} title={words.empty.title} action={invite}>
        {words.empty.text}
      </EmptyState>
    )
  }
  const { title, action, ...texts } = words.nothingFound
  return (
    <NothingFound title={title} action={action} onClear={onShowAll}>
      {filter.search === '' ? texts.filter : texts.search(filter.search)}
    </NothingFound>
  )
}
