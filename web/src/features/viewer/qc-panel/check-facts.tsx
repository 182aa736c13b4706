import { jobHash } from '@cresyl/contract/jobs'
import type { QcJobWithMeasures } from '@cresyl/contract/qc-jobs'
import { formatResult } from '@cresyl/contract/result-figures'
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { Link as RouterLink, useLocation } from 'react-router'
import { currentLocale } from '../../../ui/locale.ts'
import { type Fact, Facts, InfoSection, Note } from '../info-panel/info-section.tsx'
import { Moment } from '../info-panel/slide-section.tsx'
import { words } from './words.ts'

const own = words.facts

/** As predictors tell how much tissue there is. */
const inMillimetres = { digits: 2, unit: 'mm²' }

/** When and how it was measured, and what had to be assumed. */
export function CheckFacts({ check }: { check: QcJobWithMeasures }) {
  const { search } = useLocation()
  const { assumptions, finished_at: at, created_by: by, algorithm_version: edition, job_id: jobId } = check
  const rows: Fact[] = [
    ...(at ? [[own.measured, <Moment key="at" time={at} />] as const] : []),
    [own.by, by ? <bdi key="by">{by.name}</bdi> : own.byPlatform],
    ...(check.modality ? [[own.modality, own.modalities[check.modality]] as const] : []),
    ...(check.tissue_area === null
      ? []
      : [[own.tissue, formatResult(check.tissue_area / 1e6, inMillimetres, currentLocale())] as const]),
    ...(edition === null ? [] : [[own.edition, own.editionOf(edition)] as const]),
  ]
  return (
    <InfoSection title={own.title}>
      <Facts rows={rows} />
      <Typography variant="body2" sx={{ mt: 3, fontWeight: 600 }}>
        {own.assumed}
      </Typography>
      {assumptions.length === 0 ? (
        <Note>{own.nothingAssumed}</Note>
      ) : (
        <Box component="ul" sx={{ m: 0, pl: 5, typography: 'body2', color: 'text.secondary' }}>
          {assumptions.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </Box>
      )}
      {jobId !== null && (
        <Link
          component={RouterLink}
          to={{ search, hash: jobHash(jobId) }}
          preventScrollReset
          sx={{ display: 'inline-block', mt: 2, typography: 'body2' }}
        >
          {own.log}
        </Link>
      )}
    </InfoSection>
  )
}
