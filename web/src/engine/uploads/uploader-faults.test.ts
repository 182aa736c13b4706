import { bytes } from '@cresyl/contract/api/limits'
import { messages } from '@cresyl/contract/api/messages'
import { beforeEach, expect, test } from 'vitest'
import { unreadable } from './file-content.ts'
import { changedFile } from './test-file.ts'
import {
  createTestBrowser,
  done,
  filesOf,
  nowhere,
  openTab,
  rowsOf,
  send,
  type TestBrowser,
  type TestTab,
} from './test-tab.ts'

const { MB } = bytes
let browser: TestBrowser
let tab: TestTab

beforeEach(() => {
  browser = createTestBrowser()
  tab = openTab(browser)
})

const names = () => browser.server.calls.map(({ name }) => name)
const tries = (partNumber: number) =>
  browser.server.callsOf('put').filter((call) => call.partNumber === partNumber)

test('a part has one try and three retries after 1, 2 and 4 seconds, each with an address of its own', async () => {
  browser.server.latency = () => 0
  browser.server.fault = ({ name, partNumber }) =>
    name === 'put' && partNumber === 2 ? 'storage_full' : undefined
  send(tab, 15 * MB)
  await browser.clock.advance(20_000)
  const at = tries(2).map((call) => call.at)
  expect(at.slice(1).map((each, index) => each - (at[index] ?? 0))).toEqual([1000, 2000, 4000])
  expect(new Set(tries(2).map(({ url }) => url)).size).toBe(4)
  expect(rowsOf(tab)).toEqual([
    ['failed', '1 chunks failed', 'The disk is full. Nothing was lost: free some space and try again.'],
  ])
  expect(filesOf(browser)).toEqual([['failed', '1 chunks failed', 'aborted']])
  expect(tab.records.list()).toMatchObject([
    { status: 'failed', completedChunks: [1, 3], failedChunks: [2], progress: 67, bytesUploaded: 10 * MB },
  ])
})

test('the other parts are sent before it is said how many failed', async () => {
  browser.server.fault = ({ name, partNumber = 0 }) =>
    name === 'put' && partNumber <= 3 ? 'internal' : undefined
  send(tab, 60 * MB)
  await browser.clock.advance(30_000)
  expect(rowsOf(tab)[0]?.slice(0, 2)).toEqual(['failed', '3 chunks failed'])
  expect(tab.uploader.list()[0]).toMatchObject({ partsSent: 9, partsFailed: 3 })
  expect(names().slice(-2)).toEqual(['abort', 'setState'])
  expect(names()).not.toContain('complete')
})

test('a part that fails three times and then arrives fails nothing', async () => {
  let left = 3
  browser.server.fault = ({ name }) => (name === 'put' && left-- > 0 ? 'internal' : undefined)
  send(tab, MB)
  await browser.clock.advance(20_000)
  expect(rowsOf(tab)).toEqual([done])
  expect(tries(1)).toHaveLength(4)
})

test.each(['forbidden', 'not_found', 'upload_closed'] as const)(
  'an address that is refused (%s) ends the upload at once',
  async (code) => {
    browser.server.fault = ({ name }) => (name === 'partUrl' ? code : undefined)
    send(tab, 99 * MB)
    await browser.clock.advance(900)
    const [row] = rowsOf(tab)
    expect(row?.slice(0, 2)).toEqual(['failed', messages.upload.signedUrlFailed])
    expect(row?.[2]).not.toBe('')
    expect(names()).not.toContain('put')
    expect(filesOf(browser)).toEqual([['failed', messages.upload.signedUrlFailed, 'aborted']])
  },
)

test('an address that can not be had is asked for again, and is the reason in the end', async () => {
  browser.server.fault = ({ name }) => (name === 'partUrl' ? 'internal' : undefined)
  send(tab, MB)
  await browser.clock.advance(20_000)
  expect(browser.server.callsOf('partUrl')).toHaveLength(4)
  const reason = `${messages.upload.signedUrlFailed}: ${messages.somethingWentWrong}`
  expect(rowsOf(tab)).toEqual([['failed', '1 chunks failed', reason]])
})

test('a worker that crashes is replaced, and its part sent again', async () => {
  let left = 3
  tab.workers.crash = () => left-- > 0
  send(tab, MB)
  await browser.clock.advance(20_000)
  expect(rowsOf(tab)).toEqual([done])
  expect([tab.workers.started, tab.workers.alive]).toEqual([4, 1])
  tab.workers.crashIdle()
  expect(tab.workers.alive).toBe(0)
  send(tab, MB)
  await browser.clock.advance(1000)
  expect(rowsOf(tab)).toEqual([done, done])
})

test('workers that always crash fail the parts, with the reason', async () => {
  tab.workers.crash = () => true
  send(tab, 10 * MB)
  await browser.clock.advance(20_000)
  expect(rowsOf(tab)).toEqual([['failed', '2 chunks failed', messages.upload.workerCrashed]])
  expect(tab.workers.alive).toBe(0)
})

test('a part that stalls counts as a try, and the next one follows', async () => {
  let left = 1
  browser.server.fault = ({ name }) => (name === 'put' && left-- > 0 ? 'unheard' : undefined)
  send(tab, MB)
  await browser.clock.advance(5000)
  expect(rowsOf(tab)).toEqual([done])
  const [first, second] = tries(1)
  expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(1000)
})

test('a call that is never answered is made again after a while', async () => {
  let left = 1
  browser.server.fault = ({ name }) => (name === 'begin' && left-- > 0 ? 'silent' : undefined)
  send(tab, MB)
  await browser.clock.advance(59_000)
  expect(rowsOf(tab)[0]?.[0]).toBe('sending')
  await browser.clock.advance(10_000)
  expect(rowsOf(tab)).toEqual([done])
})

test.each(['create', 'begin', 'complete'] as const)(
  'when the server refuses to %s, its sentence is shown and said at the file',
  async (refused) => {
    browser.server.fault = ({ name }) => (name === refused ? 'forbidden' : undefined)
    send(tab, MB)
    await browser.clock.advance(2000)
    const sentence = 'You do not have permission to do this.'
    expect(rowsOf(tab)).toEqual([['failed', sentence, '']])
    const upload = refused === 'begin' ? 'none' : 'aborted'
    expect(filesOf(browser)).toEqual(refused === 'create' ? [] : [['failed', sentence, upload]])
  },
)

test.each(['create', 'begin', 'partUrl', 'put', 'complete', 'setState'] as const)(
  'where the server is away during %s, the upload waits for it and uses up no try',
  async (name) => {
    browser.server.fault = (call) => {
      if (call.name !== name) return undefined
      browser.server.fault = () => undefined
      browser.server.away = true
      return 'unanswered'
    }
    send(tab, 12 * MB)
    await browser.clock.advance(60_000)
    const [upload] = tab.uploader.list()
    expect(upload?.disconnected).toBe(name !== 'setState')
    browser.server.away = false
    await browser.clock.advance(30_000)
    expect(rowsOf(tab)).toEqual([done])
    expect(browser.server.files.size).toBe(1)
    expect(tab.uploader.totals().disconnected).toBe(false)
    expect(tab.records.list()).toMatchObject([{ status: 'completed', failedChunks: [] }])
  },
)

test('the server may go away and come back while the upload is paused', async () => {
  browser.server.latency = () => 100
  const [key = ''] = send(tab, 50 * MB)
  await browser.clock.advance(350)
  tab.uploader.pause(key)
  browser.server.away = true
  await browser.clock.advance(30_000)
  browser.server.away = false
  await browser.clock.advance(30_000)
  expect(tab.uploader.list()[0]).toMatchObject({
    stage: 'sending',
    paused: true,
    disconnected: false,
    partsSent: 0,
  })
  tab.uploader.resume(key)
  await browser.clock.advance(5000)
  expect(rowsOf(tab)).toEqual([done])
})

test('a file that has changed on the disk ends its upload, with what to do', async () => {
  browser.server.fault = ({ name }) => (name === 'put' ? 'unheard' : undefined)
  tab.uploader.add([{ content: changedFile('a.svs', 30 * MB), folder: '' }], nowhere)
  tab.uploader.start()
  await browser.clock.advance(900)
  expect(rowsOf(tab)).toEqual([['failed', unreadable, '']])
  expect(filesOf(browser)).toEqual([['failed', unreadable, 'aborted']])
})

test('where giving up fails, that is noted, and the record is left for the next page to end', async () => {
  browser.server.fault = ({ name }) =>
    ['begin', 'abort', 'setState'].includes(name) ? 'internal' : undefined
  const [key = ''] = send(tab, MB)
  await browser.clock.advance(60_000)
  expect(rowsOf(tab)).toEqual([['failed', messages.somethingWentWrong, '']])
  expect(tab.warnings[0]).toBe(messages.upload.cleanupFailed(messages.somethingWentWrong))
  tab.uploader.remove(key)
  expect(tab.records.list()).toMatchObject([{ status: 'uploading' }])
  browser.server.fault = () => undefined
  const next = openTab(browser)
  const ended = next.endInterrupted()
  await browser.clock.advance(1000)
  expect(await ended).toEqual(['s0.svs'])
  expect(filesOf(browser)).toEqual([['failed', messages.upload.interrupted, 'none']])
  expect(browser.storage.getItem('uploads')).toBeNull()
})

test('a failed upload is sent again as a new file', async () => {
  browser.server.fault = ({ name }) => (name === 'begin' ? 'forbidden' : undefined)
  const [key = ''] = send(tab, MB)
  await browser.clock.advance(1000)
  browser.server.fault = () => undefined
  tab.uploader.change(key, { name: 'other.svs' })
  tab.uploader.retry(key)
  await browser.clock.advance(1000)
  expect(rowsOf(tab)).toEqual([done])
  expect([...browser.server.files.values()].map(({ name, state }) => [name, state])).toEqual([
    ['s0.svs', 'failed'],
    ['other.svs', 'stored'],
  ])
  expect(tab.records.list()).toMatchObject([{ fileName: 'other.svs', status: 'completed' }])
})

test('storage that is full or refused does not stop an upload', async () => {
  const refuse = () => {
    throw new DOMException('Full', 'QuotaExceededError')
  }
  browser.storage = { getItem: refuse, setItem: refuse, removeItem: refuse }
  tab = openTab(browser)
  const [key = ''] = send(tab, MB)
  await browser.clock.advance(1000)
  expect(rowsOf(tab)).toEqual([done])
  tab.uploader.remove(key)
  expect(rowsOf(tab)).toEqual([])
})

test.each(['begin', 'partUrl', 'complete'] as const)(
  'who is signed out at %s has not failed: the next page ends what was interrupted',
  async (call) => {
    browser.server.fault = ({ name }) => (name === call ? 'unauthenticated' : undefined)
    send(tab, 12 * MB)
    await browser.clock.advance(10_000)
    const { stage } = tab.uploader.list()[0] ?? {}
    expect(stage).toBe(call === 'complete' ? 'finishing' : 'sending')
    await tab.close()
    browser.server.fault = () => undefined
    const next = openTab(browser)
    const ending = next.endInterrupted()
    await browser.clock.advance(10_000)
    expect(await ending).toEqual(['s0.svs'])
    expect(filesOf(browser)[0]?.slice(0, 2)).toEqual(['failed', messages.upload.interrupted])
    expect(filesOf(browser)).toHaveLength(1)
  },
)
