import { jobHash } from '@cresyl/contract/operations/jobs'
import { formatResult } from '@cresyl/contract/predictors/result-figures'
import type { QcJobWithMeasures } from '@cresyl/contract/qc/qc-jobs'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useEffect } from 'react'
import { Link as RouterLink, useLocation } from 'react-router'
import { usePermission } from '../../../lib/session/session-context.tsx'
import { currentLocale } from '../../../ui/text/locale.ts'
import { permissionReason } from '../../../ui/text/permission-reason.ts'
import { type Fact, Facts, InfoSection, Note } from '../info-panel/info-section.tsx'
import { Moment } from '../info-panel/slide-section.tsx'
import { PanelFailed } from '../panel/panel-failed.tsx'
import { ScaleNote } from '../panel/scale-note.tsx'
import { useViewedImage } from '../slide/queries.ts'
import { CheckState } from './check-state.tsx'
import { isUnderWay, standingOf } from './checks.ts'
import { EarlierChecks } from './earlier-checks.tsx'
import { MeasureItem } from './measure-item.tsx'
import { measureRows } from './measure-rows.ts'
import { PlaceList } from './place-list.tsx'
import { useQcDesk } from './qc-desk.tsx'
import { useCheck, useChecks } from './queries.ts'
import { words } from './words.ts'

const failedWords = { title: words.failedTitle, retry: words.retry }

/** What quality control says of the image that is seen: the verdict in a line, then what it comes from. */
export function QcPanel({ imageId }: { imageId: string }) {
  const mayRead = usePermission('read:qc_jobs')
  const desk = useQcDesk()
  const checks = useChecks(imageId)
  const list = checks.data?.results
  const { newest, shown, isEarlier } = standingOf(list ?? [], desk.chosenCheck(imageId))
  const check = useCheck(shown?.id)
  const { image } = useViewedImage(imageId)
  if (!mayRead) return <Box sx={{ p: 4 }}>{permissionReason('read:qc_jobs', words.readDeed)}</Box>
  if (list === undefined) {
    return checks.error ? (
      <PanelFailed {...failedWords} error={checks.error} onRetry={checks.refetch} />
    ) : (
      <Loading />
    )
  }
  return (
    <Box sx={{ '& > * + *': { borderTop: 1, borderColor: 'divider' } }}>
      {isEarlier ? (
        <Alert
          severity="info"
          variant="outlined"
          sx={{ m: 4, border: 1 }}
          action={
            <Button size="small" onClick={() => desk.choose(imageId, null)}>
              {words.earlier.back}
            </Button>
          }
        >
          {words.earlier.looking}
        </Alert>
      ) : (
        <CheckState imageId={imageId} newest={newest} />
      )}
      {newest && shown && isUnderWay(newest) && (
        <Box sx={{ px: 4, py: 2 }}>
          <Note>{words.run.meanwhile}</Note>
        </Box>
      )}
      {shown &&
        !check.data &&
        (check.error ? (
          <PanelFailed {...failedWords} error={check.error} onRetry={check.refetch} />
        ) : (
          <Loading />
        ))}
      {shown && check.data && (
        <>
          {check.data.made_scale && (
            <Box sx={{ px: 4, pb: 3 }}>
              <ScaleNote made={check.data.made_scale} remedy={words.run.scaleRemedy} />
            </Box>
          )}
          <MeasureList imageId={imageId} check={check.data} />
          {image && <PlaceList image={image} check={check.data} />}
          <CheckFacts check={check.data} />
        </>
      )}
      <EarlierChecks imageId={imageId} checks={list} count={checks.data?.count ?? 0} shownId={shown?.id} />
    </Box>
  )
}

function Loading() {
  return (
    <Box role="status" aria-label={words.loading} sx={{ p: 4 }}>
      <Skeleton width={120} height={28} />
      <Skeleton width="90%" />
      {['focus', 'pen', 'folds', 'colour'].map((key) => (
        <Skeleton key={key} variant="rounded" height={56} sx={{ mt: 3 }} />
      ))}
    </Box>
  )
}

/** What was measured, the worst first. */
function MeasureList({ imageId, check }: { imageId: string; check: QcJobWithMeasures }) {
  const { point } = useQcDesk()
  const rows = measureRows(check)
  // What is pointed at goes with the list.
  useEffect(() => () => point(null), [point])
  return (
    <InfoSection title={words.measures.title}>
      {rows.some(({ overlay }) => overlay !== null) && <Note>{words.measures.hint}</Note>}
      <Box
        component="ul"
        aria-label={words.measures.title}
        sx={{ listStyle: 'none', m: 0, mx: -4, mt: 2, p: 0 }}
      >
        {rows.map((row) => (
          <MeasureItem key={row.id} row={row} imageId={imageId} checkId={check.id} />
        ))}
      </Box>
    </InfoSection>
  )
}

const own = words.facts

/** As predictors tell how much tissue there is. */
const inMillimetres = { digits: 2, unit: 'mm²' }

/** When and how it was measured, and what had to be assumed. */
function CheckFacts({ check }: { check: QcJobWithMeasures }) {
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
