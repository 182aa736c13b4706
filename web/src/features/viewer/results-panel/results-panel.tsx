import type { InferenceJob } from '@cresyl/contract/predictors/inference-jobs'
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { visibleRegion } from '../../../engine/viewer/visible-region.ts'
import { usePermission } from '../../../lib/session/session-context.tsx'
import { Play } from '../../../ui/frame/icons.ts'
import { GatedButton } from '../../../ui/state/gated.tsx'
import { permissionReason } from '../../../ui/text/permission-reason.ts'
import { Note } from '../info-panel/info-section.tsx'
import { PanelFailed } from '../panel/panel-failed.tsx'
import { useRunParts } from '../run-parts.ts'
import { useSeenImages } from '../stack-of.ts'
import { useActiveView } from '../viewer-context.tsx'
import { runsBefore } from './compare/compare-runs.ts'
import { useRuns } from './queries.ts'
import { RunItem } from './run-item.tsx'
import { words } from './words.ts'

const failedWords = { title: words.failedTitle, retry: words.retry }

interface ResultsPanelProps {
  slideId: string
  /** The image that is seen. */
  imageId: string
  onOpen: (imageId: string) => void
  /** In another pane, at the same place. */
  onBeside: (imageId: string) => void
  /** Leads to where it is set how two images are compared. */
  onStack: () => void
}

/** What predictors made of the slide, how far they are, and where more is asked for. */
export function ResultsPanel({ slideId, imageId, onOpen, onBeside, onStack }: ResultsPanelProps) {
  const mayRead = usePermission('read:inference_jobs')
  const mayRun = usePermission('create:inference_jobs')
  const { show, RunDialog } = useRunParts()
  const view = useActiveView()
  const [seenImageId = imageId] = useSeenImages(view)
  const runs = useRuns(slideId)
  const ask = (askedId: string, again?: InferenceJob) =>
    show((close) => (
      <RunDialog
        imageId={askedId}
        visible={view?.image.id === askedId ? visibleRegion(view) : null}
        {...(again && { again })}
        onStarted={() => void runs.refetch()}
        onClose={close}
      />
    ))
  if (!mayRead) return <Box sx={{ p: 4 }}>{permissionReason('read:inference_jobs', words.readDeed)}</Box>
  const list = runs.data?.results
  return (
    <Box sx={{ '& > * + *': { borderTop: 1, borderColor: 'divider' } }}>
      <Box sx={{ px: 4, py: 4 }}>
        {list?.length === 0 && (
          <Box sx={{ mb: 3 }}>
            <Typography variant="h2" component="h2">
              {words.empty.title}
            </Typography>
            <Typography sx={{ mt: 1 }}>{words.empty.text}</Typography>
          </Box>
        )}
        <GatedButton
          size="small"
          variant={list?.length === 0 ? 'contained' : 'outlined'}
          startIcon={<Play size={16} aria-hidden />}
          reason={mayRun ? undefined : permissionReason('create:inference_jobs', words.runDeed)}
          onClick={() => ask(imageId)}
        >
          {words.run}
        </GatedButton>
      </Box>
      {list === undefined &&
        (runs.error ? (
          <PanelFailed {...failedWords} error={runs.error} onRetry={runs.refetch} />
        ) : (
          <Loading />
        ))}
      {list && list.length > 0 && (
        <Box component="ol" aria-label={words.list} sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {list.map((run) => (
            <RunItem
              key={run.id}
              run={run}
              seenImageId={seenImageId}
              onOpen={onOpen}
              onBeside={onBeside}
              earlier={runsBefore(list, run)}
              onAsk={() => ask(run.input_image_id, run)}
              onStack={onStack}
            />
          ))}
        </Box>
      )}
      {list && runs.data && runs.data.count > list.length && (
        <Box sx={{ px: 4, py: 3 }}>
          <Note>{words.more(runs.data.count - list.length)}</Note>
        </Box>
      )}
    </Box>
  )
}

function Loading() {
  return (
    <Box role="status" aria-label={words.loading} sx={{ p: 4 }}>
      {[0, 1, 2].map((place) => (
        <Skeleton key={place} variant="rounded" height={72} sx={{ mt: place === 0 ? 0 : 3 }} />
      ))}
    </Box>
  )
}
