import { bytes } from '@cresyl/contract/api/limits'
import { messages } from '@cresyl/contract/api/messages'
import { beforeEach, expect, test } from 'vitest'
import {
  createTestBrowser,
  done,
  filesOf,
  openTab,
  rowsOf,
  send,
  type TestBrowser,
  type TestTab,
} from './test-tab.ts'

const { MB } = bytes
const cancelled = ['cancelled', messages.upload.cancelled, '']
const aborted = ['aborted', messages.upload.cancelledState]
let browser: TestBrowser
let tab: TestTab

beforeEach(() => {
  browser = createTestBrowser()
  browser.server.latency = () => 100
  tab = openTab(browser)
})

const statuses = () => tab.records.list().map(({ status }) => status)

test.each([
  ['it is being announced', 50, [...aborted, 'none']],
  ['it is being begun', 150, [...aborted, 'aborted']],
  ['addresses are asked for', 250, [...aborted, 'aborted']],
  ['parts are on their way', 350, [...aborted, 'aborted']],
  ['some parts have arrived', 450, [...aborted, 'aborted']],
])('cancelled while %s: the row says so at once, and nothing is left at the server', async (_, at, file) => {
  const [key = ''] = send(tab, 50 * MB)
  await browser.clock.advance(at)
  tab.uploader.cancel(key)
  expect(rowsOf(tab)).toEqual([cancelled])
  await browser.clock.advance(1000)
  expect(rowsOf(tab)).toEqual([cancelled])
  expect(filesOf(browser)).toEqual([file])
  expect(statuses()).toEqual(['aborted'])
  expect(browser.server.callsOf('complete')).toEqual([])
  tab.uploader.remove(key)
  expect(browser.storage.getItem('uploads')).toBeNull()
})

test('cancelled while it waits for its turn, it was never announced', async () => {
  const [, key = ''] = send(tab, 99 * MB, MB)
  tab.uploader.cancel(key)
  expect(rowsOf(tab)[1]).toEqual(cancelled)
  await browser.clock.advance(5000)
  expect(browser.server.files.size).toBe(1)
})

test('cancelled while a part waits for its retry', async () => {
  browser.server.fault = ({ name }) => (name === 'put' ? 'internal' : undefined)
  const [key = ''] = send(tab, MB)
  await browser.clock.advance(1000)
  tab.uploader.cancel(key)
  await browser.clock.advance(1000)
  expect(rowsOf(tab)).toEqual([cancelled])
  expect(filesOf(browser)).toEqual([[...aborted, 'aborted']])
})

test('cancelled while it is paused', async () => {
  const [key = ''] = send(tab, 50 * MB)
  await browser.clock.advance(350)
  tab.uploader.pause(key)
  tab.uploader.resume(key)
  tab.uploader.pause(key)
  tab.uploader.cancel(key)
  await browser.clock.advance(1000)
  expect(rowsOf(tab)).toEqual([cancelled])
  expect(filesOf(browser)).toEqual([[...aborted, 'aborted']])
})

test('cancelled too late: what is stored stays, and is said to be', async () => {
  const [key = ''] = send(tab, MB)
  await browser.clock.advance(450)
  expect(rowsOf(tab)[0]?.[0]).toBe('finishing')
  tab.uploader.cancel(key)
  await browser.clock.advance(1000)
  expect(rowsOf(tab)).toEqual([done])
  expect(filesOf(browser)).toEqual([['stored', messages.upload.completedState, 'complete']])
})

test('cancelled and sent again while the answer to the first is lost: the file is stored once', async () => {
  browser.server.fault = ({ name }) => {
    if (name !== 'complete') return undefined
    browser.server.fault = () => 'unheard'
    return 'unanswered'
  }
  const [key = ''] = send(tab, MB)
  await browser.clock.advance(600)
  expect(filesOf(browser)[0]?.[0]).toBe('stored')
  tab.uploader.cancel(key)
  await browser.clock.advance(100)
  expect(rowsOf(tab)).toEqual([cancelled])
  tab.uploader.retry(key)
  expect(rowsOf(tab)[0]?.[0]).toBe('waiting')
  browser.server.fault = () => undefined
  await browser.clock.advance(30_000)
  expect(rowsOf(tab)).toEqual([done])
  expect(browser.server.files.size).toBe(1)
})

test('sent again while the first try is still being tidied up, both come to their end', async () => {
  const [key = ''] = send(tab, 12 * MB)
  await browser.clock.advance(350)
  tab.uploader.cancel(key)
  tab.uploader.retry(key)
  await browser.clock.advance(3000)
  expect(rowsOf(tab)).toEqual([done])
  expect(filesOf(browser).map(([state]) => state)).toEqual(['aborted', 'stored'])
  expect(statuses()).toEqual(['completed'])
})

test('a row that is removed while the server is away is tidied up all the same', async () => {
  const [key = ''] = send(tab, 12 * MB)
  await browser.clock.advance(350)
  browser.server.away = true
  tab.uploader.cancel(key)
  tab.uploader.remove(key)
  expect(rowsOf(tab)).toEqual([])
  await browser.clock.advance(30_000)
  expect(statuses()).toEqual(['uploading'])
  browser.server.away = false
  await browser.clock.advance(30_000)
  expect(filesOf(browser)).toEqual([[...aborted, 'aborted']])
  expect(browser.storage.getItem('uploads')).toBeNull()
  expect(browser.locks?.held()).toEqual([])
})

test('all are cancelled, and it is known when that is done', async () => {
  send(tab, 50 * MB, 50 * MB, MB)
  await browser.clock.advance(450)
  let isDone = false
  void tab.uploader.cancelAll().then(() => {
    isDone = true
  })
  expect(rowsOf(tab)).toEqual([cancelled, cancelled, cancelled])
  await browser.clock.settle()
  expect(isDone).toBe(false)
  await browser.clock.advance(1000)
  expect(isDone).toBe(true)
  expect(filesOf(browser)).toEqual([[...aborted, 'aborted']])
})

test('what is under way is not taken off the list', async () => {
  const [key = ''] = send(tab, 12 * MB)
  await browser.clock.advance(350)
  tab.uploader.remove(key)
  tab.uploader.removeAll(['sending', 'completed'])
  expect(rowsOf(tab)).toHaveLength(1)
  await browser.clock.advance(3000)
  tab.uploader.removeAll(['completed'])
  expect(rowsOf(tab)).toEqual([])
})

test('when the page goes, its uploads end with it, and no other begins', async () => {
  send(tab, 50 * MB, 50 * MB)
  await browser.clock.advance(450)
  const calls = browser.server.calls.length
  tab.uploader.destroy()
  await browser.clock.advance(60_000)
  expect(rowsOf(tab)[0]).toEqual(['failed', messages.upload.poolDestroyed, ''])
  expect(rowsOf(tab)[1]?.[0]).toBe('waiting')
  expect(browser.server.calls).toHaveLength(calls)
  expect(statuses()).toEqual(['uploading'])
  expect([tab.workers.alive, browser.locks?.held()]).toEqual([0, []])
})
