import type { File } from '@cresyl/contract/files/files'
import type { QcState } from '@cresyl/contract/slides/slides'
import type { files } from '../../platform/db/schema/index.ts'
import type { Person } from '../resource.ts'

export type FileRow = typeof files.$inferSelect

/** A file with what other rows say about it. */
export interface FileDetails {
  file: FileRow
  author: Person | null
  /** Made of it, and not deleted. */
  slideId: string | null
  /** What that slide opens with. */
  imageId: string | null
  /** Of that slide. */
  qcState: QcState | null
  /** Of the slide, or where it will belong; not deleted. */
  project: { id: string; name: string } | null
}

export function viewFile({ file, author, slideId, imageId, qcState, project }: FileDetails): File {
  return {
    id: file.id,
    name: file.name,
    media_type: file.mediaType,
    size: file.size,
    state: file.state,
    state_message: file.stateMessage,
    reading_state: file.readingState,
    reading_message: file.readingMessage,
    origin: file.origin,
    hash: file.hash?.toString('hex') ?? null,
    sha256: file.sha256?.toString('hex') ?? null,
    slide_id: slideId,
    image_id: imageId,
    qc_state: qcState,
    job_id: file.jobId,
    project_id: file.projectId,
    tissue_id: file.tissueId,
    stainer_id: file.stainerId,
    project,
    created_at: file.createdAt.toISOString(),
    created_by: author,
    updated_at: file.updatedAt.toISOString(),
    version: file.version,
  }
}
