import { messages } from '@cresyl/contract/api/messages'
import { type File, fileStatusOf } from '@cresyl/contract/files/files'
import { words } from './words.ts'

/** What the server or the browser said about how it stands; '' where there is nothing to say. */
export function messageOf(file: File): string {
  const { state, state_message, reading_message } = file
  if (state === 'stored') return reading_message
  return state === 'created' ? '' : state_message
}

/** Both in one paragraph; '' where everything is well. */
export function reasonOf(file: File): string {
  return [asSentence(messageOf(file)), whatToDo(file)].filter((part) => part !== '').join(' ')
}

/** Messages of the catalogue have no full stop where they are short. */
export function asSentence(text: string): string {
  return text === '' || /[.!?…]$/.test(text) ? text : `${text}.`
}

/** What a person can do about it; '' where everything is well. */
export function whatToDo(file: File): string {
  const { toDo } = words
  const status = fileStatusOf(file)
  // What could not be read says itself what to do.
  if (status === 'ready' || (status === 'unreadable' && file.reading_message !== '')) return ''
  if (status === 'failed') {
    return file.state_message === messages.upload.interrupted ? toDo.chooseAgain : toDo.sendAgain
  }
  return toDo[status]
}
