import { mppOf } from '@cresyl/contract/image-space'
import { alignPairs, fewestPairs, isAligned } from '@cresyl/contract/point-pairs'
import type { Registration } from '@cresyl/contract/registrations'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useEffect, useId, useMemo, useState } from 'react'
import {
  addPoint,
  draftOf,
  emptyDraft,
  movePoint,
  nextSide,
  pairsOf,
  removeRow,
} from '../../../engine/viewer/align/align-draft.ts'
import { type FrameLink, linkFrames } from '../../../engine/viewer/panes/frame-links.ts'
import { GatedButton } from '../../../ui/gated.tsx'
import { showToast } from '../../../ui/toast/toast-store.ts'
import { floating } from '../bar/floating.ts'
import { useWorkspace } from '../viewer-context.tsx'
import { AlignRows, type NamedView } from './align-rows.tsx'
import { useSaveRegistration } from './queries.ts'
import { useAlignLayers } from './use-align-layers.ts'
import { words } from './words.ts'

interface AlignPanelProps {
  fixed: NamedView
  moving: NamedView
  existing: Registration | undefined
  /** Has the panes move together by what isn't saved yet. */
  onTry: (link: FrameLink | null) => void
  onClose: () => void
}

/** Points are marked in both panes until the slides lie on each other. */
export function AlignPanel({ fixed, moving, existing, onTry, onClose }: AlignPanelProps) {
  const workspace = useWorkspace()
  const headingId = useId()
  const [draft, setDraft] = useState(() =>
    existing ? draftOf(existing.pairs, existing.mirrored) : emptyDraft,
  )
  const [isTrying, setTrying] = useState(false)
  const { save, remove } = useSaveRegistration(existing)
  useAlignLayers({ fixed: fixed.view, moving: moving.view }, draft, setDraft)
  useMovingApart(isTrying)

  const [fixedSpace, movingSpace] = [fixed.view.image.space, moving.view.image.space]
  const result = useMemo(() => {
    const scales = { fixedMpp: mppOf(fixedSpace), movingMpp: mppOf(movingSpace) }
    return alignPairs(pairsOf(draft), { ...scales, mirrored: draft.mirrored })
  }, [draft, fixedSpace, movingSpace])
  const alignment = isAligned(result) ? result : null
  const tried = useMemo(
    () => (isTrying && alignment ? linkFrames(movingSpace, fixedSpace, alignment.affine) : null),
    [isTrying, alignment, movingSpace, fixedSpace],
  )
  useEffect(() => onTry(tried), [onTry, tried])
  useEffect(() => () => onTry(null), [onTry])

  const pairs = pairsOf(draft)
  const next = nextSide(draft) === 'fixed' ? fixed : moving
  const hint =
    draft.rows.length > pairs.length ? words.match(pairs.length + 1, next.name) : words.next(next.name)

  function markMiddle() {
    const view = workspace.activeView()
    if (view === null) return
    const side = view === moving.view ? 'moving' : 'fixed'
    setDraft((before) => addPoint(before, side, view.viewport().center))
  }

  async function keep() {
    await save.mutateAsync({
      image_id: fixed.view.image.id,
      moving_image_id: moving.view.image.id,
      alignment: { method: 'points', pairs, mirrored: draft.mirrored },
    })
    showToast(words.saved)
    onClose()
  }

  async function forget(id: string) {
    await remove.mutateAsync(id)
    showToast(words.removed)
    onClose()
  }

  return (
    <Box
      role="region"
      aria-labelledby={headingId}
      sx={{
        ...floating,
        position: 'absolute',
        bottom: 8,
        left: '50%',
        transform: 'translateX(-50%)',
        zIndex: 2,
        width: 560,
        maxWidth: 'calc(100% - 16px)',
        maxHeight: '45%',
        overflow: 'auto',
        p: 4,
      }}
    >
      <Stack sx={{ gap: 2 }}>
        <Typography variant="h3" component="h2" id={headingId}>
          {words.title(moving.name, fixed.name)}
        </Typography>
        <Typography aria-live="polite">{hint}</Typography>
        {[fixed, moving]
          .filter(({ view }) => mppOf(view.image.space) === undefined)
          .map(({ name }) => (
            <Typography key={name} variant="body2" color="textSecondary">
              {words.assumed(name)}
            </Typography>
          ))}
        {draft.rows.length > 0 && (
          <AlignRows
            {...{ fixed, moving, draft, alignment }}
            onMove={(at, side, point) => setDraft((before) => movePoint(before, at, side, point))}
            onRemove={(at) => setDraft((before) => removeRow(before, at))}
          />
        )}
        <Typography
          aria-live="polite"
          data-residual
          color={pairs.length > 1 && !alignment ? 'error' : 'textPrimary'}
        >
          {isAligned(result)
            ? pairs.length > fewestPairs[result.model]
              ? words.residual(result.residual)
              : words.exact[result.model]
            : result.sentence}
        </Typography>
        <Stack direction="row" sx={{ flexWrap: 'wrap', columnGap: 4 }}>
          <FormControlLabel
            label={words.mirrored}
            control={
              <Checkbox
                size="small"
                checked={draft.mirrored}
                onChange={(_, mirrored) => setDraft((before) => ({ ...before, mirrored }))}
              />
            }
          />
          <FormControlLabel
            label={words.preview}
            disabled={alignment === null}
            control={
              <Checkbox size="small" checked={isTrying} onChange={(_, checked) => setTrying(checked)} />
            }
          />
        </Stack>
        <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 2 }}>
          <Button variant="outlined" onClick={markMiddle}>
            {words.middle}
          </Button>
          {existing && (
            <GatedButton color="error" loading={remove.isPending} onClick={() => void forget(existing.id)}>
              {words.removeAll}
            </GatedButton>
          )}
          <Box sx={{ flex: 1 }} />
          <Button onClick={onClose}>{words.cancel}</Button>
          <GatedButton
            variant="contained"
            reason={isAligned(result) ? undefined : result.sentence}
            loading={save.isPending}
            onClick={() => void keep()}
          >
            {words.save}
          </GatedButton>
        </Stack>
      </Stack>
    </Box>
  )
}

/** While points are looked for each pane moves by itself; while they are tried, together. As before in the end. */
function useMovingApart(isTrying: boolean): void {
  const workspace = useWorkspace()
  useEffect(() => {
    const { pan, zoom, rotation } = workspace.locks()
    workspace.setLocks({ pan: false, zoom: false, rotation: false })
    return () => workspace.setLocks({ pan, zoom, rotation })
  }, [workspace])
  useEffect(() => {
    if (!isTrying) return
    workspace.setLocks({ pan: true, zoom: true, rotation: true })
    return () => workspace.setLocks({ pan: false, zoom: false, rotation: false })
  }, [workspace, isTrying])
}
