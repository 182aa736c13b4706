import { ApiError } from '@cresyl/contract/errors'
import { identifyingKinds } from '@cresyl/contract/images'
import { and, eq, inArray } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { images } from '../../platform/db/schema/index.ts'
import type { ObjectKey } from '../../platform/storage/storage.ts'
import { maySeeLabels } from '../images/labels.ts'
import type { Work } from '../work.ts'
import { refuseState } from './file-state.ts'
import type { FileRow } from './view.ts'

export interface DownloadableObject {
  key: ObjectKey
  /** What the browser saves it as. */
  fileName: string
  size: number
  /** Whether label and macro were taken out. */
  deidentified: boolean
}

/** What the member gets of a stored file: those who may see its label, or when it has none, the original. */
export async function downloadableObject(work: Work, file: FileRow): Promise<DownloadableObject> {
  const { tx, member } = work
  if (file.origin === 'import') {
    refuseState('This file was not uploaded and is read where it lies. Take it from there.')
  }
  if (!(await maySeeLabels(tx, member)) && (await mayHaveLabel(tx, file))) {
    throw new ApiError('forbidden', {
      detail:
        'You do not have the right to see the label of this slide, and the file holds it. Ask a manager.',
    })
  }
  const key = { organizationId: file.organizationId, path: file.path }
  return { key, fileName: file.name, size: file.size, deidentified: false }
}

/** What is in a file is known once it has been read. */
async function mayHaveLabel(tx: Tx, file: FileRow): Promise<boolean> {
  if (file.readingState !== 'ready') return true
  const found = await tx
    .select({ id: images.id })
    .from(images)
    .where(and(eq(images.fileId, file.id), inArray(images.kind, [...identifyingKinds])))
    .limit(1)
  return found.length > 0
}
