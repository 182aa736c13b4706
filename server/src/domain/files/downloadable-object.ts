import type { ObjectKey } from '../../platform/storage/storage.ts'
import { maySeeLabels } from '../images/labels.ts'
import type { Work } from '../work.ts'
import { refuseDeletedSlide, requireStored } from './file-state.ts'
import { noCopyPossible, refuseCopy } from './no-copy-possible.ts'
import { findFile } from './queries.ts'
import type { FileRow } from './view.ts'

interface Downloadable {
  fileId: string
  /** What the browser saves it as. */
  fileName: string
  size: number
  /** Whether it is the copy without label, macro and names. */
  deidentified: boolean
}

/** An object in storage, or a file that is read where it lies. */
export type DownloadableObject = Downloadable & ({ key: ObjectKey } | { path: string })

/**
 * What the member gets of a stored file: whoever may see labels the original, everybody else the copy, whatever was
 * found in the file: every format that is read has texts too, which may name the patient. Null: it isn't made yet.
 */
export async function downloadableObject(
  { tx, member }: Work,
  fileId: string,
): Promise<DownloadableObject | null> {
  const { file } = await findFile(tx, fileId)
  requireStored(file)
  await refuseDeletedSlide(tx, file)
  const { organizationId, name: fileName, size, path, copyPath, copySize } = file
  if (await maySeeLabels(tx, member)) {
    const original = { fileId, fileName, size, deidentified: false }
    return file.origin === 'import' ? { ...original, path } : { ...original, key: { organizationId, path } }
  }
  requireReady(file)
  if (copyPath === null || copySize === null) return null
  return {
    fileId,
    fileName: copyName(fileName),
    size: copySize,
    deidentified: true,
    key: { organizationId, path: copyPath },
  }
}

/** Other bytes have another name: `slide.ome.tiff` is `slide-without-label.ome.tiff`. */
const copyName = (name: string): string => name.replace(/(?=\.|$)/, '-without-label')

/** What is in a file is known once it has been read. */
function requireReady({ readingState }: FileRow): void {
  if (readingState === 'ready') return
  if (readingState === 'failed') refuseCopy(noCopyPossible('it could not be read'))
  refuseCopy(
    'You do not have permission to see the label of this slide, and a copy without it can only be created once the file has been read. Wait for that, or ask a manager.',
  )
}
