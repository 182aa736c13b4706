import type { Predictor } from '@cresyl/contract/predictors/predictors'
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { usePermission } from '../../lib/session/session-context.tsx'
import { Waypoints } from '../../ui/frame/icons.ts'
import { LinkButton } from '../../ui/frame/link-button.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { EmptyState } from '../../ui/state/empty-state.tsx'
import { ErrorState } from '../../ui/state/error-state.tsx'
import { NoAccess } from '../../ui/state/no-access.tsx'
import { PredictorCard } from './predictor-card.tsx'
import { PredictorDrawer } from './predictor-drawer.tsx'
import { usePredictors } from './queries.ts'
import { words } from './words.ts'

export function ModelsPage() {
  const mayRead = usePermission('read:predictors')
  return (
    <Page title={words.title} context={words.context}>
      {mayRead ? <Predictors /> : <NoAccess {...words.noAccess} permission="read:predictors" />}
    </Page>
  )
}

function Predictors() {
  const { data, error, refetch } = usePredictors()
  const opened = useOpened(data)
  // Examples are asked for one after the other, so that nothing else waits for them.
  const [settled, setSettled] = useState(0)
  if (data === undefined) {
    return error ? (
      <ErrorState title={words.failedTitle} message={error.message} onRetry={() => void refetch()} />
    ) : (
      <Loading />
    )
  }
  if (data.length === 0) return <NoPredictors />
  return (
    <>
      <Typography role="status" variant="body2" color="textSecondary" sx={{ mb: 3 }}>
        {words.counts(data.filter(({ enabled }) => enabled).length, data.length)}
      </Typography>
      <Box component="ul" aria-label={words.list} sx={grid}>
        {data.map((predictor, place) => (
          <PredictorCard
            key={predictor.id}
            predictor={predictor}
            example={{
              isAsked: place <= settled,
              onSettled: () => setSettled((before) => Math.max(before, place + 1)),
            }}
            onDetails={() => opened.set(predictor.manifest.id)}
          />
        ))}
      </Box>
      {opened.predictor && <PredictorDrawer predictor={opened.predictor} onClose={() => opened.set(null)} />}
    </>
  )
}

/** The one whose details are open, as the address has it: the way back closes them. */
function useOpened(predictors: readonly Predictor[] = []) {
  const [parameters, setParameters] = useSearchParams()
  const key = parameters.get('predictor')
  return {
    predictor: predictors.find(({ manifest }) => manifest.id === key),
    set: (next: string | null) =>
      setParameters(next === null ? {} : { predictor: next }, { preventScrollReset: true }),
  }
}

const grid = {
  m: 0,
  p: 0,
  listStyle: 'none',
  display: 'grid',
  gap: 4,
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 380px), 1fr))',
} as const

function Loading() {
  return (
    <Box role="status" aria-label={words.loading} sx={{ ...grid, mt: 8 }}>
      {[0, 1, 2, 3, 4, 5].map((place) => (
        <Skeleton key={place} variant="rounded" height={248} />
      ))}
    </Box>
  )
}

function NoPredictors() {
  return (
    <EmptyState
      icon={Waypoints}
      title={words.empty.title}
      action={
        <LinkButton to="/" variant="outlined">
          {words.empty.action}
        </LinkButton>
      }
    >
      {words.empty.text}
    </EmptyState>
  )
}
