import type { RouteInput } from '@cresyl/contract/api/route'
import { mppOf } from '@cresyl/contract/slides/image-space'
import { alignPairs, fewestPairs, isAligned } from '@cresyl/contract/slides/point-pairs'
import type { Registration, updateRegistration } from '@cresyl/contract/slides/registrations'
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
import { ConfirmDialog } from '../../../ui/form/confirm-dialog.tsx'
import { ChevronDown, ChevronUp } from '../../../ui/frame/icons.ts'
import { GatedButton } from '../../../ui/state/gated.tsx'
import { showToast } from '../../../ui/toast/toast-store.ts'
import { BarButton } from '../bar/bar-button.tsx'
import { floating } from '../bar/floating.ts'
import { useWorkspace } from '../viewer-context.tsx'
import { AlignRows, type NamedView } from './align-rows.tsx'
import { Automatic } from './automatic.tsx'
import { EarlierVersions } from './earlier-versions.tsx'
import { useSaveRegistration } from './queries.ts'
import { useAlignLayers } from './use-align-layers.ts'
import { useEstimate } from './use-estimate.ts'
import { words } from './words.ts'

type GivenAlignment = NonNullable<RouteInput<typeof updateRegistration>['body']>['alignment']

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
  const looking = useEstimate(fixed.view.image.id, moving.view.image.id)
  const found = looking.estimate?.alignment ?? null
  const [isRemoving, setRemoving] = useState(false)
  // Folded, it leaves the picture below it within reach.
  const [isFolded, setFolded] = useState(false)
  const changeByHand: typeof setDraft = (change) => {
    looking.forget()
    setDraft(change)
  }
  useAlignLayers({ fixed: fixed.view, moving: moving.view }, draft, changeByHand)
  useMovingApart(isTrying)

  const [fixedSpace, movingSpace] = [fixed.view.image.space, moving.view.image.space]
  const result = useMemo(() => {
    const scales = { fixedMpp: mppOf(fixedSpace), movingMpp: mppOf(movingSpace) }
    return alignPairs(pairsOf(draft), { ...scales, mirrored: draft.mirrored })
  }, [draft, fixedSpace, movingSpace])
  const byHand = isAligned(result) ? result : null
  const alignment = found ?? byHand
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

  async function keep(given: GivenAlignment) {
    await save.mutateAsync({
      image_id: fixed.view.image.id,
      moving_image_id: moving.view.image.id,
      alignment: given,
    })
    showToast(words.saved)
    onClose()
  }

  const given: GivenAlignment =
    found && looking.estimate
      ? { method: 'automatic', estimate_id: looking.estimate.id }
      : { method: 'points', pairs, mirrored: draft.mirrored }

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
        // Names and scale bars of both panes stay in sight below it.
        bottom: { xs: 8, md: 104 },
        left: '50%',
        transform: 'translateX(-50%)',
        zIndex: 2,
        width: 560,
        maxWidth: 'calc(100% - 16px)',
        maxHeight: { xs: '34%', md: '45%' },
        overflow: 'auto',
        p: { xs: 3, md: 4 },
      }}
    >
      <Stack sx={{ gap: 2 }}>
        <Stack direction="row" sx={{ gap: 2, alignItems: 'center' }}>
          <Typography variant="h3" component="h2" id={headingId} sx={{ flex: 1 }}>
            {words.title(moving.name, fixed.name)}
          </Typography>
          <BarButton
            label={isFolded ? words.unfold : words.fold}
            icon={isFolded ? ChevronUp : ChevronDown}
            size={28}
            expanded={!isFolded}
            onClick={() => setFolded(!isFolded)}
          />
        </Stack>
        <Typography aria-live="polite">{hint}</Typography>
        {!isFolded && (
          <>
            <Automatic {...looking} />
            {[fixed, moving]
              .filter(({ view }) => mppOf(view.image.space) === undefined)
              .map(({ name }) => (
                <Typography key={name} variant="body2" color="textSecondary">
                  {words.assumed(name)}
                </Typography>
              ))}
            {draft.rows.length > 0 && (
              <AlignRows
                fixed={fixed}
                moving={moving}
                draft={draft}
                alignment={byHand}
                onMove={(at, side, point) => changeByHand((before) => movePoint(before, at, side, point))}
                onRemove={(at) => changeByHand((before) => removeRow(before, at))}
              />
            )}
            <Typography
              aria-live="polite"
              data-residual
              color={pairs.length > 1 && !alignment ? 'error' : 'textPrimary'}
            >
              {found
                ? words.residual(found.residual)
                : isAligned(result)
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
                    onChange={(_, mirrored) => changeByHand((before) => ({ ...before, mirrored }))}
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
                <GatedButton color="error" loading={remove.isPending} onClick={() => setRemoving(true)}>
                  {words.removeAll}
                </GatedButton>
              )}
              <Box sx={{ flex: 1 }} />
              <Button onClick={onClose}>{words.cancel}</Button>
              <GatedButton
                variant="contained"
                reason={found || isAligned(result) ? undefined : result.sentence}
                loading={save.isPending}
                onClick={() => void keep(given)}
              >
                {words.save}
              </GatedButton>
            </Stack>
          </>
        )}
        {existing && !isFolded && (
          <EarlierVersions
            existing={existing}
            busy={save.isPending}
            onBack={(earlier) => void keep({ method: 'earlier', earlier })}
          />
        )}
      </Stack>
      {isRemoving && existing && (
        <ConfirmDialog
          title={words.removeTitle}
          confirmLabel={words.removeYes}
          busy={remove.isPending}
          onConfirm={() => void forget(existing.id)}
          onClose={() => setRemoving(false)}
        >
          {words.removeText(moving.name, fixed.name)}
        </ConfirmDialog>
      )}
    </Box>
  )
}

/** While points are looked for each pane moves by itself; while they are tried, together. As before in the end. */
function useMovingApart(isTrying: boolean): void {
  const workspace = useWorkspace()
  useEffect(() => {
    if (!isTrying) return
    const views = [...workspace.views().values()].map((view) => ({ view, before: view.viewport() }))
    workspace.setLocks({ pan: true, zoom: true, rotation: true })
    return () => {
      workspace.setLocks({ pan: false, zoom: false, rotation: false })
      for (const { view, before } of views) view.show({ rotation: before.rotation, flipped: before.flipped })
    }
  }, [workspace, isTrying])
  // Below the other: what that leaves behind is put right last.
  useEffect(() => {
    const { pan, zoom, rotation } = workspace.locks()
    workspace.setLocks({ pan: false, zoom: false, rotation: false })
    return () => workspace.setLocks({ pan, zoom, rotation })
  }, [workspace])
}
