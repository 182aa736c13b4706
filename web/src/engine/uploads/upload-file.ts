import { messages } from '@cresyl/contract/messages'
import { checkFile, chunkSizeFor, extensionOf } from '@cresyl/contract/uploads'
import { type PartTools, sendParts } from './send-parts.ts'
import type { Belonging, UploadApi } from './upload-api.ts'

export interface FileToUpload extends Belonging {
  /** What it is to be called, which may differ from what it is called on this machine. */
  name: string
  content: Blob
  /** The same for all tries to announce it. */
  key: string
}

export interface UploadTools extends Omit<PartTools, 'api'> {
  api: UploadApi
  /** It has been announced and is known by this id. */
  onCreated(fileId: string): Promise<void>
  /** All parts have arrived. */
  onFinishing(): void
  /** It has come to this, though what was sent so far is still to be tidied up. */
  onEnding(result: UploadResult): void
  /** Ends the tidying up where the server can't be reached. */
  leaving: AbortSignal
  /** What went wrong while tidying up, which changes nothing for the person. */
  warn(message: string, cause: unknown): void
}

/** Cancelling is no failure: it is a success, with a message of its own. */
export interface UploadResult {
  success: boolean
  message: string
  /** What lies behind the message, where more is known; else ''. */
  reason: string
}

const completed: UploadResult = { success: true, message: messages.upload.completedState, reason: '' }
const cancelled: UploadResult = { success: true, message: messages.upload.cancelled, reason: '' }

/** The whole way of one file: announced, sent in parts, assembled, said to be stored. It never rejects. */
export async function uploadFile(file: FileToUpload, tools: UploadTools): Promise<UploadResult> {
  let fileId: string | undefined
  try {
    fileId = await announce(file, tools)
    await tools.onCreated(fileId)
    await send(fileId, file, tools)
    return completed
  } catch (error) {
    const result = tools.signal.aborted ? cancelled : failureOf(error)
    tools.onEnding(result)
    if (fileId === undefined) return result
    const isStored = await giveUp(fileId, result, tools)
    // It was complete before it could be given up.
    return isStored ? completed : result
  }
}

async function announce(file: FileToUpload, { api, signal }: UploadTools): Promise<string> {
  const { name, content, key, projectId, tissueId, stainerId } = file
  const { size } = content
  const errors = checkFile({ name, size })
  if (errors.length > 0) throw new Error(messages.upload.validationFailed(errors))
  const mediaType = extensionOf(name)
  const { id } = await api.create({ name, mediaType, size, projectId, tissueId, stainerId }, key, signal)
  return id
}

async function send(fileId: string, { content }: FileToUpload, tools: UploadTools): Promise<void> {
  const { api, signal } = tools
  await api.begin(fileId, signal)
  const parts = await sendParts(fileId, content, chunkSizeFor(content.size), tools)
  tools.onFinishing()
  await api.complete(fileId, parts, signal)
  // The server has said so itself by now; where it can't be told again nothing is lost.
  await api
    .setState(fileId, 'stored', messages.upload.completedState, tools.leaving)
    .catch((error) => tools.warn('The state of a file could not be updated', error))
}

/** Nobody goes on with what was sent so far. Whether it turned out to be stored all the same. */
async function giveUp(fileId: string, result: UploadResult, tools: UploadTools): Promise<boolean> {
  const { api, leaving, warn } = tools
  const state = await api
    .abort(fileId, leaving)
    .catch((error) => warn(messages.upload.cleanupFailed(sentenceOf(error)), error))
  if (state === 'stored') return true
  const told = result.success
    ? api.setState(fileId, 'aborted', messages.upload.cancelledState, leaving)
    : api.setState(fileId, 'failed', result.message, leaving)
  await told.catch((error) => warn('The state of a file could not be updated', error))
  return false
}

function failureOf(error: unknown): UploadResult {
  const message = sentenceOf(error)
  return { success: false, message, reason: reasonOf(error, message) }
}

/** The first cause that says something else. */
function reasonOf(error: unknown, message: string): string {
  if (!(error instanceof Error) || error.cause === undefined) return ''
  const reason = sentenceOf(error.cause)
  return reason !== message && reason !== messages.upload.signedUrlFailed
    ? reason
    : reasonOf(error.cause, message)
}

function sentenceOf(error: unknown): string {
  return error instanceof Error && error.message !== '' ? error.message : messages.upload.failed
}
