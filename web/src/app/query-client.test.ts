import { messages } from '@cresyl/contract/api/messages'
import { MutationObserver, QueryObserver } from '@tanstack/react-query'
import { describe, expect, test } from 'vitest'
import { CallError } from '../lib/api/call-error.ts'
import { createQueryClient, retryDelay, sentenceOf, shouldRetry } from './query-client.ts'

const failure = (status: number) => new CallError({ status, code: null, message: `Status ${status}.` })

describe('retries', () => {
  test.each([0, 500, 503, 408, 429])('status %i is tried three more times', (status) => {
    expect([0, 1, 2, 3].map((failures) => shouldRetry(failures, failure(status), true))).toEqual([
      true,
      true,
      true,
      false,
    ])
  })

  test.each([400, 401, 403, 404, 409, 422])('status %i is final', (status) => {
    expect(shouldRetry(0, failure(status), true)).toBe(false)
  })

  test('without a network, what nobody answered is not tried again', () => {
    expect(shouldRetry(0, failure(0), false)).toBe(false)
    // The server is on this very machine.
    expect(shouldRetry(0, failure(503), false)).toBe(true)
  })

  test('delays double from 1 s up to 30 s', () => {
    expect([0, 1, 2, 3, 4, 5, 9].map(retryDelay)).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000])
  })
})

describe('errors of mutations', () => {
  async function mutate(error: unknown, shownInPlace?: (error: unknown) => boolean) {
    const shown: unknown[] = []
    const client = createQueryClient((...toast) => shown.push(toast))
    const observer = new MutationObserver(client, {
      mutationFn: () => Promise.reject(error),
      ...(shownInPlace && { meta: { shownInPlace } }),
    })
    await observer.mutate().catch(() => undefined)
    return shown
  }

  test("are shown as a toast with the server's sentence", async () => {
    expect(await mutate(failure(507))).toEqual([['Status 507.', 'error']])
  })

  test('are left to the form that shows them beside the field', async () => {
    expect(await mutate(failure(400), () => true)).toEqual([])
    expect(await mutate(failure(400), () => false)).toEqual([['Status 400.', 'error']])
  })
})

test('a failed refresh of something on the screen is a toast; a first load is left to the page', async () => {
  const shown: unknown[] = []
  const client = createQueryClient((...toast) => shown.push(toast))
  let answer: () => Promise<string> = () => Promise.reject(failure(404))
  const observer = new QueryObserver(client, { queryKey: ['thing'], queryFn: () => answer() })
  await observer.refetch()
  expect(shown).toEqual([])
  answer = () => Promise.resolve('data')
  await observer.refetch()
  answer = () => Promise.reject(failure(404))
  await observer.refetch()
  expect(shown).toEqual([['Status 404.', 'error']])
})

test('a failed refresh that nobody asked for disturbs nobody', async () => {
  const shown: unknown[] = []
  const client = createQueryClient((...toast) => shown.push(toast))
  client.setQueryData(['thing'], 'data')
  const observer = new QueryObserver(client, {
    queryKey: ['thing'],
    queryFn: () => Promise.reject(failure(404)),
    meta: { quiet: true },
  })
  expect((await observer.refetch()).isRefetchError).toBe(true)
  expect(shown).toEqual([])
})

test('what is no error still gives a sentence', () => {
  expect(sentenceOf(undefined)).toBe(messages.somethingWentWrong)
  expect(sentenceOf(new Error(''))).toBe(messages.somethingWentWrong)
})
