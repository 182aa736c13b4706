import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { Card, CardList } from '../../ui/list-frame.tsx'
import { RelativeTime, useMinute } from '../../ui/relative-time.tsx'
import {
  type TokenListProps,
  TokenMenu,
  TokenName,
  TokenPermissions,
  TokenStateChip,
} from './token-parts.tsx'
import { words } from './words.ts'

/** The list on narrow screens. */
export function TokenCards({ tokens, busy, onRevoke }: TokenListProps) {
  const { columns } = words.list
  const now = useMinute()
  return (
    <CardList label={words.list.label} busy={busy}>
      {tokens.map((token) => (
        <Card key={token.id} menu={<TokenMenu token={token} onRevoke={onRevoke} />}>
          <TokenName token={token} />
          <Stack direction="row" sx={{ my: 1.5, gap: 3, alignItems: 'center', flexWrap: 'wrap' }}>
            <TokenStateChip token={token} />
            <TokenPermissions permissions={token.permissions} />
          </Stack>
          <Typography variant="body2" color="textSecondary">
            {new Date(token.expires_at) > now ? columns.expires : words.list.states.expired}{' '}
            <RelativeTime time={token.expires_at} /> · {columns.lastUsed.toLowerCase()}:{' '}
            {token.last_used_at ? <RelativeTime time={token.last_used_at} /> : words.list.never.toLowerCase()}
          </Typography>
        </Card>
      ))}
    </CardList>
  )
}
