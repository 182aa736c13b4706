import { messages } from '@cresyl/contract/api/messages'
import { checkFile, chunkSizeFor, extensionOf } from '@cresyl/contract/files/uploads'
import { hasCode } from '../../lib/api/field-errors.ts'
import { type GiveUpTools, giveUp, stateNotUpdated } from './give-up.ts'
import { type PartTools, sendParts } from './send-parts.ts'
import type { Belonging, UploadApi } from './upload-api.ts'
import { failureOf, UploadError } from './upload-error.ts'

export interface FileToUpload extends Belonging {
  /** What it is to be called, which may differ from what it is called on this machine. */
  name: string
  content: Blob
  /** The same for all tries to announce it. */
  key: string
}

/** `signal` is aborted when the person cancels, and when the page is left: then `leaving` is, too. */
export interface UploadTools extends Omit<PartTools, 'api'>, Omit<GiveUpTools, 'api'> {
  api: UploadApi
  /** It has been announced and is known by this id. */
  onCreated(fileId: string): Promise<void>
  /** All parts have arrived. */
  onFinishing(): void
  /** It has come to this, though what was sent so far is still to be tidied up. */
  onEnding(result: UploadResult): void
}

/** Cancelling is no failure: it is a success, with a message of its own. */
export interface UploadResult {
  success: boolean
  message: string
  /** What lies behind the message, where more is known; else ''. */
  reason: string
}

export interface EndedUpload {
  result: UploadResult
  /** Whether the server knows, so that nothing of it is left there. */
  tidied: boolean
}

export const stored: UploadResult = { success: true, message: messages.upload.completedState, reason: '' }
export const cancelled: UploadResult = { success: true, message: messages.upload.cancelled, reason: '' }

/** The whole way of one file: announced, sent in parts, assembled, said to be stored. It never rejects. */
export async function uploadFile(file: FileToUpload, tools: UploadTools): Promise<EndedUpload> {
  let fileId: string | undefined
  try {
    fileId = await announce(file, tools)
    await tools.onCreated(fileId)
    await send(fileId, file, tools)
    return { result: stored, tidied: true }
  } catch (error) {
    const result = resultOf(error, tools)
    tools.onEnding(result)
    if (fileId === undefined) return { result, tidied: true }
    const ending = result.success
      ? ({ state: 'aborted', message: messages.upload.cancelledState } as const)
      : ({ state: 'failed', message: result.message } as const)
    const aftermath = await giveUp(fileId, ending, tools)
    if (aftermath === 'stored') return { result: stored, tidied: true }
    return { result, tidied: aftermath === 'ended' || aftermath === 'gone' }
  }
}

async function announce(file: FileToUpload, { api, signal }: UploadTools): Promise<string> {
  const { name, content, key, projectId, tissueId, stainerId } = file
  const { size } = content
  const errors = checkFile({ name, size })
  if (errors.length > 0) throw new UploadError(messages.upload.validationFailed(errors))
  const mediaType = extensionOf(name)
  const announced = { name, mediaType, size, projectId, tissueId, stainerId }
  const { id } = await api.create(announced, key, signal).catch((error: unknown) => {
    const refusals = hasCode(error, 'invalid_input') ? Object.values(error.fields).flat() : []
    if (refusals.length === 0) throw error
    throw new UploadError(messages.upload.validationFailed(refusals))
  })
  return id
}

async function send(fileId: string, { content }: FileToUpload, tools: UploadTools): Promise<void> {
  const { api, signal, leaving, warn } = tools
  await api.begin(fileId, signal)
  const parts = await sendParts(fileId, content, chunkSizeFor(content.size), tools)
  tools.onFinishing()
  await api.complete(fileId, parts, signal)
  tools.onEnding(stored)
  // The server has said so itself by now; where it can't be told again nothing is lost.
  await api
    .setState(fileId, 'stored', messages.upload.completedState, leaving)
    .catch((error: unknown) => warn(stateNotUpdated, error))
}

function resultOf(error: unknown, { signal, leaving }: UploadTools): UploadResult {
  if (leaving.aborted) return { success: false, ...failureOf(leaving.reason) }
  return signal.aborted ? cancelled : { success: false, ...failureOf(error) }
}
