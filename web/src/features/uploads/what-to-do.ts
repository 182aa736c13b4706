import { messages } from '@cresyl/contract/messages'
import { unreadable } from '../../engine/uploads/file-content.ts'

const { upload } = messages

/** What a person can do about a failed upload, by the message of the catalogue that it failed with. */
export function whatToDo(message: string): string {
  if (message === upload.signedUrlFailed) {
    return 'The server did not say where to send a part. Retry; if it stays like this, sign in again.'
  }
  if (message === upload.workerCrashed || message === upload.poolDestroyed) {
    return 'The browser stopped sending, often for lack of memory. Close other tabs, then retry.'
  }
  if (message === upload.interrupted) return 'Choose the file again and leave this tab open until it is done.'
  if (message === upload.chunksFailed(Number.parseInt(message, 10))) {
    return 'Some parts did not arrive, though each was tried four times. Check the network, then retry.'
  }
  if (message === unreadable) return 'Dismiss this row, then choose the file again.'
  if (message === upload.noParts)
    return 'Check that the file can still be opened on your computer, then retry.'
  if (message.startsWith(upload.validationFailed([]))) return 'Change the name of the file, then retry.'
  return 'Retry. If it fails again, change its name or place, or ask an Organization Admin.'
}
