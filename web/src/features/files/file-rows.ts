import type { File } from '@cresyl/contract/files'
import type { FileStanding } from './file-state.tsx'
import type { Ordering } from './list-filter.ts'
import type { FileActions } from './use-file-actions.tsx'

/** What a page of files is shown with, as a table or as cards. */
export interface FileRowsProps {
  files: readonly File[]
  busy: boolean
  ordering: Ordering
  onOrder: (ordering: Ordering) => void
  actions: FileActions
  standingOf: (file: File) => FileStanding
}
