import type { BrowserContext, Request } from '@playwright/test'

/** Everything a browser complains about. A test fails on what it did not expect. */
export interface Complaints {
  watch(context: BrowserContext): Promise<void>
  /** Announces a complaint that belongs to what the test does. */
  expect(pattern: RegExp): void
  unexpected(): string[]
}

/** What is said of the service worker where it can't be fetched. */
const noWorker = 'error occurred when fetching the script'

/** What is said of calls that meet a server while it ends, is away, or starts again. */
export const serverAway = new RegExp(
  `ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_EMPTY_RESPONSE|503|${noWorker}`,
)

/** What is said where there is no connection, by the page or by the service worker that asks for it. */
export const noConnection = new RegExp(
  `ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED|ERR_FAILED|Failed to fetch|${noWorker}`,
)

/** Images that tests inserted without bytes: every page that shows them, of whichever test, finds no picture. */
export const withoutBytes = new Set<string>()

const assets = new Set(['document', 'script', 'stylesheet', 'font', 'image', 'manifest'])

export function collectComplaints(): Complaints {
  const heard: string[] = []
  const expected: RegExp[] = []
  return {
    async watch(context) {
      context.on('console', (message) => {
        if (message.type() === 'error') heard.push(`console: ${message.text()} (${message.location().url})`)
      })
      context.on('weberror', (error) => heard.push(`page error: ${error.error()}`))
      context.on('requestfailed', (request) => {
        if (isLostAsset(request)) heard.push(`not loaded: ${request.url()} (${request.failure()?.errorText})`)
      })
      context.on('response', (response) => {
        const request = response.request()
        if (response.status() >= 400 && assets.has(request.resourceType())) {
          heard.push(`not loaded: ${request.url()} (${response.status()})`)
        }
      })
      await context.addInitScript(() => {
        document.addEventListener('securitypolicyviolation', (event) => {
          console.error(`content security policy: ${event.violatedDirective} refused ${event.blockedURI}`)
        })
      })
    },
    expect: (pattern) => void expected.push(pattern),
    unexpected: () =>
      heard.filter((each) => !isOfNoPicture(each) && !expected.some((pattern) => pattern.test(each))),
  }
}

/** What is given up because the page moves on is not lost. */
function isLostAsset(request: Request): boolean {
  return assets.has(request.resourceType()) && request.failure()?.errorText !== 'net::ERR_ABORTED'
}

function isOfNoPicture(complaint: string): boolean {
  const [, imageId = ''] = /viewers\/thumbnails\/([^/]+)/.exec(complaint) ?? []
  return withoutBytes.has(imageId)
}
