import { type ComponentType, lazy, Suspense } from 'react'
import type { BatchRunDialogProps } from '../../features/models/run/batch-dialog.tsx'
import type { OverrideDialogProps } from '../../features/models/run/override-dialog.tsx'
import type { RunDialogProps } from '../../features/models/run/run-dialog.tsx'

const Run = lazy(async () => ({
  default: (await import('../../features/models/run/run-dialog.tsx')).RunDialog,
}))
const Override = lazy(async () => ({
  default: (await import('../../features/models/run/override-dialog.tsx')).OverrideDialog,
}))
const Batch = lazy(async () => ({
  default: (await import('../../features/models/run/batch-dialog.tsx')).BatchRunDialog,
}))

/** The dialogs by which predictors are run, fetched when the first is opened, for whoever shows slides. */
export const runDialogs = {
  RunDialog: whenFetched<RunDialogProps>(Run),
  OverrideDialog: whenFetched<OverrideDialogProps>(Override),
  BatchRunDialog: whenFetched<BatchRunDialogProps>(Batch),
}

function whenFetched<Props extends object>(Dialog: ComponentType<Props>): ComponentType<Props> {
  return (props) => (
    <Suspense fallback={null}>
      <Dialog {...props} />
    </Suspense>
  )
}
