import { messages } from '@cresyl/contract/api/messages'
import { type FileStatus, fileStatuses, fileStatusOf, statesOf } from '@cresyl/contract/files/files'
import { describe, expect, test } from 'vitest'
import { testFile } from './test-file.ts'
import { asSentence, messageOf, reasonOf, whatToDo } from './what-to-do.ts'
import { words } from './words.ts'

const fileThatIs = (status: FileStatus) => {
  const { state, reading, checking } = statesOf(status)
  return testFile({ state, reading_state: reading[0] ?? 'none', qc_state: checking ? 'queued' : null })
}

describe('what to do about a file', () => {
  test('is said for all but those that are ready', () => {
    expect(whatToDo(fileThatIs('ready'))).toBe('')
    for (const status of fileStatuses.filter((each) => each !== 'ready')) {
      expect(whatToDo(fileThatIs(status)), status).toMatch(/^[A-Z].*\.$/s)
    }
  })

  test('whose upload was interrupted is to choose it again', () => {
    const interrupted = testFile({ state: 'failed', state_message: messages.upload.interrupted })
    expect(whatToDo(interrupted)).toBe(words.toDo.chooseAgain)
    expect(whatToDo(testFile({ state: 'failed', state_message: 'other' }))).toBe(words.toDo.sendAgain)
  })

  test('that could not be read is what the server says, and nothing beside it', () => {
    const why = 'It is a ZIP archive. Export it as SVS.'
    const file = testFile({ reading_state: 'failed', reading_message: why })
    expect([messageOf(file), whatToDo(file), reasonOf(file)]).toEqual([why, '', why])
  })
})

test('a message is only that of the state the file is in', () => {
  expect(messageOf(testFile())).toBe('')
  expect(messageOf(testFile({ state: 'created', state_message: 'x' }))).toBe('')
  expect(messageOf(testFile({ state: 'aborted', state_message: 'Cancelled by user' }))).toBe(
    'Cancelled by user',
  )
})

test('short messages become sentences', () => {
  expect(asSentence('3 chunks failed')).toBe('3 chunks failed.')
  expect(asSentence('It is gone.')).toBe('It is gone.')
  expect(asSentence('')).toBe('')
})

describe('the state in words', () => {
  test.each<[FileStatus, string]>([
    ['uploading', 'Uploading'],
    ['waiting', 'Waiting to be read'],
    ['reading', 'Reading'],
    ['checking', 'Checking quality'],
    ['ready', 'Ready'],
    ['unreadable', 'Could not be read'],
    ['failed', 'Failed'],
    ['cancelled', 'Cancelled'],
  ])('%s is “%s”', (status, word) => {
    expect(words.statuses[fileStatusOf(fileThatIs(status))]).toBe(word)
  })

  test('says how far the reading is, once that is known', () => {
    expect([words.reading(null), words.reading(0.409)]).toEqual(['Reading', 'Reading, 40%'])
  })
})
