import { boxOf } from '@cresyl/contract/annotations/annotation-geometry'
import type { Shape } from '../../../engine/annotations/content/shape.ts'
import { usePermission } from '../../../lib/session/session-context.tsx'
import { Play } from '../../../ui/frame/icons.ts'
import { GatedButton } from '../../../ui/state/gated.tsx'
import { permissionReason } from '../../../ui/text/permission-reason.ts'
import { useRunParts } from '../run-parts.ts'
import type { AnnotationSession } from './annotation-session.ts'
import { wholePixels } from './whole-pixels.ts'
import { words } from './words.ts'

const own = words.run

/** Runs a predictor on the box around an annotation: predictors compute upright boxes, and the dialog says so. */
export function RunHere({ session, shape }: { session: AnnotationSession; shape: Shape }) {
  const mayRun = usePermission('create:inference_jobs')
  const { show, RunDialog } = useRunParts()
  const region = wholePixels(boxOf(shape.geometry), session.tools.view.image.pyramid)
  const reason = !mayRun
    ? permissionReason('create:inference_jobs', own.deed)
    : region === null
      ? own.outside
      : undefined
  return (
    <GatedButton
      size="small"
      variant="outlined"
      startIcon={<Play size={16} aria-hidden />}
      reason={reason}
      onClick={() =>
        show((close) => (
          <RunDialog
            imageId={session.document.imageId}
            visible={region}
            isAnnotation
            onStarted={() => {}}
            onClose={close}
          />
        ))
      }
      sx={{ alignSelf: 'flex-start' }}
    >
      {own.open}
    </GatedButton>
  )
}
