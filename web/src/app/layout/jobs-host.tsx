import Drawer from '@mui/material/Drawer'
import { lazy, Suspense } from 'react'
import { useLocation } from 'react-router'
import { type JobsPlace, jobsPlaceOf } from '../../features/jobs/job-address.ts'
import { FullScreenSpinner } from '../../ui/frame/full-screen-spinner.tsx'
import { Crash } from '../crash.tsx'
import { ErrorBoundary } from '../error-boundary.tsx'
import { words } from '../words.ts'
import { useSeenFailures } from './seen-failures.ts'
import { useOverlay } from './use-overlay.ts'

const JobsDrawer = lazy(async () => ({
  default: (await import('../../features/jobs/jobs-drawer.tsx')).JobsDrawer,
}))

/** The jobs lie over whichever page one is on, where the address says so. */
export function JobsHost() {
  const place = jobsPlaceOf(useLocation().hash)
  return place && <OpenJobs place={place} />
}

function OpenJobs({ place }: { place: JobsPlace }) {
  const { go, close } = useOverlay()
  const { see } = useSeenFailures()
  return (
    <ErrorBoundary
      fallback={(error, retry) => (
        <Drawer open anchor="right" onClose={close} slotProps={{ paper: { 'aria-label': words.jobs.label } }}>
          <Crash error={error} retry={retry} />
        </Drawer>
      )}
    >
      <Suspense fallback={<FullScreenSpinner label={words.jobs.loading} />}>
        <JobsDrawer place={place} onGo={go} onClose={close} onSeen={see} />
      </Suspense>
    </ErrorBoundary>
  )
}
