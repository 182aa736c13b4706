import {
  abortMultipart,
  beginMultipart,
  completeMultipart,
  createFile,
  type FileState,
  partUrl,
  updateFile,
} from '@cresyl/contract/files/files'
import type { Api } from '../../lib/api/api.ts'

/** Where the slide that comes of a file belongs, and what it shows. */
export interface Belonging {
  projectId: string | null
  tissueId: string | null
  stainerId: string | null
}

export interface NewFile extends Belonging {
  name: string
  /** The extension. */
  mediaType: string
  size: number
}

export interface SentPart {
  partNumber: number
  etag: string
}

/** What uploading asks of the server. */
export interface UploadApi {
  /** The key makes that a second try doesn't announce the file twice. */
  create(file: NewFile, key: string, signal: AbortSignal): Promise<{ id: string }>
  begin(fileId: string, signal: AbortSignal): Promise<void>
  partUrl(fileId: string, partNumber: number, signal: AbortSignal): Promise<string>
  complete(fileId: string, parts: readonly SentPart[], signal: AbortSignal): Promise<void>
  /** Resolves with the state that the file has then: what was complete already stays stored. */
  abort(fileId: string, signal: AbortSignal): Promise<FileState>
  setState(fileId: string, state: FileState, message: string, signal: AbortSignal): Promise<void>
}

export function createUploadApi(api: Api): UploadApi {
  return {
    create: ({ name, mediaType, size, projectId, tissueId, stainerId }, idempotencyKey, signal) => {
      const belonging = { project_id: projectId, tissue_id: tissueId, stainer_id: stainerId }
      const body = { name, media_type: mediaType, size, ...belonging }
      return api.call(createFile, { body }, { idempotencyKey, signal })
    },
    begin: async (id, signal) => void (await api.call(beginMultipart, { params: { id } }, { signal })),
    partUrl: async (id, partNumber, signal) =>
      (await api.call(partUrl, { params: { id }, query: { partNumber } }, { signal })).url,
    complete: async (id, parts, signal) => {
      const body = { parts: parts.map(({ partNumber, etag }) => ({ PartNumber: partNumber, ETag: etag })) }
      await api.call(completeMultipart, { params: { id }, body }, { signal })
    },
    abort: async (id, signal) => (await api.call(abortMultipart, { params: { id } }, { signal })).state,
    setState: async (id, state, state_message, signal) =>
      void (await api.call(updateFile, { params: { id }, body: { state, state_message } }, { signal })),
  }
}
