import type { Notification } from '@cresyl/contract/people/notifications'
import { expect, test } from 'vitest'
import { withAllRead, withMark } from './marks.ts'

const now = '2026-11-15T14:05:00.000Z'
const earlier = '2026-11-15T08:00:00.000Z'

function notification(number: number, readAt: string | null): Notification {
  return {
    id: `0198c0de-0000-7000-8000-00000000000${number}`,
    kind: 'member.joined',
    text: 'Ada joined.',
    link: null,
    created_at: earlier,
    read_at: readAt,
  }
}

const fresh = notification(1, null)
const old = notification(2, earlier)
const list = { count: 2, next: null, previous: null, results: [fresh, old], unread: 4 }

test('reading one counts down and leaves the others', () => {
  const marked = withMark(list, fresh, now)
  expect(marked.unread).toBe(3)
  expect(marked.results.map((each) => each.read_at)).toEqual([now, earlier])
})

test('one that was read counts once, and unread again counts up', () => {
  expect(withMark(list, old, now).unread).toBe(4)
  expect(withMark(list, old, null).unread).toBe(5)
})

test('a list without it counts too', () => {
  expect(withMark({ ...list, results: [] }, fresh, now).unread).toBe(3)
})

test('reading all keeps when the others were read', () => {
  const marked = withAllRead(list, now)
  expect(marked.unread).toBe(0)
  expect(marked.results.map((each) => each.read_at)).toEqual([now, earlier])
})
