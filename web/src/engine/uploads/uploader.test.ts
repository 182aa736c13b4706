import { bytes } from '@cresyl/contract/api/limits'
import { messages } from '@cresyl/contract/api/messages'
import { beforeEach, expect, test } from 'vitest'
import { emptyFile } from './test-file.ts'
import {
  choose,
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

const stages = () => tab.uploader.list().map(({ stage }) => stage)
const row = (index: number) => {
  const found = tab.uploader.list()[index]
  if (found === undefined) throw new Error(`There is no row ${index}.`)
  return found
}

test('a file is announced, sent in parts, put together and said to be stored', async () => {
  send(tab, 12 * MB)
  await browser.clock.advance(1000)
  expect(rowsOf(tab)).toEqual([done])
  expect(filesOf(browser)).toEqual([['stored', messages.upload.completedState, 'complete']])
  expect(browser.server.calls.map(({ name }) => name)).toEqual([
    'create',
    'begin',
    ...Array(3).fill('partUrl'),
    ...Array(3).fill('put'),
    'complete',
    'setState',
  ])
  expect(row(0)).toMatchObject({ partsSent: 3, bytesSent: 12 * MB, secondsLeft: null, paused: false })
  expect(tab.records.list()).toMatchObject([
    {
      fileName: 's0.svs',
      status: 'completed',
      progress: 100,
      bytesUploaded: 15 * MB,
      estimatedTimeRemaining: 0,
    },
  ])
})

test('what was chosen for a file goes to the server, the extension as its type', async () => {
  const content = emptyFile('a.ome.tiff', MB)
  tab.uploader.add([{ content, folder: 'f' }], { projectId: 'p', tissueId: null, stainerId: null })
  tab.uploader.change(row(0).key, { name: 'b.ome.tiff' })
  tab.uploader.changeDrafts({ tissueId: 't' })
  tab.uploader.start()
  await browser.clock.advance(1000)
  expect([...browser.server.files.values()]).toMatchObject([
    { name: 'b.ome.tiff', mediaType: 'ome.tiff', size: MB, projectId: 'p', tissueId: 't', stainerId: null },
  ])
  expect(row(0).originalName).toBe('a.ome.tiff')
})

test('parts are put together in their order, whatever order they arrive in', async () => {
  browser.server.latency = ({ partNumber = 0 }) => 100 - partNumber * 10
  send(tab, 25 * MB)
  await browser.clock.advance(2000)
  expect(tab.records.list()[0]?.completedChunks).toEqual([5, 4, 3, 2, 1])
  const [complete] = browser.server.callsOf('complete')
  expect(complete?.parts?.map(({ partNumber }) => partNumber)).toEqual([1, 2, 3, 4, 5])
  expect(rowsOf(tab)).toEqual([done])
})

test('a record says uploading, then busy, then completed, and goes with its row', async () => {
  browser.server.latency = () => 100
  const [key = ''] = send(tab, 6 * MB)
  const statuses: string[] = []
  for (let step = 0; step < 8; step += 1) {
    await browser.clock.advance(100)
    statuses.push(...tab.records.list().map(({ status, progress }) => `${status} ${progress}`))
  }
  expect([...new Set(statuses)]).toEqual(['uploading 0', 'busy 100', 'completed 100'])
  expect(browser.locks?.held()).toEqual([`upload:${row(0).fileId}`])
  tab.uploader.remove(key)
  expect(browser.storage.getItem('uploads')).toBeNull()
  await browser.clock.settle()
  expect(browser.locks?.held()).toEqual([])
})

test('a file with errors is not sent, and can be mended', async () => {
  const [key = ''] = choose(tab, 100)
  tab.uploader.add([{ content: emptyFile('my slide.svs', MB), folder: '' }], nowhere)
  tab.uploader.start()
  await browser.clock.advance(1000)
  expect(stages()).toEqual(['draft', 'draft'])
  expect(row(0).errors).toEqual([messages.file.tooSmall])
  tab.uploader.remove(key)
  tab.uploader.change(row(0).key, { name: 'my_slide.svs' })
  tab.uploader.start()
  await browser.clock.advance(1000)
  expect(rowsOf(tab)).toEqual([done])
})

test('the same file is not taken twice, but two of one name in different folders are', () => {
  const content = emptyFile('a.svs', MB)
  const again = { content: emptyFile('a.svs', MB), folder: 'x' }
  expect(tab.uploader.add([{ content, folder: 'x' }, again, { content, folder: 'y' }], nowhere)).toEqual([
    again,
  ])
  expect(tab.uploader.add([again], nowhere)).toEqual([again])
  expect(tab.uploader.list()).toHaveLength(2)
})

test('a file begins when those above it leave room, and never more than five parts travel', async () => {
  browser.server.latency = () => 100
  send(tab, 40 * MB, 30 * MB, MB, MB)
  await browser.clock.advance(350)
  expect(stages()).toEqual(['sending', 'waiting', 'waiting', 'waiting'])
  await browser.clock.advance(100)
  expect(stages()).toEqual(['sending', 'starting', 'waiting', 'waiting'])
  await browser.clock.advance(5000)
  expect(rowsOf(tab)).toEqual([done, done, done, done])
  expect(browser.server.mostPuts).toBe(5)
})

test('many small files go side by side', async () => {
  browser.server.latency = () => 100
  send(tab, ...Array(20).fill(MB))
  await browser.clock.advance(50)
  expect(stages().filter((stage) => stage === 'starting')).toHaveLength(5)
  await browser.clock.advance(10_000)
  expect(rowsOf(tab)).toEqual(Array(20).fill(done))
  expect([...browser.server.files.values()].map(({ name }) => name).slice(0, 2)).toEqual(['s0.svs', 's1.svs'])
})

test('one that is moved to the top begins at once and is served first', async () => {
  browser.server.latency = () => 100
  const [, second = ''] = send(tab, 99 * MB, 25 * MB)
  await browser.clock.advance(400)
  tab.uploader.move(second, 0)
  await browser.clock.advance(800)
  expect(rowsOf(tab)[0]).toEqual(done)
  const sent = browser.server.callsOf('put').map(({ fileId }) => fileId)
  const first = sent.indexOf(row(0).fileId ?? '')
  expect(sent.slice(first, first + 5)).toEqual(Array(5).fill(row(0).fileId))
  await browser.clock.advance(5000)
  expect(rowsOf(tab)).toEqual([done, done])
})

test('while one is paused no part of it begins, and others have its place', async () => {
  browser.server.latency = () => 100
  const [first = ''] = send(tab, 50 * MB, 10 * MB)
  await browser.clock.advance(350)
  tab.uploader.pause(first)
  await browser.clock.advance(3000)
  expect(row(0)).toMatchObject({ stage: 'sending', paused: true, partsSent: 5 })
  expect(tab.records.list()[0]).toMatchObject({ status: 'uploading', progress: 50 })
  expect(rowsOf(tab)[1]).toEqual(done)
  tab.uploader.resume(first)
  expect(row(0).paused).toBe(false)
  await browser.clock.advance(3000)
  expect(rowsOf(tab)[0]).toEqual(done)
  expect(browser.server.callsOf('put')).toHaveLength(12)
})

test('when all are paused nothing begins, until all go on', async () => {
  browser.server.latency = () => 100
  send(tab, 50 * MB, MB, MB)
  await browser.clock.advance(350)
  tab.uploader.pauseAll()
  await browser.clock.advance(5000)
  expect(stages()).toEqual(['sending', 'waiting', 'waiting'])
  expect(tab.uploader.totals()).toMatchObject({ paused: 3, busy: true })
  tab.uploader.resumeAll()
  await browser.clock.advance(5000)
  expect(rowsOf(tab)).toEqual([done, done, done])
})

test('totals count what was started, and lists stay the same while nothing changes', async () => {
  browser.server.latency = () => 100
  choose(tab, MB)
  send(tab, 10 * MB, MB)
  await browser.clock.advance(350)
  expect(tab.uploader.totals()).toMatchObject({ busy: true, bytes: 11 * MB, disconnected: false })
  await browser.clock.advance(5000)
  const [list, totals] = [tab.uploader.list(), tab.uploader.totals()]
  expect(totals).toMatchObject({ busy: false, bytes: 11 * MB, bytesSent: 11 * MB, bytesPerSecond: 0 })
  expect(totals.counts).toMatchObject({ draft: 1, completed: 2, failed: 0 })
  await browser.clock.advance(60_000)
  expect(tab.uploader.list()).toBe(list)
  expect(tab.uploader.totals()).toBe(totals)
})

test('workers that have long been idle are ended, and others started when there is more to send', async () => {
  send(tab, 50 * MB)
  await browser.clock.advance(5000)
  expect([tab.workers.alive, tab.workers.started]).toEqual([5, 5])
  await browser.clock.advance(60_000)
  expect(tab.workers.alive).toBe(0)
  send(tab, MB)
  await browser.clock.advance(1000)
  expect(rowsOf(tab)).toEqual([done, done])
})

test('what is done to a long queue at once is shown at once, not row by row', async () => {
  const keys = choose(tab, ...Array.from({ length: 300 }, () => 2048))
  const acts = {
    start: () => tab.uploader.start(),
    pause: () => tab.uploader.pauseAll(),
    resume: () => tab.uploader.resumeAll(),
    cancel: () => void tab.uploader.cancelAll(),
    retry: () => tab.uploader.retry(...keys),
    cancelAgain: () => void tab.uploader.cancelAll(),
    remove: () => tab.uploader.remove(...keys),
  }
  let shown = 0
  tab.uploader.subscribe(() => {
    shown += 1
  })
  for (const act of Object.values(acts)) {
    shown = 0
    act()
    // The few that are under way speak for themselves.
    expect(shown).toBeGreaterThan(0)
    expect(shown).toBeLessThan(20)
  }
  expect(tab.uploader.list()).toEqual([])
})
