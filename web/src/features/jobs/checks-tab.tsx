import { startableJobKinds } from '@cresyl/contract/operations/job-kinds'
import Typography from '@mui/material/Typography'
import { usePermission } from '../../lib/session/session-context.tsx'
import { CardList, ListFrame } from '../../ui/list/list-frame.tsx'
import { ListSkeleton } from '../../ui/list/list-skeleton.tsx'
import { ErrorState } from '../../ui/state/error-state.tsx'
import { NoAccess } from '../../ui/state/no-access.tsx'
import { CheckRow } from './check-row.tsx'
import { isUnderWay } from './checks.ts'
import { useLastRuns } from './queries.ts'
import { words } from './words.ts'

const permission = 'update:organization_settings'

/** Whether what is kept for the organisation is as it was stored. */
export function ChecksTab() {
  const mayCheck = usePermission(permission)
  if (mayCheck) return <Checks />
  return <NoAccess {...words.checks.noAccess} permission={permission} deed={words.checks.deed} />
}

function Checks() {
  const { data, error, refetch } = useLastRuns()
  return (
    <section aria-label={words.checks.label}>
      <Typography color="textSecondary" sx={{ mb: 4 }}>
        {words.checks.context}
      </Typography>
      {data && (
        <ListFrame>
          <CardList label={words.checks.label}>
            {startableJobKinds.map((kind) => (
              <CheckRow
                key={kind}
                kind={kind}
                last={data[kind]}
                reason={isUnderWay(kind, data) ? words.checks.runsNow : undefined}
              />
            ))}
          </CardList>
        </ListFrame>
      )}
      {!data && error && (
        <ErrorState title={words.checks.failedTitle} message={error.message} onRetry={refetch} />
      )}
      {!data && !error && (
        <ListSkeleton
          label={words.checks.loading}
          shape={{ rows: startableJobKinds.length, wide: 112, narrow: 160, lines: 2 }}
        />
      )}
    </section>
  )
}
