import { checkFile } from '@cresyl/contract/files/uploads'
import { freshFigures } from '../../engine/uploads/draft.ts'
import type { Upload } from '../../engine/uploads/upload.ts'

/** A draft of 2 MB, but for what is given. */
export function testUpload(given: Partial<Upload>): Upload {
  const upload = {
    ...freshFigures,
    key: given.name ?? 'a.svs',
    name: 'a.svs',
    originalName: given.name ?? 'a.svs',
    folder: '',
    size: 2 * 1024 * 1024,
    projectId: null,
    tissueId: null,
    stainerId: null,
    stage: 'draft' as const,
    partCount: 1,
    recommendedConcurrency: 2,
    ...given,
  }
  return { ...upload, errors: checkFile(upload) }
}
