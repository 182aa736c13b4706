import type { Annotation } from '@cresyl/contract/annotations/annotations'
import { annotationLimits } from '@cresyl/contract/api/limits'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createChangeFollower, type FollowedImage } from './follow-changes.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** An image that knows some by their version, and notes what it is told. */
function image(imageId: string, known: Record<string, number>) {
  const told: string[] = []
  const followed: FollowedImage = {
    document: {
      imageId,
      versionOf: (id) => known[id] ?? 0,
      takeOne: ({ id }) => void told.push(`took ${id}`),
      takeGone: (ids) => void told.push(...ids.map((id) => `gone ${id}`)),
    },
    source: { refresh: () => void told.push('refresh') },
  }
  return { followed, told }
}

const named = (id: string) => ({ id }) as Annotation

test('changes that come together are asked for together; what is not there any more is gone', async () => {
  const { followed, told } = image('slide', { mine: 3, theirs: 1, deleted: 1 })
  const fetch = vi.fn(async () => [named('theirs')])
  const follower = createChangeFollower({ images: () => [followed], fetch })
  follower.changed('mine', 3)
  follower.changed('theirs', 2)
  follower.changed('deleted', 2)
  await vi.runAllTimersAsync()
  expect(fetch).toHaveBeenCalledExactlyOnceWith('slide', ['theirs', 'deleted'])
  expect(told).toEqual(['took theirs', 'gone deleted'])
})

test('what is known already is not asked for', async () => {
  const { followed, told } = image('slide', { mine: 3 })
  const fetch = vi.fn(async () => [])
  const follower = createChangeFollower({ images: () => [followed], fetch })
  follower.changed('mine', 3)
  await vi.runAllTimersAsync()
  expect([fetch.mock.calls, told]).toEqual([[], []])
})

test('after many changes, a failure or a gap everything is asked for', async () => {
  const { followed, told } = image('slide', {})
  const fetch = vi.fn(async () => Promise.reject(new Error('gone')))
  const follower = createChangeFollower({ images: () => [followed], fetch })
  for (let n = 0; n <= annotationLimits.named; n += 1) follower.changed(`${n}`, 1)
  await vi.runAllTimersAsync()
  expect([fetch.mock.calls, told]).toEqual([[], ['refresh']])
  follower.changed('one')
  await vi.runAllTimersAsync()
  follower.missed()
  expect(told).toEqual(['refresh', 'refresh', 'refresh'])
})
