import { useLocation, useNavigate } from 'react-router'
import { jobsHash, jobsPlaceOf } from '../../features/jobs/job-address.ts'
import { JobsIndicator } from '../../features/jobs/jobs-indicator.tsx'
import { useSeenFailures } from './seen-failures.ts'

export function JobsButton() {
  const { search, hash } = useLocation()
  const navigate = useNavigate()
  const { seen } = useSeenFailures()
  return (
    <JobsIndicator
      open={jobsPlaceOf(hash) !== null}
      seen={seen}
      onOpen={() => navigate({ search, hash: jobsHash }, { preventScrollReset: true })}
    />
  )
}
