import type { Slide } from '@cresyl/contract/slides/slides'
import type { images, slides } from '../../platform/db/schema/index.ts'
import type { Person } from '../resource.ts'

export type SlideRow = typeof slides.$inferSelect

type SourceImage = Pick<
  typeof images.$inferSelect,
  'width' | 'height' | 'mppX' | 'mppY' | 'fileMppX' | 'fileMppY' | 'objective' | 'vendor' | 'scannedAt'
>

/** A slide with what other rows say about it. */
export interface SlideDetails {
  slide: SlideRow
  source: SourceImage
  /** Of its file, in bytes. */
  size: number
  author: Person | null
  /** Who overrides its quality check. */
  overrider: Person | null
  project: { id: string; name: string; archivedAt: Date | null } | null
  tissue: { id: string; organ: string; species: string } | null
  stainer: { id: string; stainType: string } | null
}

/** Of the images of a slide, what its JSON says; `label` and `macro` only to those who may see them. */
export interface SlideParts {
  outputs: string[]
  /** Of the outputs. */
  virtual: string[]
  label: string | null
  macro: string | null
  channelCount: number
  /** Whether who looks may see labels, and with them what may tell the patient apart. */
  labels: boolean
}

export function viewSlide(details: SlideDetails, parts: SlideParts): Slide {
  const { slide, source, size, author, overrider, project, tissue, stainer } = details
  return {
    id: slide.id,
    name: slide.name,
    image_id: slide.imageId,
    source_image_id: slide.sourceImageId,
    output_image_ids: parts.outputs,
    virtual_image_ids: parts.virtual,
    label_image_id: parts.label,
    macro_image_id: parts.macro,
    file_id: slide.fileId,
    project: project && { id: project.id, name: project.name },
    tissue,
    stainer: stainer && { id: stainer.id, stain_type: stainer.stainType },
    // A slide is made of an image that could be read: its size is known.
    width: source.width ?? 0,
    height: source.height ?? 0,
    mpp_x: source.mppX,
    mpp_y: source.mppY,
    file_mpp_x: source.fileMppX,
    file_mpp_y: source.fileMppY,
    mpp: slide.mpp,
    objective: source.objective,
    vendor: source.vendor ?? '',
    channel_count: parts.channelCount,
    size,
    qc_state: slide.qcState,
    qc_overridden: slide.qcOverridden,
    qc_job_id: slide.qcJobId,
    qc_overridden_by: overrider,
    scanned_at: parts.labels ? source.scannedAt : null,
    deleted_at: slide.deletedAt?.toISOString() ?? null,
    created_at: slide.createdAt.toISOString(),
    created_by: author,
    updated_at: slide.updatedAt.toISOString(),
    version: slide.version,
  }
}
