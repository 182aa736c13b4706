import type { Api } from '../../lib/api/api.ts'
import { consoleLog } from '../../lib/log.ts'
import { browserClock } from '../clock.ts'
import { createConnection } from './connection.ts'
import { endInterrupted } from './interrupted-uploads.ts'
import { partsAtOnce } from './parts-at-once.ts'
import { createRecordStore, recordsKey } from './record-store.ts'
import { createSteadyApi } from './steady-api.ts'
import { createUploadApi } from './upload-api.ts'
import { createUploader, type Uploader } from './uploader.ts'

export interface BrowserUploader extends Uploader {
  /** Ends what an earlier page left behind; resolves with the names of the files. */
  endInterrupted(): Promise<string[]>
}

interface BrowserTools {
  api: Api
  /** Where parts are sent to. */
  uploadOrigin: string
}

/** The uploader with all that it needs of the browser. */
export function createBrowserUploader(window: Window, { api, uploadOrigin }: BrowserTools): BrowserUploader {
  const { navigator, localStorage, location } = window
  const leaving = new AbortController()
  const connection = createConnection({
    probe: () => isThere(`${location.origin}/readyz`),
    clock: browserClock,
    leaving: leaving.signal,
    onNetwork: (listener) => window.addEventListener('online', listener, { signal: leaving.signal }),
  })
  const steady = createSteadyApi(createUploadApi(api), connection, browserClock)
  const records = createRecordStore(localStorage)
  const mend = ({ key }: StorageEvent) => {
    if (key === recordsKey) records.mend()
  }
  window.addEventListener('storage', mend, { signal: leaving.signal })
  const shared = { api: steady, records, locks: navigator.locks, warn: consoleLog.warn }
  const uploader = createUploader({
    ...shared,
    clock: browserClock,
    connection,
    startWorker: () => new Worker(new URL('./part-worker.ts', import.meta.url), { type: 'module' }),
    newKey: () => crypto.randomUUID(),
    partsAtOnce: partsAtOnce(uploadOrigin, location.origin, protocolOfPage()),
  })
  return {
    ...uploader,
    endInterrupted: () => endInterrupted({ ...shared, leaving: leaving.signal }),
    destroy: () => {
      leaving.abort()
      uploader.destroy()
    },
  }
}

async function isThere(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { cache: 'no-store', signal: AbortSignal.timeout(5000) })).ok
  } catch {
    return false
  }
}

/** Such as `http/1.1` or `h2`. */
function protocolOfPage(): string {
  const [page] = performance.getEntriesByType('navigation')
  return page instanceof PerformanceNavigationTiming ? page.nextHopProtocol : ''
}
