import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import { usePermission } from '../../../lib/session/session-context.tsx'
import { permissionReason } from '../../../ui/permission-reason.ts'
import { Note } from '../info-panel/info-section.tsx'
import { PanelFailed } from '../panel/panel-failed.tsx'
import { ScaleNote } from '../panel/scale-note.tsx'
import { useViewedImage } from '../slide/queries.ts'
import { CheckFacts } from './check-facts.tsx'
import { CheckState } from './check-state.tsx'
import { isUnderWay, standingOf } from './checks.ts'
import { EarlierChecks } from './earlier-checks.tsx'
import { MeasureList } from './measure-list.tsx'
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
