import { expect, test } from 'vitest'
import { draftOf, splitRepeated } from './draft.ts'
import { nextToStart } from './next-to-start.ts'
import { emptyFile } from './test-file.ts'
import { nowhere } from './test-tab.ts'
import { createTransferSpeed } from './transfer-speed.ts'
import type { Upload } from './upload.ts'
import { totalsOf } from './upload-totals.ts'

const draft = draftOf({ content: emptyFile('a.svs', 2048), folder: 'f' }, nowhere, 'k')
const row = (changes: Partial<Upload>, isTaken = false) => ({ upload: { ...draft, ...changes }, isTaken })
const waiting = row({ stage: 'waiting' })
const sending = (partCount: number, partsSent: number, changes: Partial<Upload> = {}) =>
  row({ stage: 'sending', partCount, partsSent, ...changes })

test('a file waits until those above it want fewer parts than can travel', () => {
  expect(nextToStart([sending(10, 5), waiting], 5)).toBeUndefined()
  expect(nextToStart([sending(10, 6), waiting], 5)).toBe(waiting)
  expect(nextToStart([sending(10, 5, { partsFailed: 1 }), waiting], 5)).toBe(waiting)
  expect(nextToStart([sending(3, 0), sending(3, 0), waiting], 5)).toBeUndefined()
})

test('those below do not hold it up, nor those that are paused', () => {
  expect(nextToStart([waiting, sending(800, 0)], 5)).toBe(waiting)
  expect(nextToStart([sending(800, 0, { paused: true }), waiting], 5)).toBe(waiting)
})

test('at most five files are under way', () => {
  const one = sending(1, 1)
  expect(nextToStart([one, one, one, one, waiting], 5)).toBe(waiting)
  expect(nextToStart([one, one, one, one, one, waiting], 5)).toBeUndefined()
})

test('one that is paused, or whose last try is still being tidied up, is passed over', () => {
  const rows = [row({ stage: 'waiting', paused: true }), row({ stage: 'waiting' }, true), waiting, row({})]
  expect(nextToStart(rows, 5)).toBe(waiting)
  expect(nextToStart([row({})], 5)).toBeUndefined()
})

test('a draft knows its parts, and how many of them at once are worth it', () => {
  const of = (size: number) => draftOf({ content: emptyFile('a.svs', size), folder: '' }, nowhere, 'k')
  const fiveMegabytes = 5 * 1024 ** 2
  const found = [1, 5, 6, 19].map((parts) => of(parts * fiveMegabytes).recommendedConcurrency)
  expect(found).toEqual([2, 2, 3, 3])
  expect(of(40 * 1024 ** 3)).toMatchObject({ partCount: 820, recommendedConcurrency: 5, errors: [] })
  expect(of(0)).toMatchObject({ partCount: 0, errors: ['File size is below minimum limit of 1KB'] })
})

test('files are the same that have one name, size, time and folder', () => {
  const file = (name: string, size: number, time: number, folder: string) => ({
    content: emptyFile(name, size, time),
    folder,
  })
  const there = [file('a', 1, 1, '')]
  const given = [
    file('a', 1, 1, ''),
    file('a', 2, 1, ''),
    file('a', 1, 2, ''),
    file('a', 1, 1, 'f'),
    file('b', 1, 1, ''),
  ]
  const { fresh, repeated } = splitRepeated([...given, ...given], there)
  expect([fresh, repeated]).toEqual([given.slice(1), [given[0], ...given]])
})

test('totals are of what was started and not given up', () => {
  const speed = createTransferSpeed(() => 0)
  const all = [
    draft,
    { ...draft, stage: 'failed', bytesSent: 100 } as const,
    { ...draft, stage: 'completed', bytesSent: 0 } as const,
    { ...draft, stage: 'sending', bytesSent: 48, paused: true, disconnected: true } as const,
    { ...draft, stage: 'waiting' } as const,
  ]
  expect(totalsOf(all, speed)).toMatchObject({
    bytes: 4 * 2048,
    bytesFailed: 2048,
    bytesSent: 2048 + 48,
    paused: 1,
    busy: true,
    disconnected: true,
    counts: {
      draft: 1,
      waiting: 1,
      starting: 0,
      sending: 1,
      finishing: 0,
      completed: 1,
      failed: 1,
      cancelled: 0,
    },
  })
  expect(totalsOf([draft], speed)).toMatchObject({ busy: false, secondsLeft: null, bytes: 0 })
})
