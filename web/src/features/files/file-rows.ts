import type { File } from '@cresyl/contract/files'
import type { FileStanding } from './file-state.tsx'
import type { Ordering } from './list-filter.ts'

/** What a page of files is shown with, as a table or as cards. */
export interface FileRowsProps {
  files: readonly File[]
  busy: boolean
  ordering: Ordering
  onOrder: (ordering: Ordering) => void
  standingOf: (file: File) => FileStanding
}
