import type { QcJob } from '@cresyl/contract/qc/qc-jobs'
import Box from '@mui/material/Box'
import { useState } from 'react'
import { visibleRegion } from '../../../engine/viewer/visible-region.ts'
import { usePermission } from '../../../lib/session/session-context.tsx'
import { ConfirmDialog } from '../../../ui/form/confirm-dialog.tsx'
import { OverriddenBadge } from '../../../ui/slide/overridden-badge.tsx'
import { GatedButton } from '../../../ui/state/gated.tsx'
import { permissionReason } from '../../../ui/text/permission-reason.ts'
import { RelativeTime } from '../../../ui/text/relative-time.tsx'
import { showToast } from '../../../ui/toast/toast-store.ts'
import { useRunParts } from '../run-parts.ts'
import { useActiveView } from '../viewer-context.tsx'
import { isOverridable } from './checks.ts'
import { useTakeBack } from './queries.ts'
import { words } from './words.ts'

const own = words.override

/** Where a person decides otherwise than a check that failed, and where that is taken back. */
export function Override({ check }: { check: QcJob }) {
  const mayOverride = usePermission('update:qc_jobs')
  // What was asked stays open when it is half done: by then the check may be overridden already.
  const [asked, setAsked] = useState<'override' | 'takeBack' | null>(null)
  const { OverrideDialog } = useRunParts()
  const view = useActiveView()
  const close = () => setAsked(null)
  if (!check.overridden && !isOverridable(check)) return null
  return (
    <>
      <GatedButton
        size="small"
        variant="outlined"
        reason={mayOverride ? undefined : permissionReason('update:qc_jobs', own.deed)}
        onClick={() => setAsked(check.overridden ? 'takeBack' : 'override')}
      >
        {check.overridden ? own.takeBack : own.action}
      </GatedButton>
      {check.overridden && <Decision check={check} />}
      {asked === 'takeBack' && <TakeBackDialog check={check} onClose={close} />}
      {asked === 'override' && (
        <OverrideDialog
          check={check}
          visible={view?.image.id === check.input_image_id ? visibleRegion(view) : null}
          onClose={close}
        />
      )}
    </>
  )
}

function Decision({ check }: { check: QcJob }) {
  const { overridden_by: by, overridden_at: at, override_reason: reason } = check
  return (
    <Box
      sx={{
        flexBasis: '100%',
        minWidth: 0,
        px: 3,
        py: 2,
        borderRadius: 1,
        bgcolor: 'tokens.accent',
        typography: 'body2',
      }}
    >
      <OverriddenBadge by={by} />
      {reason && (
        <Box dir="auto" sx={{ mt: 1, overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
          {reason}
        </Box>
      )}
      {at && (
        <Box sx={{ typography: 'caption', color: 'text.secondary' }}>
          <RelativeTime time={at} />
        </Box>
      )}
    </Box>
  )
}

function TakeBackDialog({ check, onClose }: { check: QcJob; onClose: () => void }) {
  const takeBack = useTakeBack()
  return (
    <ConfirmDialog
      title={own.takeBackTitle}
      confirmLabel={own.takeBack}
      busy={takeBack.isPending}
      onConfirm={() =>
        takeBack.mutate(check, {
          onSuccess: () => {
            showToast(own.takenBack)
            onClose()
          },
        })
      }
      onClose={onClose}
    >
      {own.takeBackText}
    </ConfirmDialog>
  )
}
