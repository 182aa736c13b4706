import { afterEach, beforeEach, expect, test } from 'vitest'
import { memoryStore } from '../../../lib/storage/key-value-store.ts'
import { createTestClock } from '../../test-clock.ts'
import { createTestLocks } from '../../uploads/test-locks.ts'
import { createDocument } from '../document/create-document.ts'
import { createOutbox, type Outbox } from './create-outbox.ts'
import { createTestServer, pointAt, type TestServer } from './test-annotation-server.ts'

const ada = { id: 'ada', name: 'Ada' }
let server: TestServer
let clock = createTestClock()
let store = memoryStore()
let locks = createTestLocks()
let open: Outbox[] = []
let warnings: string[] = []

/** A page with the image open. */
async function page(owner = 'ada') {
  let keys = 0
  const number = open.length
  let network = () => {}
  const outbox = createOutbox({
    send: (batch) => server.send(batch),
    store,
    owner,
    locks,
    clock,
    newKey: () => `${number}-${keys++}`,
    onNetwork: (listener) => {
      network = listener
    },
    log: { warn: (text) => void warnings.push(text) },
  })
  open.push(outbox)
  const document = createDocument({
    imageId: 'image',
    outbox,
    author: ada,
    undoCreation: () => expect.fail(),
  })
  await outbox.start()
  return { outbox, document, network: () => network() }
}
const names = (document: Awaited<ReturnType<typeof page>>['document']) =>
  [...document.all()].map(({ name }) => name).sort()
const saved = () => clock.advance(2000)

beforeEach(() => {
  server = createTestServer()
  clock = createTestClock()
  store = memoryStore()
  locks = createTestLocks()
  open = []
  warnings = []
})
afterEach(() => {
  expect(warnings).toEqual([])
  for (const outbox of open) outbox.destroy()
})

test('what is drawn is seen at once and saved in one batch', async () => {
  const { outbox, document } = await page()
  document.perform({ create: [{ id: 'a', content: pointAt(1, 1, 'one') }] })
  document.perform({ create: [{ id: 'b', content: pointAt(2, 2, 'two') }] })
  document.perform({ update: [{ id: 'a', patch: { name: 'first' } }] })
  expect(names(document)).toEqual(['first', 'two'])
  expect(outbox.status()).toMatchObject({ state: 'saving', unsent: 2 })
  await saved()
  expect(outbox.status()).toMatchObject({ state: 'saved', unsent: 0 })
  expect(server.done).toHaveLength(1)
  expect(server.rows.get('a')).toMatchObject({ name: 'first', version: 1 })
  expect(document.get('a')?.version).toBe(1)
  expect(await store.keys()).toEqual([])
})

test('undo and redo go through everything, saved or not, and end where they began', async () => {
  const { document } = await page()
  document.perform({ create: [{ id: 'a', content: pointAt(1, 1, 'one') }] })
  await saved()
  document.perform({ update: [{ id: 'a', patch: { name: 'uno', locked: true } }] })
  document.perform({ remove: ['a'], create: [{ id: 'b', content: pointAt(3, 3, 'b') }] })
  await saved()
  expect(names(document)).toEqual(['b'])
  document.undo()
  expect(document.get('a')).toMatchObject({ name: 'uno', locked: true })
  await saved()
  expect(server.rows.get('a')).toMatchObject({ name: 'uno', deleted_at: null })
  expect(server.rows.get('b')?.deleted_at).not.toBeNull()
  document.undo()
  document.undo()
  expect(names(document)).toEqual([])
  expect(document.canUndo()).toBe(false)
  document.redo()
  document.redo()
  document.redo()
  await saved()
  expect(names(document)).toEqual(['b'])
  expect(server.rows.get('a')?.deleted_at).not.toBeNull()
  expect(server.rows.get('b')).toMatchObject({ name: 'b', deleted_at: null })
})

test('undoing leaves alone what somebody else has changed since', async () => {
  const { document } = await page()
  document.perform({ create: [{ id: 'a', content: pointAt(1, 1, 'one') }] })
  await saved()
  document.perform({ update: [{ id: 'a', patch: { name: 'mine' } }] })
  await saved()
  document.takeOne(server.change('a', { notes: 'theirs' }))
  document.takeOne(server.change('a', { name: 'theirs' }))
  expect(await document.undo()).toEqual({ name: 'name', count: 0, left: 1 })
  expect(await document.undo()).toEqual({ name: 'drawn', count: 0, left: 1 })
  expect([document.canUndo(), document.canRedo()]).toEqual([false, false])
  await saved()
  expect(server.rows.get('a')).toMatchObject({ name: 'theirs', notes: 'theirs', deleted_at: null })
})

test('what somebody else drew is put back where it was only while nobody has changed it since', async () => {
  const { document } = await page()
  for (const id of ['a', 'b']) {
    document.perform({ create: [{ id, content: pointAt(1, 1, id) }] })
    await saved()
  }
  const move = ['a', 'b'].map((id) => ({ id, patch: { geometry: pointAt(5, 5).geometry } }))
  document.perform({ update: move })
  await saved()
  document.takeOne(server.change('b', { review: 'accepted' }))
  expect(await document.undo()).toEqual({ name: 'moved', count: 1, left: 1 })
  await saved()
  expect(server.rows.get('a')?.geometry).toEqual(pointAt(1, 1).geometry)
  expect(server.rows.get('b')?.geometry).toEqual(pointAt(5, 5).geometry)
  expect(await document.redo()).toEqual({ name: 'moved', count: 1, left: 0 })
  expect(document.get('a')?.geometry).toEqual(pointAt(5, 5).geometry)
})

test('without a connection it waits, is kept, and goes on as soon as there is one', async () => {
  const { outbox, document, network } = await page()
  server.fault = 'away'
  document.perform({ create: [{ id: 'a', content: pointAt(1, 1, 'one') }] })
  await clock.advance(60_000)
  expect(outbox.status()).toMatchObject({ state: 'waiting', unsent: 1 })
  document.perform({ update: [{ id: 'a', patch: { name: 'later' } }] })
  expect(names(document)).toEqual(['later'])
  server.fault = null
  network()
  await saved()
  expect(outbox.status().state).toBe('saved')
  expect(server.rows.get('a')).toMatchObject({ name: 'later', version: 2 })
})

test('a reply that got lost saves nothing twice', async () => {
  const { document } = await page()
  server.fault = 'lost-reply'
  document.perform({ create: [{ id: 'a', content: pointAt(1, 1, 'one') }] })
  await saved()
  document.perform({ update: [{ id: 'a', patch: { name: 'two' } }] })
  server.fault = null
  await clock.advance(20_000)
  expect(server.done).toHaveLength(2)
  expect(server.rows.get('a')).toMatchObject({ name: 'two', version: 2 })
})

test('nothing is sent before the browser has kept it, so that the next page sends it under the same key', async () => {
  const { set, ...rest } = store
  const slow = Promise.withResolvers<void>()
  store = { ...rest, set: (...given) => slow.promise.then(() => set(...given)) }
  const { document } = await page()
  document.perform({ create: [{ id: 'a', content: pointAt(1, 1, 'one') }] })
  await saved()
  expect(server.done).toEqual([])
  slow.resolve()
  await saved()
  expect(server.done).toHaveLength(1)
})

test('the next page sends what a page left, signed out or closed, and shows it at once; nobody else does', async () => {
  const first = await page()
  server.fault = 'signed-out'
  first.document.perform({ create: [{ id: 'a', content: pointAt(1, 1, 'one') }] })
  await saved()
  expect(first.outbox.status().state).toBe('signed-out')
  first.document.perform({ create: [{ id: 'b', content: pointAt(1, 1, 'two') }] })
  await saved()
  first.outbox.destroy()
  await clock.settle()
  server.fault = null
  const other = await page('grace')
  expect(names(other.document)).toEqual([])
  const next = await page()
  expect(names(next.document)).toEqual(['one', 'two'])
  await saved()
  expect([...server.rows.keys()]).toEqual(['a', 'b'])
  expect(next.outbox.status().state).toBe('saved')
  expect(await store.keys()).toEqual([])
})

test('of two tabs each sends its own; what one leaves behind, the other takes over', async () => {
  const one = await page()
  server.fault = 'away'
  one.document.perform({ create: [{ id: 'a', content: pointAt(1, 1, 'one') }] })
  await clock.settle()
  const other = await page()
  other.document.perform({ create: [{ id: 'b', content: pointAt(1, 1, 'two') }] })
  await clock.advance(1000)
  expect(names(other.document)).toEqual(['two'])
  one.outbox.destroy()
  await clock.settle()
  expect(names(other.document)).toEqual(['one', 'two'])
  server.fault = null
  await clock.advance(30_000)
  expect(server.done.flatMap(({ entries }) => entries.map(({ id }) => id)).sort()).toEqual(['a', 'b'])
})

test('changes of different fields are both kept; of the same field both versions are shown', async () => {
  const { outbox, document } = await page()
  document.perform({ create: ['a', 'b', 'c', 'd'].map((id) => ({ id, content: pointAt(1, 1, id) })) })
  await saved()
  document.perform({
    update: ['a', 'b', 'd'].map((id) => ({ id, patch: { name: `my ${id}` } })),
    remove: ['c'],
  })
  server.change('a', { locked: true })
  server.change('b', { name: 'their b' })
  server.change('c', { name: 'their c' })
  await saved()
  expect(server.rows.get('a')).toMatchObject({ name: 'my a', locked: true })
  expect(server.rows.get('d')).toMatchObject({ name: 'my d' })
  expect(server.rows.get('b')).toMatchObject({ name: 'their b' })
  expect(server.rows.get('c')).toMatchObject({ name: 'their c', deleted_at: null })
  const { problems, state } = outbox.status()
  expect(state).toBe('saved')
  expect(problems.map(({ entry, reason }) => [entry.id, reason])).toEqual([
    ['b', 'changed'],
    ['c', 'changed'],
  ])
  expect(await store.keys()).toHaveLength(1)
  outbox.decide('b', 'mine')
  outbox.decide('c', 'theirs')
  await saved()
  expect(server.rows.get('b')).toMatchObject({ name: 'my b' })
  expect(server.rows.get('c')).toMatchObject({ name: 'their c', deleted_at: null })
  expect(outbox.status().problems).toEqual([])
  expect(names(document)).toEqual(['my a', 'my b', 'my d', 'their c'])
})

test('of one that was deleted here its deletion is known, before the server has it and after', async () => {
  const { document } = await page()
  document.perform({ create: [{ id: 'a', content: pointAt(1, 1, 'a') }] })
  await saved()
  document.perform({ remove: ['a'] })
  expect(document.versionOf('a')).toBe(2)
  await saved()
  expect(document.versionOf('a')).toBe(server.rows.get('a')?.version)
  document.undo()
  await saved()
  expect(document.versionOf('a')).toBe(server.rows.get('a')?.version)
})

test('one that somebody deleted meanwhile is told, and restored where one insists', async () => {
  const { outbox, document } = await page()
  document.perform({ create: [{ id: 'a', content: pointAt(1, 1, 'a') }] })
  await saved()
  server.change('a', { deleted_at: '2026-01-02T00:00:00Z' })
  document.perform({ update: [{ id: 'a', patch: { name: 'mine' } }] })
  await saved()
  expect(outbox.status().problems[0]).toMatchObject({ reason: 'gone' })
  outbox.decide('a', 'mine')
  await saved()
  expect(server.rows.get('a')).toMatchObject({ name: 'mine', deleted_at: null })
})

test('what the server refuses is found among many, kept and told; the rest is saved', async () => {
  const { outbox, document } = await page()
  server.refuses = (id) => id === '7'
  document.perform({
    create: Array.from({ length: 20 }, (_, at) => ({ id: String(at), content: pointAt(at, 1) })),
  })
  await clock.advance(60_000)
  expect(server.rows.size).toBe(19)
  expect(outbox.status()).toMatchObject({
    state: 'saved',
    problems: [{ reason: 'refused', message: 'The ring crosses itself.' }],
  })
})
