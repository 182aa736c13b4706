import type { ApiToken } from '@cresyl/contract/people/api-tokens'
import { type ItemColumn, ItemList, NameCell } from '../../ui/list/item-list.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { TokenMenu, TokenName, TokenPermissions, TokenStateChip } from './token-parts.tsx'
import { words } from './words.ts'

const { label, columns: heads, never, unknown } = words.list

const columns: readonly ItemColumn<ApiToken>[] = [
  { label: heads.name, card: 'title', cell: (token) => <TokenName token={token} /> },
  {
    label: heads.permissions,
    width: 150,
    card: 'chip',
    cell: ({ permissions }) => <TokenPermissions permissions={permissions} />,
  },
  {
    label: heads.createdBy,
    width: 180,
    card: 'fact',
    cell: ({ created_by }) => <NameCell name={created_by?.name} otherwise={unknown} />,
    inCard: ({ created_by }) => <bdi>{created_by?.name ?? unknown}</bdi>,
  },
  {
    label: heads.expires,
    width: 130,
    card: 'fact',
    cell: ({ expires_at }) => <RelativeTime time={expires_at} />,
    inCard: ({ expires_at }) => (
      <>
        {heads.expires} <RelativeTime time={expires_at} />
      </>
    ),
  },
  {
    label: heads.lastUsed,
    width: 130,
    card: 'fact',
    cell: ({ last_used_at }) => (last_used_at ? <RelativeTime time={last_used_at} /> : never),
    inCard: ({ last_used_at }) => (
      <>
        {heads.lastUsed.toLowerCase()}:{' '}
        {last_used_at ? <RelativeTime time={last_used_at} /> : never.toLowerCase()}
      </>
    ),
  },
  { label: heads.state, width: 120, card: 'chip', cell: (token) => <TokenStateChip token={token} /> },
]

interface TokenListProps {
  tokens: readonly ApiToken[]
  busy: boolean
  onRevoke: (token: ApiToken) => void
}

export function TokenList({ tokens, busy, onRevoke }: TokenListProps) {
  return (
    <ItemList
      label={label}
      items={tokens}
      keyOf={({ id }) => id}
      columns={columns}
      busy={busy}
      menu={(token) => <TokenMenu token={token} onRevoke={onRevoke} />}
    />
  )
}
