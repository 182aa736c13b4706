import { expect, test } from 'vitest'
import { CallError } from '../../lib/api/call-error.ts'
import { createHelpStore } from './help-store.ts'

test('tells of what is asked until it is closed', () => {
  const store = createHelpStore()
  const seen: unknown[] = []
  store.subscribe(() => seen.push(store.asked()))
  store.ask({ jobId: 'a' })
  store.close()
  expect(seen).toEqual([{ jobId: 'a' }, null])
})

test('is attended as long as somebody shows the form', () => {
  const store = createHelpStore()
  const leave = store.attend()
  expect(store.isAttended()).toBe(true)
  leave()
  expect(store.isAttended()).toBe(false)
})

test('knows by its sentence how the server calls a failure, for the last few', () => {
  const store = createHelpStore()
  const failure = (n: number) =>
    new CallError({ status: 500, code: 'internal', message: `Failure ${n}`, request: `request-${n}` })
  for (let n = 0; n <= 20; n += 1) store.noteFailure(failure(n))
  store.noteFailure(new Error('Failure 21'))
  expect(store.requestOf('Failure 20')).toBe('request-20')
  expect(store.requestOf('Failure 0')).toBeUndefined()
  expect(store.requestOf('Failure 21')).toBeUndefined()
})
