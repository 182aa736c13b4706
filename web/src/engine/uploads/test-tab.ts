import { messages } from '@cresyl/contract/api/messages'
import { memoryTextStorage } from '../../lib/storage/text-storage.ts'
import { createTestClock, type TestClock } from '../test-clock.ts'
import { createConnection } from './connection.ts'
import { endInterrupted } from './interrupted-uploads.ts'
import { createRecordStore, type RecordStorage } from './record-store.ts'
import { createSteadyApi } from './steady-api.ts'
import { emptyFile } from './test-file.ts'
import { createTestLocks, type TestLocks } from './test-locks.ts'
import { createTestServer, type TestServer } from './test-server.ts'
import { createTestWorkers } from './test-workers.ts'
import { createUploader } from './uploader.ts'

/** What all tabs of a browser share, and the server. */
export interface TestBrowser {
  clock: TestClock
  server: TestServer
  locks: TestLocks | undefined
  storage: RecordStorage
  newKey(): string
}

export function createTestBrowser(): TestBrowser {
  const clock = createTestClock()
  let keys = 0
  return {
    clock,
    server: createTestServer(clock),
    locks: createTestLocks(),
    storage: memoryTextStorage(),
    newKey: () => {
      keys += 1
      return `key-${keys}`
    },
  }
}

export type TestTab = ReturnType<typeof openTab>

/** A page with an uploader; `close` is what a reload or a crash does to it. */
export function openTab({ clock, server, locks, storage, newKey }: TestBrowser, partsAtOnce = 5) {
  const leaving = new AbortController()
  const online = new EventTarget()
  const connection = createConnection({
    probe: async () => !server.away,
    clock,
    onNetwork: (listener) => online.addEventListener('online', listener),
    leaving: leaving.signal,
  })
  const workers = createTestWorkers(server)
  const records = createRecordStore(storage)
  const warnings: string[] = []
  const warn = (message: string) => void warnings.push(message)
  const shared = { api: createSteadyApi(server, connection, clock), records, locks, warn }
  const uploader = createUploader({
    ...shared,
    clock,
    connection,
    partsAtOnce,
    newKey,
    startWorker: workers.start,
  })
  return {
    uploader,
    records,
    workers,
    warnings,
    connection,
    endInterrupted: () => endInterrupted({ ...shared, leaving: leaving.signal }),
    close: async () => {
      leaving.abort()
      uploader.destroy()
      await clock.settle()
    },
  }
}

export const nowhere = { projectId: null, tissueId: null, stainerId: null }

/** Adds files of these sizes, called s0.svs, s1.svs and so on; returns their keys. */
export function choose({ uploader }: TestTab, ...sizes: number[]): string[] {
  const before = uploader.list().length
  const files = sizes.map((size, index) => ({
    content: emptyFile(`s${before + index}.svs`, size),
    folder: '',
  }))
  uploader.add(files, nowhere)
  return uploader
    .list()
    .slice(before)
    .map(({ key }) => key)
}

export function send(tab: TestTab, ...sizes: number[]): string[] {
  const keys = choose(tab, ...sizes)
  tab.uploader.start(keys)
  return keys
}

/** What the rows say. */
export function rowsOf({ uploader }: TestTab) {
  return uploader.list().map(({ stage, message, reason }) => [stage, message, reason])
}

/** What `rowsOf` says of one that has arrived. */
export const done = ['completed', messages.upload.completedState, '']

/** What the server says of each file. */
export function filesOf({ server }: TestBrowser) {
  return [...server.files.values()].map(({ state, stateMessage, upload }) => [state, stateMessage, upload])
}
