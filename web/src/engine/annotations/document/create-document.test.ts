import { afterEach, beforeEach, expect, test } from 'vitest'
import { memoryStore } from '../../../lib/storage/key-value-store.ts'
import { createTestClock } from '../../test-clock.ts'
import { createTestLocks } from '../../uploads/test-locks.ts'
import { shapeFrom } from '../content/shape.ts'
import { createOutbox, type Outbox } from '../sync/create-outbox.ts'
import { createTestServer, pointAt } from '../sync/test-annotation-server.ts'
import { type AnnotationDocument, createDocument } from './create-document.ts'
import type { Creation } from './history.ts'

const ada = { id: 'ada', name: 'Ada' }
const saved = (...ids: string[]) =>
  ids.map((id, at) => ({ ...shapeFrom(id, pointAt(at, at), ada), version: 1 }))
const [left, right] = [{}, {}]
const clock = createTestClock()
let outbox: Outbox
let document: AnnotationDocument
let asked: Creation[] = []
const shown = () => [...document.all()].map(({ id }) => id).sort()

beforeEach(async () => {
  let keys = 0
  asked = []
  outbox = createOutbox({
    send: createTestServer().send,
    store: memoryStore(),
    owner: 'ada',
    locks: createTestLocks(),
    clock,
    newKey: () => String(keys++),
    onNetwork: () => {},
    log: { warn: (text) => expect.fail(text) },
  })
  document = createDocument({
    imageId: 'image',
    outbox,
    author: ada,
    undoCreation: async (creation) => {
      asked.push(creation)
      return { changed: ['i', 'j'], left: 1, changedAt: 'then' }
    },
  })
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

test('what is selected, not saved yet, or can be taken back is kept', async () => {
  const release = document.hold(() => ['a'])
  document.takePart(left, saved('a', 'b', 'c'))
  document.perform({ create: [{ id: 'new', content: pointAt(5, 5) }] })
  document.perform({ remove: ['b'] })
  document.takePart(left, saved('d'))
  expect(shown()).toEqual(['a', 'd', 'new'])
  expect(await document.undo()).toEqual({ name: 'deleted', count: 1, left: 0 })
  expect(shown()).toEqual(['a', 'b', 'd', 'new'])
  release()
  document.takePart(left, saved('d'))
  expect(shown()).toEqual(['b', 'd', 'new'])
})

test('an import is the last thing that was done: undo takes it back as a whole, and redo brings it back', async () => {
  const creation = { origin: 'imported', createdAt: 'now', count: 3 } as const
  document.perform({ create: [{ id: 'a', content: pointAt(5, 5) }] })
  await clock.advance(2000)
  document.noteCreation(creation)
  document.takeAll(saved('a', 'i', 'j', 'k'))
  const undoing = document.undo()
  expect([document.canUndo(), await document.undo()]).toEqual([false, null])
  expect(await undoing).toEqual({ name: 'imported', count: 2, left: 1 })
  expect([asked, shown()]).toEqual([[creation], ['a', 'k']])
  document.takeAll(saved('a', 'k'))
  expect(await document.redo()).toEqual({ name: 'imported', count: 2, left: 1 })
  expect(asked[1]).toEqual({ ...creation, count: 2, undoneAt: 'then' })
  expect(shown()).toEqual(['a', 'i', 'j', 'k'])
  await document.undo()
  await document.undo()
  expect(shown()).toEqual(['k'])
})

test('what was done before can be taken back by itself', async () => {
  document.takeAll(saved('a', 'b'))
  document.perform({ remove: ['a', 'b'] })
  const act = document.lastAct() ?? undefined
  document.perform({ create: [{ id: 'new', content: pointAt(5, 5) }] })
  expect(await document.undo(act)).toEqual({ name: 'deleted', count: 2, left: 0 })
  expect(shown()).toEqual(['a', 'b', 'new'])
  expect(await document.undo(act)).toBeNull()
})
