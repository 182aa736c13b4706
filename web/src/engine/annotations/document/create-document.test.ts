import { afterEach, beforeEach, expect, test } from 'vitest'
import { memoryStore } from '../../../lib/storage/key-value-store.ts'
import { createTestClock } from '../../test-clock.ts'
import { createTestLocks } from '../../uploads/test-locks.ts'
import { shapeFrom } from '../content/shape.ts'
import { createOutbox, type Outbox } from '../sync/create-outbox.ts'
import { createTestServer, pointAt } from '../sync/test-annotation-server.ts'
import { type AnnotationDocument, createDocument } from './create-document.ts'

const ada = { id: 'ada', name: 'Ada' }
const saved = (...ids: string[]) =>
  ids.map((id, at) => ({ ...shapeFrom(id, pointAt(at, at), ada), version: 1 }))
const [left, right] = [{}, {}]
const clock = createTestClock()
let outbox: Outbox
let document: AnnotationDocument
const shown = () => [...document.all()].map(({ id }) => id).sort()

beforeEach(async () => {
  let keys = 0
  outbox = createOutbox({
    send: createTestServer().send,
    ...{ store: memoryStore(), owner: 'ada', locks: createTestLocks(), clock },
    newKey: () => String(keys++),
    onNetwork: () => {},
    log: { warn: (text) => expect.fail(text) },
  })
  document = createDocument({ imageId: 'image', outbox, author: ada })
  await outbox.start()
})
afterEach(() => outbox.destroy())

test('what no view shows any more is forgotten, and found again where it is shown', () => {
  document.takePart(left, saved('a', 'b'))
  document.takePart(right, saved('b', 'c'))
  expect(shown()).toEqual(['a', 'b', 'c'])
  document.takePart(left, saved('d'))
  expect(shown()).toEqual(['b', 'c', 'd'])
  expect(document.index.size()).toBe(3)
  expect(document.versionOf('a')).toBe(0)
  document.leavePart(right)
  document.takePart(left, saved('a'))
  expect(shown()).toEqual(['a'])
})

test('what is selected, not saved yet, or can be taken back is kept', () => {
  const release = document.hold(() => ['a'])
  document.takePart(left, saved('a', 'b', 'c'))
  document.perform({ create: [{ id: 'new', content: pointAt(5, 5) }] })
  document.perform({ remove: ['b'] })
  document.takePart(left, saved('d'))
  expect(shown()).toEqual(['a', 'd', 'new'])
  expect(document.undo()).toBe(0)
  expect(shown()).toEqual(['a', 'b', 'd', 'new'])
  release()
  document.takePart(left, saved('d'))
  expect(shown()).toEqual(['b', 'd', 'new'])
})
