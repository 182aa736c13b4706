import type { GivenSlideSelection } from '@cresyl/contract/slides/slide-batches'
import { type ComponentType, createContext } from 'react'

export interface BatchRunProps {
  selection: GivenSlideSelection
  count: number
  /** With the job that stands for all of them. */
  onStarted: (jobId: string) => void
  onClose: () => void
}

/** What whoever shows slides brings along, so that predictors can be run on many of them. */
export const BatchRunContext = createContext<ComponentType<BatchRunProps> | null>(null)
