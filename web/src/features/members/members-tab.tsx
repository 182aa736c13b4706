import { roleKeys, roles } from '@cresyl/contract/api/permissions'
import { memberStates } from '@cresyl/contract/people/users'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { type ReactNode, useState } from 'react'
import { usePermission, useSessionState } from '../../lib/session/session-context.tsx'
import { useListAddress } from '../../ui/address/use-address.ts'
import { Lock, UserPlus, Users } from '../../ui/frame/icons.ts'
import { Panel } from '../../ui/frame/panel.tsx'
import { FilterSelect } from '../../ui/list/filter-select.tsx'
import { ListToolbar } from '../../ui/list/list-toolbar.tsx'
import { PagedList } from '../../ui/list/paged-list.tsx'
import { SearchField } from '../../ui/list/search-field.tsx'
import { EmptyState } from '../../ui/state/empty-state.tsx'
import { GatedButton } from '../../ui/state/gated.tsx'
import { NothingFound } from '../../ui/state/nothing-found.tsx'
import { permissionReason } from '../../ui/text/permission-reason.ts'
import { roleOf, roleSummaries } from '../../ui/text/role-words.ts'
import { InvitationList } from './invitation-list.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { type MemberFilter, memberList } from './member-filter.ts'
import { MemberList } from './member-list.tsx'
import { useMembers } from './queries.ts'
import { useMemberActions } from './use-member-actions.tsx'
import { words } from './words.ts'

interface MembersTabProps {
  /** Who is looking; undefined while it isn't known. */
  ownId: string | undefined
  /** Whether this installation sends e-mail. */
  mail: boolean
}

/** Members of the organisation, those who are invited, and what each role may do. */
export function MembersTab({ ownId, mail }: MembersTabProps) {
  const mayManage = usePermission('update:organization_settings')
  return (
    <Stack sx={{ gap: 8 }}>
      <Members ownId={ownId} mail={mail} mayManage={mayManage} />
      {mayManage && <InvitationList />}
      <RoleList />
    </Stack>
  )
}

function Members({ ownId, mail, mayManage }: MembersTabProps & { mayManage: boolean }) {
  const { filter: said, change, turnTo } = useListAddress(memberList)
  // What only administrators see of others, only they can filter by.
  const filter = mayManage ? said : { ...said, role: '' as const, state: '' as const }
  const query = useMembers(filter)
  const actions = useMemberActions(ownId, mayManage)
  return (
    <section aria-label={words.list.label}>
      <Toolbar change={change} filter={filter} mail={mail} mayManage={mayManage} />
      {!mayManage && (
        <Alert
          severity="info"
          variant="outlined"
          role="note"
          icon={<Lock size={20} aria-hidden />}
          sx={{ mb: 4 }}
        >
          {permissionReason('update:organization_settings', words.limited)}
        </Alert>
      )}
      <PagedList
        query={query}
        page={filter.page}
        turnTo={turnTo}
        words={words.list}
        empty={
          <NoMembers
            filter={filter}
            invite={<InviteButton mail={mail} />}
            onShowAll={() => change(memberList.unfiltered)}
          />
        }
      >
        {(members, busy) => (
          <MemberList members={members} actions={actions} busy={busy} mayManage={mayManage} />
        )}
      </PagedList>
      {actions.dialogs}
    </section>
  )
}

interface ToolbarProps {
  change: (changes: Partial<MemberFilter>) => void
  filter: MemberFilter
  mail: boolean
  mayManage: boolean
}

function Toolbar({ change, filter, mail, mayManage }: ToolbarProps) {
  return (
    <ListToolbar action={<InviteButton mail={mail} />}>
      <SearchField
        label={mayManage ? words.list.searchAll : words.list.search}
        search={filter.search}
        onSearch={(search) => change({ search })}
      />
      {mayManage && (
        <>
          <FilterSelect
            label={words.list.role}
            value={filter.role}
            options={roleKeys.map((role) => ({ value: role, label: roles[role].label }))}
            onChange={(role) => change({ role })}
          />
          <FilterSelect
            label={words.list.state}
            value={filter.state}
            options={memberStates.map((state) => ({ value: state, label: words.list.states[state] }))}
            onChange={(state) => change({ state })}
          />
        </>
      )}
    </ListToolbar>
  )
}

function InviteButton({ mail }: { mail: boolean }) {
  const [open, setOpen] = useState(false)
  const mayInvite = usePermission('update:organization_settings')
  return (
    <>
      <GatedButton
        variant="contained"
        startIcon={<UserPlus size={18} aria-hidden />}
        reason={mayInvite ? undefined : permissionReason('update:organization_settings', words.deeds.invite)}
        onClick={() => setOpen(true)}
      >
        {words.invite.button}
      </GatedButton>
      {open && <InviteDialog mail={mail} onClose={() => setOpen(false)} />}
    </>
  )
}

interface NoMembersProps {
  filter: MemberFilter
  invite: ReactNode
  onShowAll: () => void
}

/** Nobody matches, or the organisation was only just made and a superadmin looks after it. */
function NoMembers({ filter, invite, onShowAll }: NoMembersProps) {
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

/** What each role may do. */
function RoleList() {
  const state = useSessionState()
  const own = state.status === 'signed-in' ? roleOf(state.permissions) : undefined
  return (
    <Panel title={words.roles.title} context={words.roles.context}>
      <Stack component="ul" sx={{ m: 0, p: 0, gap: 3, listStyle: 'none' }}>
        {roleKeys.toReversed().map((role) => (
          <Box component="li" key={role}>
            <Stack direction="row" sx={{ gap: 2, alignItems: 'center', minHeight: 24 }}>
              <Typography sx={{ fontWeight: 600 }}>{roles[role].label}</Typography>
              {role === own && (
                <Chip size="small" label={words.roles.yours} color="primary" variant="outlined" />
              )}
            </Stack>
            <Typography color="textSecondary">{roleSummaries[role]}</Typography>
          </Box>
        ))}
      </Stack>
    </Panel>
  )
}
