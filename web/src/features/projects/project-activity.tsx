import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { usePermission } from '../../lib/session/session-context.tsx'
import { ListFrame } from '../../ui/list/list-frame.tsx'
import { ListSkeleton } from '../../ui/list/list-skeleton.tsx'
import { PersonAvatar } from '../../ui/person-avatar.tsx'
import { ErrorState } from '../../ui/state/error-state.tsx'
import { NoAccess } from '../../ui/state/no-access.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { sentenceOf } from './activity-sentences.ts'
import { useProjectHistory } from './queries.ts'
import { words } from './words.ts'

const own = words.activity

/** Who did what in a project, and when: from the audit log for those who may read it. */
export function ProjectActivity({ id }: { id: string }) {
  if (usePermission('read:audits')) return <Entries id={id} />
  return <NoAccess title={own.noAccessTitle} text={own.noAccess} permission="read:audits" deed={own.deed} />
}

function Entries({ id }: { id: string }) {
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage, refetch } = useProjectHistory(id)
  if (!data) {
    if (!error) return <ListSkeleton label={own.loading} />
    return <ErrorState title={own.failedTitle} message={error.message} onRetry={refetch} />
  }
  const entries = data.pages.flatMap(({ results }) => results)
  if (entries.length === 0) return <Typography color="textSecondary">{own.empty}</Typography>
  return (
    <Stack sx={{ gap: 4, alignItems: 'flex-start', maxWidth: 960 }}>
      <Box sx={{ width: '100%' }}>
        <ListFrame>
          <Box component="ol" aria-label={own.list} sx={{ m: 0, p: 0, listStyle: 'none' }}>
            {entries.map((entry) => (
              <Stack
                component="li"
                key={entry.id}
                direction="row"
                sx={{
                  gap: 3,
                  px: 4,
                  py: 2,
                  minHeight: 44,
                  alignItems: 'center',
                  '&:not(:last-child)': { borderBottom: 1, borderColor: 'divider' },
                }}
              >
                <PersonAvatar
                  name={entry.person?.name ?? own.platform}
                  picture={entry.person?.picture ?? null}
                  size={28}
                />
                <Typography sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
                  {sentenceOf(entry)}
                </Typography>
                <Typography variant="body2" color="textSecondary" sx={{ flexShrink: 0 }}>
                  <RelativeTime time={entry.occurred_at} />
                </Typography>
              </Stack>
            ))}
          </Box>
        </ListFrame>
      </Box>
      {hasNextPage && (
        <Button variant="outlined" onClick={() => fetchNextPage()} aria-busy={isFetchingNextPage}>
          {own.more}
        </Button>
      )}
    </Stack>
  )
}
