import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { takeOrders } from './child.ts'

/** One curl for each list, all at once. */
export interface CurlOrder {
  lists: readonly CurlList[]
}

export interface CurlList {
  /** What is put to each of the addresses. */
  path: string
  urls: readonly string[]
}

/** The ETags in the order of the addresses, list by list. */
export interface CurlReport {
  etags: string[][]
  milliseconds: number
}

/** Runs in a process of its own: what that and its children use is the figure of the curls. */
takeOrders(async ({ lists }: CurlOrder): Promise<CurlReport> => {
  const since = performance.now()
  const etags = await Promise.all(lists.map(runCurl))
  return { etags, milliseconds: performance.now() - since }
})

/** One after the other on one connection. Without waiting for "100 Continue", as browsers do. */
async function runCurl({ path, urls }: CurlList): Promise<string[]> {
  const settings = ['silent', 'show-error', 'fail', 'dump-header = "-"', 'header = "Expect:"']
  const transfers = urls.flatMap((url) => [`url = "${url}"`, `upload-file = "${path}"`])
  const curl = spawn('curl', ['--config', '-'], { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = once(curl, 'close')
  curl.stdin.end([...settings, ...transfers].join('\n'))
  const headers = await text(curl.stdout)
  const [code] = await ended
  const etags = [...headers.matchAll(/^etag: (.*?)\r?$/gim)].map(([, etag]) => etag ?? '')
  if (code !== 0 || etags.length !== urls.length) {
    throw new Error(`curl ended with ${code} after ${etags.length} of ${urls.length} parts`)
  }
  return etags
}
