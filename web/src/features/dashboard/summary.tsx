import type { Dashboard } from '@cresyl/contract/lab/dashboard'
import Skeleton from '@mui/material/Skeleton'
import { useProjectCount } from './queries.ts'
import { words } from './words.ts'

interface SummaryProps {
  organizationName: string
  query: { data: Dashboard | null | undefined; error: Error | null }
}

/** Whose this is, and how much there is, in one line. */
export function Summary({ organizationName, query: { data, error } }: SummaryProps) {
  const projects = useProjectCount()
  const figures = [
    data && words.summary.slides(data.slide_count),
    projects !== undefined && words.summary.projects(projects),
    data?.storage && words.summary.stored(data.storage),
  ].filter((figure) => typeof figure === 'string')
  const isLoading = data === undefined && !error
  return (
    <>
      <bdi>{organizationName}</bdi>
      {!isLoading && figures.map((figure) => ` · ${figure}`).join('')}
      {isLoading && (
        <Skeleton
          component="span"
          width={200}
          sx={{ display: 'inline-block', ml: 2 }}
          role="status"
          aria-label={words.summary.loading}
        />
      )}
    </>
  )
}
