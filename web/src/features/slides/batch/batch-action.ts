import type { Permission } from '@cresyl/contract/api/permissions'
import type { GivenSlideSelection } from '@cresyl/contract/slides/slide-batches'
import type { Slide } from '@cresyl/contract/slides/slides'
import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'

/** The slides that something is to be done with. */
export interface Chosen {
  selection: GivenSlideSelection
  count: number
  /** So many of them at most, in order. */
  fetchFirst: (most: number, ordering: 'name' | 'created_at') => Promise<readonly Slide[]>
}

/** What was begun, by the name that the news above the list know it by. */
export interface Begun {
  readonly id: string
}

export interface BatchDialogProps {
  chosen: Chosen
  /** Where something has begun: it is followed above the list, and nothing stays selected. */
  onStarted: (begun: Begun) => void
  onDownload: (slides: readonly Slide[]) => void
  onClose: () => void
}

/** What can be done with many slides at once. */
export interface BatchAction {
  id: string
  icon: LucideIcon
  label: string
  permission: Permission
  /** What the permission is for: "change slides". */
  deed: string
  /** Whether it is for the slides, or for those that were deleted. */
  of: 'active' | 'deleted'
  /** Nothing is changed in a project that is archived. */
  changes: boolean
  danger?: true
  /** How many it is for at most, and what is said where there are more. */
  most: { count: number; reason: string }
  dialog: ComponentType<BatchDialogProps>
}
