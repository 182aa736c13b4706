import { ApiError } from '@cresyl/contract/api/errors'
import { and, eq } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { files } from '../../platform/db/schema/index.ts'
import { lookAtForeign } from '../../platform/sources/foreign-file.ts'
import { isMissing } from '../../platform/storage/disk/disk-errors.ts'
import { refuseDeletedSlide, refuseState } from './file-state.ts'
import type { FileRow } from './view.ts'

export interface FoundFile {
  size: number
  modifiedAt: Date
}

/** Where a file lies that was registered and never copied; to be asked in a transaction that is shown what was deleted. */
export async function findImportedFile(tx: Tx, id: string): Promise<FileRow> {
  const [file] = await tx
    .select()
    .from(files)
    .where(and(eq(files.id, id), eq(files.origin, 'import'), eq(files.state, 'stored')))
  if (file === undefined) throw new ApiError('not_found', { detail: 'This file does not exist.' })
  await refuseDeletedSlide(tx, file)
  return file
}

/** Files that aren't ours can be moved, replaced by links, and disks taken away, at any moment. */
export async function requireInPlace(path: string): Promise<FoundFile> {
  const found = await lookAtForeign(path).catch((error) => {
    if (isMissing(error)) return undefined
    throw new ApiError('unavailable', {
      detail:
        'The folder of this file cannot be read at the moment. Try again later, or ask your system administrator.',
      cause: error,
    })
  })
  if (found === undefined) {
    refuseState(
      'This file is no longer where it was when it was registered. Ask the person responsible for that folder to put it back.',
    )
  }
  return found
}
