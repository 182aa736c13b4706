import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { CardList } from '../../ui/list-frame.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
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
  return (
    <CardList label={words.list.label} busy={busy}>
      {tokens.map((token) => (
        <Stack component="li" direction="row" key={token.id} sx={{ gap: 2 }}>
          <Box sx={{ flex: 1, minWidth: 0 }}>
            <TokenName token={token} />
            <Stack direction="row" sx={{ my: 1.5, gap: 3, alignItems: 'center', flexWrap: 'wrap' }}>
              <TokenStateChip token={token} />
              <TokenPermissions permissions={token.permissions} />
            </Stack>
            <Typography variant="body2" color="textSecondary">
              {columns.expires} <RelativeTime time={token.expires_at} /> · {columns.lastUsed.toLowerCase()}:{' '}
              {token.last_used_at ? (
                <RelativeTime time={token.last_used_at} />
              ) : (
                words.list.never.toLowerCase()
              )}
            </Typography>
          </Box>
          <Box>
            <TokenMenu token={token} onRevoke={onRevoke} />
          </Box>
        </Stack>
      ))}
    </CardList>
  )
}
