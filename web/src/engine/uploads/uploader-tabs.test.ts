import { bytes } from '@cresyl/contract/api/limits'
import { messages } from '@cresyl/contract/api/messages'
import { beforeEach, expect, test } from 'vitest'
import { createTestBrowser, done, filesOf, openTab, rowsOf, send, type TestBrowser } from './test-tab.ts'

const { MB } = bytes
let browser: TestBrowser

beforeEach(() => {
  browser = createTestBrowser()
  browser.server.latency = () => 100
})

async function endInterrupted(): Promise<string[]> {
  const ended = openTab(browser).endInterrupted()
  await browser.clock.advance(5000)
  return ended
}

test('two tabs together never have more than five parts on their way', async () => {
  const [first, second] = [openTab(browser), openTab(browser)]
  send(first, 80 * MB)
  send(second, 80 * MB)
  await browser.clock.advance(20_000)
  expect([...rowsOf(first), ...rowsOf(second)]).toEqual([done, done])
  expect(browser.server.mostPuts).toBe(5)
})

test('both tabs get on, whoever came first', async () => {
  const [first, second] = [openTab(browser), openTab(browser)]
  send(first, 900 * MB)
  await browser.clock.advance(450)
  send(second, 10 * MB)
  await browser.clock.advance(1500)
  expect(rowsOf(second)).toEqual([done])
  expect(rowsOf(first)[0]?.[0]).toBe('sending')
})

test.each([150, 250, 350, 450, 650])(
  'a page that is lost after %i ms leaves nothing behind once another has opened',
  async (at) => {
    const lost = openTab(browser)
    send(lost, 12 * MB)
    await browser.clock.advance(at)
    await lost.close()
    await browser.clock.advance(1000)
    await endInterrupted()
    expect(browser.storage.getItem('uploads')).toBeNull()
    const ended = filesOf(browser).filter(([state]) => state !== 'stored')
    const closed = expect.stringMatching(/none|aborted/)
    expect(ended).toEqual(ended.map(() => ['failed', messages.upload.interrupted, closed]))
  },
)

test('a page that is lost while it announces a file leaves nothing that was begun', async () => {
  const lost = openTab(browser)
  send(lost, 12 * MB)
  await browser.clock.advance(50)
  await lost.close()
  await browser.clock.advance(1000)
  expect(browser.storage.getItem('uploads')).toBeNull()
  // The server ends it after a day.
  expect(filesOf(browser)).toEqual([['created', '', 'none']])
})

test('the names of what was interrupted are told, in the sentence of the catalogue', async () => {
  const lost = openTab(browser)
  send(lost, 12 * MB, MB)
  await browser.clock.advance(350)
  await lost.close()
  expect(await endInterrupted()).toEqual(['s0.svs', 's1.svs'])
  expect(filesOf(browser)).toEqual(Array(2).fill(['failed', messages.upload.interrupted, 'aborted']))
  expect(await endInterrupted()).toEqual([])
})

test('what goes on in another tab is left alone, and so is what that has on its list', async () => {
  const first = openTab(browser)
  send(first, MB)
  await browser.clock.advance(1000)
  send(first, 50 * MB)
  await browser.clock.advance(350)
  const before = browser.storage.getItem('uploads')
  const ended = openTab(browser).endInterrupted()
  await browser.clock.settle()
  expect(await ended).toEqual([])
  expect(browser.storage.getItem('uploads')).toBe(before)
  await browser.clock.advance(5000)
  expect(rowsOf(first)).toEqual([done, done])
})

test('two tabs that open at once end an upload once', async () => {
  const lost = openTab(browser)
  send(lost, MB)
  await browser.clock.advance(350)
  await lost.close()
  const both = [openTab(browser).endInterrupted(), openTab(browser).endInterrupted()]
  await browser.clock.advance(5000)
  expect((await Promise.all(both)).flat()).toEqual(['s0.svs'])
  expect(browser.storage.getItem('uploads')).toBeNull()
})

test('a tab that leaves before the server is back leaves the record to the next', async () => {
  const lost = openTab(browser)
  send(lost, MB)
  await browser.clock.advance(350)
  await lost.close()
  browser.server.away = true
  const hasty = openTab(browser)
  const ended = hasty.endInterrupted()
  await browser.clock.advance(5000)
  await hasty.close()
  await browser.clock.advance(1000)
  expect(await ended).toEqual([])
  browser.server.away = false
  expect(await endInterrupted()).toEqual(['s0.svs'])
})

test('one that turns out to be stored is not said to be interrupted', async () => {
  const lost = openTab(browser)
  send(lost, MB)
  await browser.clock.advance(450)
  await lost.close()
  await browser.clock.advance(1000)
  expect(filesOf(browser)[0]?.[0]).toBe('stored')
  expect(await endInterrupted()).toEqual([])
  expect(browser.storage.getItem('uploads')).toBeNull()
})

test.each(['not_found', 'forbidden'] as const)(
  'a record of someone else, whose file this person may not end (%s), is forgotten without a word',
  async (code) => {
    const lost = openTab(browser)
    send(lost, MB)
    await browser.clock.advance(350)
    await lost.close()
    browser.server.fault = () => code
    expect(await endInterrupted()).toEqual([])
    expect(browser.storage.getItem('uploads')).toBeNull()
  },
)

test('a page that was left writes nothing into storage that was cleared since', async () => {
  const left = openTab(browser)
  send(left, MB)
  await browser.clock.advance(450)
  left.uploader.destroy()
  browser.storage.removeItem('uploads')
  await browser.clock.advance(5000)
  expect(browser.storage.getItem('uploads')).toBeNull()
})

test('without locks every record is taken for one of an earlier page, but not those of this one', async () => {
  browser.locks = undefined
  const lost = openTab(browser)
  send(lost, MB)
  await browser.clock.advance(350)
  await lost.close()
  const next = openTab(browser)
  send(next, 50 * MB)
  await browser.clock.advance(350)
  const ended = next.endInterrupted()
  await browser.clock.advance(5000)
  expect(await ended).toEqual(['s0.svs'])
  expect(rowsOf(next)).toEqual([done])
})

test('what no one can read is thrown away', async () => {
  for (const rubbish of ['{', 'null', '"x"', '[1, {"fileId": 3}]']) {
    browser.storage.setItem('uploads', rubbish)
    expect(await endInterrupted()).toEqual([])
    expect(browser.storage.getItem('uploads')).toBeNull()
  }
})
