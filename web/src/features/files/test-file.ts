import type { File } from '@cresyl/contract/files/files'

/** A file that has been read, unless told otherwise. */
export function testFile(given: Partial<File> = {}): File {
  return {
    id: '01977bd0-0000-7000-8000-000000000001',
    name: 'kidney.svs',
    media_type: 'svs',
    size: 5000,
    state: 'stored',
    state_message: 'Upload completed',
    reading_state: 'ready',
    reading_message: '',
    origin: 'upload',
    hash: null,
    sha256: null,
    slide_id: null,
    image_id: null,
    qc_state: null,
    job_id: null,
    project_id: null,
    tissue_id: null,
    stainer_id: null,
    project: null,
    created_at: '2026-11-15T14:05:00.000Z',
    created_by: null,
    updated_at: '2026-11-15T14:05:00.000Z',
    version: 1,
    ...given,
  }
}
