import type { InferenceJob, RunRegion } from '@cresyl/contract/predictors/inference-jobs'
import type { QcJob } from '@cresyl/contract/qc/qc-jobs'
import { type ComponentType, createContext, type ReactNode, useContext } from 'react'

interface RunDialogProps {
  imageId: string
  /** What is seen of the image; null where that can't be told. */
  visible: RunRegion | null
  /** The part is the box around an annotation rather than what is seen: it is what is meant at first. */
  isAnnotation?: boolean
  /** To be made again. */
  again?: InferenceJob
  onStarted: () => void
  onClose: () => void
}

interface OverrideDialogProps {
  check: QcJob
  visible: RunRegion | null
  onClose: () => void
}

/** What whoever puts the viewer on a page brings along, so that predictors can be run and slides edited from it. */
export interface RunParts {
  /** Lays a dialog over the page: it stays when what it was asked for in closes. */
  readonly show: (dialog: (close: () => void) => ReactNode) => void
  readonly SlideEditor: ComponentType<{ id: string; onClose: () => void }>
  readonly RunDialog: ComponentType<RunDialogProps>
  readonly OverrideDialog: ComponentType<OverrideDialogProps>
}

export const RunPartsContext = createContext<RunParts | null>(null)

export function useRunParts(): RunParts {
  const parts = useContext(RunPartsContext)
  if (parts === null) throw new Error('The viewer was put on a page without the parts for runs.')
  return parts
}
