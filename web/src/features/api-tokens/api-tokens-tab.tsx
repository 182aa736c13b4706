import type { ApiToken } from '@cresyl/contract/people/api-tokens'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { usePermission } from '../../lib/session/session-context.tsx'
import { searchedList, useListAddress } from '../../ui/address/use-address.ts'
import { ConfirmDialog } from '../../ui/form/confirm-dialog.tsx'
import { KeyRound, Plus } from '../../ui/frame/icons.ts'
import { ListToolbar } from '../../ui/list/list-toolbar.tsx'
import { PagedList } from '../../ui/list/paged-list.tsx'
import { EmptyState } from '../../ui/state/empty-state.tsx'
import { NoAccess } from '../../ui/state/no-access.tsx'
import { showToast } from '../../ui/toast/toast-store.ts'
import { CreateTokenDialog } from './create-token-dialog.tsx'
import { useApiTokens, useRevokeApiToken } from './queries.ts'
import { TokenList } from './token-list.tsx'
import { words } from './words.ts'

const permission = 'update:organization_settings'

/** With which programs use Cresyl. */
export function ApiTokensTab() {
  const mayRead = usePermission(permission)
  if (mayRead) return <Tokens />
  return <NoAccess {...words.noAccess} permission={permission} deed={words.deeds.read} />
}

function Tokens() {
  const used = useListAddress(searchedList)
  const query = useApiTokens(used.filter.page)
  const [creating, setCreating] = useState(false)
  const [revoked, setRevoked] = useState<ApiToken | null>(null)
  const create = (
    <Button variant="contained" startIcon={<Plus size={18} aria-hidden />} onClick={() => setCreating(true)}>
      {words.create.button}
    </Button>
  )
  return (
    <section aria-label={words.list.label}>
      {query.data?.count !== 0 && (
        <ListToolbar action={create}>
          <Typography color="textSecondary" sx={{ flex: '1 1 320px' }}>
            {words.list.context}
          </Typography>
        </ListToolbar>
      )}
      <PagedList
        query={query}
        page={used.filter.page}
        turnTo={used.turnTo}
        words={words.list}
        empty={
          <EmptyState icon={KeyRound} title={words.empty.title} action={create}>
            {words.empty.text}
          </EmptyState>
        }
      >
        {(tokens, busy) => <TokenList tokens={tokens} busy={busy} onRevoke={setRevoked} />}
      </PagedList>
      {creating && <CreateTokenDialog onClose={() => setCreating(false)} />}
      {revoked && <RevokeDialog token={revoked} onClose={() => setRevoked(null)} />}
    </section>
  )
}

function RevokeDialog({ token, onClose }: { token: ApiToken; onClose: () => void }) {
  const revoke = useRevokeApiToken()
  return (
    <ConfirmDialog
      title={words.revoke.title}
      confirmLabel={words.revoke.confirm}
      busy={revoke.isPending}
      onClose={onClose}
      onConfirm={() =>
        revoke.mutate(token.id, {
          onSuccess: () => {
            showToast(words.revoke.done(token.name))
            onClose()
          },
        })
      }
    >
      <strong>
        <bdi>{token.name}</bdi>
      </strong>{' '}
      {words.revoke.text}
    </ConfirmDialog>
  )
}
