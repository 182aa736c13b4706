// Runs beside the app, in no page: it lets the app start without a connection, so that what is kept unsaved in this
// browser is told rather than hidden behind the browser's own page. It imports nothing, and answers from what it keeps
// only where the network fails. Replies of the API, tiles and files are none of its business.

/**
 * One file that is every script, style and font of the app, where in it each lies, and a name for all of that; the build
 * writes them before this. One by one, sixty files cost server and browser more than the rest of a visit.
 */
declare const shellPack: string
declare const shellFiles: Readonly<Record<string, readonly [from: number, to: number]>>
declare const shellVersion: string

interface LastingEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}

interface FetchEvent extends LastingEvent {
  readonly request: Request
  respondWith(reply: Promise<Response>): void
}

interface WorkerScope {
  readonly location: Location
  readonly clients: { claim(): Promise<void> }
  readonly registration: ServiceWorkerRegistration
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate', listener: (event: LastingEvent) => void): void
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void
}

// The types of pages and of workers exclude each other in one project.
const worker = globalThis as unknown as WorkerScope

const prefix = 'cresyl-shell-'
const cacheName = prefix + shellVersion
const shell = '/'

worker.addEventListener('install', (event) => event.waitUntil(install()))
worker.addEventListener('activate', (event) => event.waitUntil(activate()))
worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== worker.location.origin) return
  if (request.mode === 'navigate' && isPage(pathname)) event.respondWith(page(event))
  else if (pathname in shellFiles) event.respondWith(asset(request, pathname))
})

/** Everything or nothing: a page is never put together from two versions. */
async function install(): Promise<void> {
  const cache = await caches.open(cacheName)
  await cache.add(shellPack)
  const reply = await fetch(shell, { headers: { Accept: 'text/html' }, cache: 'no-cache' })
  if (!(await keepShell(reply))) throw new Error('The page is of another version than this worker.')
  await worker.skipWaiting()
}

async function activate(): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== cacheName)
  for (const name of others) await caches.delete(name)
  // With navigation preload the browser sends what this leaves unanswered twice, a sign-in above all. An earlier version
  // switched it on, and that outlasts the version.
  await worker.registration.navigationPreload?.disable()
  await worker.clients.claim()
}

async function page(event: FetchEvent): Promise<Response> {
  try {
    const reply = await fetch(event.request)
    if (reply.ok) event.waitUntil(keepShell(reply.clone()))
    return reply
  } catch (error) {
    const kept = await caches.match(shell, { cacheName })
    if (kept) return kept
    throw error
  }
}

async function asset(request: Request, pathname: string): Promise<Response> {
  try {
    return await fetch(request)
  } catch (error) {
    const kept = await keptAsset(pathname)
    if (kept) return kept
    throw error
  }
}

const types: Readonly<Record<string, string>> = {
  js: 'text/javascript',
  css: 'text/css',
  woff2: 'font/woff2',
}

async function keptAsset(pathname: string): Promise<Response | undefined> {
  const pack = await caches.match(shellPack, { cacheName })
  const place = shellFiles[pathname]
  if (!pack || !place) return undefined
  // What the server says of its files, above all what they may do, but for what is of the pack alone.
  const headers = new Headers(pack.headers)
  for (const name of ['Content-Encoding', 'Content-Length', 'ETag']) headers.delete(name)
  headers.set('Content-Type', types[pathname.split('.').at(-1) ?? ''] ?? '')
  return new Response((await pack.blob()).slice(...place), { headers })
}

/** The page comes with the server's settings: the last one counts. One whose files aren't here is left alone. */
async function keepShell(reply: Response): Promise<boolean> {
  const text = await reply.clone().text()
  const named = text.match(/\/assets\/[\w.-]+/g)
  if (!reply.ok || !named?.every((file) => file in shellFiles)) return false
  const cache = await caches.open(cacheName)
  await cache.put(shell, reply)
  return true
}

/** What the server answers with the app: addresses without a file's ending, but for those of other things. */
function isPage(pathname: string): boolean {
  return !/^\/(api|oidc|assets|pictures|storage|healthz|readyz|metrics)(\/|$)|\.\w+$/.test(pathname)
}
