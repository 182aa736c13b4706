import { messages } from '@cresyl/contract/api/messages'
import { unreadable } from '../../../engine/uploads/file-content.ts'
import { words } from '../words.ts'

const { upload } = messages
const { toDo } = words

/**
 * What a person can do about a failed upload, by the message of the catalogue that it failed with; '' where the server's
 * own reason says it better.
 */
export function whatToDo(message: string, reason = ''): string {
  if (message === upload.signedUrlFailed) return reason === '' ? toDo.signedUrl : ''
  if (message === upload.workerCrashed || message === upload.poolDestroyed) return toDo.stopped
  if (message === upload.interrupted) return toDo.interrupted
  if (message === upload.chunksFailed(Number.parseInt(message, 10))) return toDo.parts
  if (message === unreadable) return toDo.unreadable
  if (message === upload.noParts) return toDo.noParts
  if (message.startsWith(upload.validationFailed([]))) return toDo.validation
  return toDo.other
}
