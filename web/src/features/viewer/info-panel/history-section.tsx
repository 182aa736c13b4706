import type { Slide } from '@cresyl/contract/slides/slides'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import { usePermission } from '../../../lib/session/session-context.tsx'
import { permissionReason } from '../../../ui/text/permission-reason.ts'
import { RelativeTime } from '../../../ui/text/relative-time.tsx'
import { sentenceOf } from './history-sentences.ts'
import { Facts, InfoSection, Note } from './info-section.tsx'
import { useHistory } from './queries.ts'
import { Moment } from './slide-section.tsx'
import { words } from './words.ts'

const own = words.history

/** Who did what with the slide, and when: from the audit log for those who may read it. */
export function HistorySection({ slide }: { slide: Slide }) {
  const mayRead = usePermission('read:audits')
  return (
    <InfoSection title={own.title}>
      {mayRead ? <Entries slideId={slide.id} /> : <Known slide={slide} />}
    </InfoSection>
  )
}

function Known({ slide }: { slide: Slide }) {
  return (
    <Stack sx={{ gap: 2 }}>
      <Facts
        rows={[
          [own.created, <Moment key="created" time={slide.created_at} />],
          [own.changed, <Moment key="changed" time={slide.updated_at} />],
        ]}
      />
      <Note>
        {own.known} {permissionReason('read:audits', own.deed)}
      </Note>
    </Stack>
  )
}

function Entries({ slideId }: { slideId: string }) {
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage, refetch } = useHistory(slideId)
  if (data === undefined && error) {
    return (
      <Stack role="alert" sx={{ gap: 2, alignItems: 'flex-start' }}>
        <Note>
          {own.failed} {error.message}
        </Note>
        <Button size="small" onClick={() => refetch()}>
          {words.retry}
        </Button>
      </Stack>
    )
  }
  if (data === undefined) {
    return (
      <Box role="status" aria-label={own.loading}>
        <Skeleton />
        <Skeleton width="70%" />
      </Box>
    )
  }
  const entries = data.pages.flatMap(({ results }) => results)
  if (entries.length === 0) return <Note>{own.empty}</Note>
  return (
    <Stack sx={{ gap: 2, alignItems: 'flex-start' }}>
      <Box
        component="ol"
        aria-label={own.list}
        sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 2 }}
      >
        {entries.map((entry) => (
          <Box component="li" key={entry.id} sx={{ typography: 'body2', overflowWrap: 'anywhere' }}>
            {sentenceOf(entry)}
            <Box sx={{ typography: 'caption', color: 'text.secondary' }}>
              <RelativeTime time={entry.occurred_at} />
            </Box>
          </Box>
        ))}
      </Box>
      {hasNextPage && (
        <Button
          size="small"
          variant="outlined"
          onClick={() => fetchNextPage()}
          aria-busy={isFetchingNextPage}
        >
          {own.more}
        </Button>
      )}
    </Stack>
  )
}
