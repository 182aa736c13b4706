import type { SlideBatch } from '@cresyl/contract/slides/slide-batches'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { usePermission } from '../../../lib/session/session-context.tsx'
import { CircleCheck, Loader, TriangleAlert } from '../../../ui/frame/icons.ts'
import { GatedButton } from '../../../ui/state/gated.tsx'
import { permissionReason } from '../../../ui/text/permission-reason.ts'
import { useMinute } from '../../../ui/text/relative-time.tsx'
import { showToast } from '../../../ui/toast/toast-store.ts'
import { isMissing } from '../queries.ts'
import { words } from '../words.ts'
import { dismissBatch, followedJob, noteBatch, useBatchNews } from './batch-news.ts'
import { doneOf, headingOf, isUndoable, isWhole, outcomeOf } from './batch-sentences.ts'
import { CheckStrip } from './check-strip.tsx'
import { isOver, useBatch, useCancelBatch, useUndoBatch } from './queries.ts'
import { StripDismiss, StripFrame, StripIcon } from './strip-frame.tsx'

const own = words.batch

/** What was begun here with many slides: how far it is, what came of it, and how to take it back. */
export function BatchStrips({ place }: { place: string }) {
  const ids = useBatchNews(place)
  if (ids.length === 0) return null
  return (
    <Stack component="section" aria-label={own.list} sx={{ gap: 2, mb: 4 }}>
      {ids.map((id) => {
        const followed = followedJob(id)
        return followed === null ? (
          <BatchStrip key={id} id={id} place={place} />
        ) : (
          <CheckStrip key={id} {...followed} onDismiss={() => dismissBatch(place, id)} />
        )
      })}
    </Stack>
  )
}

function BatchStrip({ id, place }: { id: string; place: string }) {
  const { data: batch, error, refetch } = useBatch(id)
  const undo = useUndo(place)
  const dismiss = () => dismissBatch(place, id)
  const isGone = batch === undefined && isMissing(error)
  const forget = useEffectEvent(dismiss)
  useEffect(() => {
    if (isGone) forget()
  }, [isGone])
  useEndToast(batch, undo)
  if (!batch) {
    return error && !isGone ? (
      <StripFrame>
        <Typography sx={{ flex: 1 }}>{own.lost}</Typography>
        <Button size="small" onClick={() => refetch()}>
          {own.retry}
        </Button>
        <StripDismiss onClick={dismiss} />
      </StripFrame>
    ) : null
  }
  return isOver(batch) ? <Ended batch={batch} onUndo={undo} onDismiss={dismiss} /> : <Running batch={batch} />
}

function useUndo(place: string): (batch: SlideBatch) => void {
  // Also for whoever has left meanwhile.
  const { mutate } = useUndoBatch((undo, batch) => noteBatch(place, undo.id, batch.id))
  return (batch) => mutate(batch)
}

/** Whoever saw it begin is told when it is over, with the way back. */
function useEndToast(batch: SlideBatch | undefined, undo: (batch: SlideBatch) => void): void {
  const wasRunning = useRef(false)
  const tell = useEffectEvent(() => {
    if (!batch) return
    const back = isUndoable(batch, new Date()) ? { label: own.undo, run: () => undo(batch) } : undefined
    showToast(outcomeOf(batch), isWhole(batch) ? 'success' : 'warning', back)
  })
  const state = batch && (isOver(batch) ? 'over' : 'running')
  useEffect(() => {
    if (state === 'over' && wasRunning.current) tell()
    wasRunning.current = state === 'running'
  }, [state])
}

function Running({ batch }: { batch: SlideBatch }) {
  const cancel = useCancelBatch()
  const done = doneOf(batch)
  const isCancelling = batch.job.cancelling || cancel.isPending
  const mayUpdate = usePermission('update:slides')
  return (
    <StripFrame>
      <StripIcon>
        <Loader size={20} aria-hidden />
      </StripIcon>
      <Box sx={{ flex: 1, minWidth: 160 }}>
        <Typography>
          {headingOf(batch)} · {own.progress(done, batch.total)}
        </Typography>
        <LinearProgress
          aria-label={headingOf(batch)}
          variant="determinate"
          value={batch.total === 0 ? 0 : Math.floor((100 * done) / batch.total)}
          sx={{ mt: 1, height: 6, borderRadius: 3, bgcolor: 'tokens.accent' }}
        />
      </Box>
      <GatedButton
        size="small"
        reason={
          mayUpdate
            ? isCancelling
              ? own.cancelling
              : undefined
            : permissionReason('update:slides', own.deed)
        }
        onClick={() => cancel.mutate(batch.job)}
      >
        {isCancelling ? own.cancelling : own.cancel}
      </GatedButton>
    </StripFrame>
  )
}

interface EndedProps {
  batch: SlideBatch
  onUndo: (batch: SlideBatch) => void
  onDismiss: () => void
}

function Ended({ batch, onUndo, onDismiss }: EndedProps) {
  const [showsWhy, setShowsWhy] = useState(false)
  const now = useMinute()
  const whole = isWhole(batch)
  const isDeletion = ['delete', 'restore'].includes(batch.action.kind)
  const needed = isDeletion ? 'delete:slides' : 'update:slides'
  const mayUndo = usePermission(needed)
  const { skipped, skipped_count: count } = batch
  return (
    <StripFrame>
      <StripIcon tone={whole ? 'pass' : 'warn'}>
        {whole ? <CircleCheck size={20} aria-hidden /> : <TriangleAlert size={20} aria-hidden />}
      </StripIcon>
      <Typography role="status" sx={{ flex: '1 1 200px', overflowWrap: 'anywhere' }}>
        {outcomeOf(batch)}
      </Typography>
      {skipped.length > 0 && (
        <Button size="small" aria-expanded={showsWhy} onClick={() => setShowsWhy(!showsWhy)}>
          {showsWhy ? own.hideWhy : own.why}
        </Button>
      )}
      {isUndoable(batch, now) && (
        <GatedButton
          size="small"
          reason={mayUndo ? undefined : permissionReason(needed, own.deed)}
          onClick={() => onUndo(batch)}
        >
          {own.undo}
        </GatedButton>
      )}
      <StripDismiss onClick={onDismiss} />
      {showsWhy && (
        <Box
          component="ul"
          sx={{ flexBasis: '100%', m: 0, pl: 8, maxHeight: 200, overflowY: 'auto', overflowWrap: 'anywhere' }}
        >
          {skipped.map(({ slide_id: id, name, reason }) => (
            <li key={id}>
              <bdi>{name}</bdi>: {reason}
            </li>
          ))}
          {count > skipped.length && <li>{own.moreSkipped(count - skipped.length)}</li>}
        </Box>
      )}
    </StripFrame>
  )
}
