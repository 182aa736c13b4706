import { afterEach, beforeEach, expect, test } from 'vitest'
import type { TestProvider } from '../identity/test-provider.ts'
import { StorageError } from '../storage/storage-error.ts'
import type { TestBrowser, TestTab } from './test-browser.ts'
import { eventually, parameters, startTestSession, type TestSession } from './test-session.ts'

let started: TestSession
let server: TestProvider
let browser: TestBrowser

beforeEach(async () => {
  started = await startTestSession()
  ;({ server, browser } = started)
})
afterEach(() => server.close())

const comeBack = (tab: TestTab, answer?: Record<string, string>) => started.comeBack(tab, answer)
const signedIn = (returnTo?: string) => started.signedIn(returnTo)

test('a newcomer is asked for silently once, then shown the login page with the way back', async () => {
  const first = browser.openTab('/project/7?tab=a')
  await first.session.start()
  expect(first.session.getState()).toEqual({ status: 'checking' })
  expect(parameters(first.left[0]).get('prompt')).toBe('none')

  const second = comeBack(first, { error: 'login_required' })
  await second.session.start()
  expect(second.session.getState()).toEqual({ status: 'signed-out' })
  expect(second.address).toBe('/login?return-to=%2Fproject%2F7%3Ftab%3Da')
  expect(second.left).toEqual([])

  const reloaded = browser.openTab(second.address, second.sessionStorage)
  await reloaded.session.start()
  expect(reloaded.session.getState()).toEqual({ status: 'signed-out' })
  expect(reloaded.left).toEqual([])
})

test('signing in stores the tokens, cleans the address and returns to where the person wanted', async () => {
  const tab = await signedIn('/project/7?tab=a')
  expect(tab.address).toBe('/project/7?tab=a')
  expect(tab.session.getState()).toMatchObject({
    status: 'signed-in',
    user: { id: 'ada', name: 'Ada', org_id: 'org-1', claims: { sub: 'ada' } },
    permissions: ['read:projects'],
  })
  expect(browser.localStorage.getItem('access_token')).toBe(await tab.session.accessToken())
  expect(JSON.stringify(await browser.store.get('tokens'))).toContain('refresh-1')
})

test('whoever comes back from the provider without an answer still gets to the page they wanted', async () => {
  const left = await started.atLogin()
  await left.session.signIn({ loginHint: 'ada@example.org' })
  const back = browser.openTab('/login', left.sessionStorage)
  await back.session.start()
  expect(back.session.getState()).toEqual({ status: 'signed-out' })
  expect(back.address).toBe('/login?return-to=%2Freports&hint=ada%40example.org')
  await back.session.signIn()
  const arrived = comeBack(back)
  await arrived.session.start()
  expect(arrived.address).toBe('/reports')
})

test('an unanswered request is forgotten by whoever signs out', async () => {
  const tab = await signedIn('/reports')
  await tab.session.switchOrganization('northside')
  const back = browser.openTab('/login', tab.sessionStorage)
  await back.session.start()
  expect(back.session.getState().status).toBe('signed-in')
  expect(back.address).toBe('/reports')
  await back.session.signOut()
  const login = browser.openTab('/login', back.sessionStorage)
  await login.session.start()
  expect(login.address).toBe('/login')
})

test('the login page returns to the address it carries, never to another origin', async () => {
  const login = browser.openTab('/login?return-to=%2Fslide%2F3')
  await login.session.signIn()
  const back = comeBack(login)
  await back.session.start()
  expect(back.address).toBe('/slide/3')

  const lured = browser.openTab('/login')
  await lured.session.signIn({ returnTo: 'https://elsewhere.example/' })
  const home = comeBack(lured)
  await home.session.start()
  expect(home.address).toBe('/')
})

test('a demo user is asked for by name', async () => {
  const tab = browser.openTab('/login')
  await tab.session.signIn({ demoUser: 'guest@demo.cresyl' })
  expect(parameters(tab.left[0]).get('demo_user')).toBe('guest@demo.cresyl')
})

test('an answer with another state shows "Invalid state" and fetches nothing', async () => {
  const login = browser.openTab('/login')
  await login.session.signIn()
  const back = browser.openTab('/?code=c&state=theirs', login.sessionStorage)
  await back.session.start()
  expect(back.session.getState()).toEqual({
    status: 'signed-out',
    error: expect.objectContaining({ code: 'state_mismatch', message: 'Invalid state' }),
  })
  expect(back.address).toBe('/login')
  expect(server.tokenRequests).toHaveLength(0)
})

test('an answer that nobody asked for does not end a session', async () => {
  const tab = await signedIn()
  const lured = browser.openTab('/?code=c&state=theirs')
  await lured.session.start()
  expect(lured.session.getState().status).toBe('signed-in')
  expect(lured.address).toBe('/')
  expect(tab.session.getState().status).toBe('signed-in')
  expect(server.tokenRequests).toHaveLength(1)
})

test('a refusal by the provider is told', async () => {
  const login = browser.openTab('/login')
  await login.session.signIn()
  const back = comeBack(login, { error: 'access_denied', error_description: 'the account is disabled' })
  await back.session.start()
  expect(back.session.getState()).toEqual({
    status: 'signed-out',
    error: expect.objectContaining({ message: 'Login failed', detail: 'the account is disabled' }),
  })
})

test('a reload goes on with the stored tokens, without asking the provider', async () => {
  const tab = await signedIn()
  const reloaded = browser.openTab('/reports', tab.sessionStorage)
  await reloaded.session.start()
  expect(reloaded.session.getState().status).toBe('signed-in')
  expect(server.tokenRequests).toHaveLength(1)
})

test('the timer renews a minute before expiry', async () => {
  const tab = await signedIn()
  const before = await tab.session.accessToken()
  const [timer] = tab.timers
  expect(timer?.at).toBe(browser.time + 240_000)
  browser.time += 240_000
  timer?.act()
  await eventually(() => browser.localStorage.getItem('access_token')).not.toBe(before)
  expect(server.tokenRequests.at(-1)?.get('refresh_token')).toBe('refresh-1')
  await eventually(() => tab.timers.at(-1)?.at).toBe(browser.time + 240_000)
})

test('after sleep the token is renewed as soon as the page is seen', async () => {
  const tab = await signedIn()
  browser.time += 3_600_000
  tab.wake()
  await eventually(() => server.tokenRequests.length).toBe(2)
  expect(await tab.session.accessToken()).toBe(browser.localStorage.getItem('access_token'))
  expect(server.tokenRequests).toHaveLength(2)
})

test('many callers and tabs at once use a rotating refresh token once', async () => {
  const first = await signedIn()
  const second = browser.openTab('/uploads')
  await second.session.start()
  const third = browser.openTab('/models')
  await third.session.start()
  browser.time += 290_000
  const tabs = [first, second, third]
  const received = await Promise.all(
    tabs.flatMap(({ session }) => [session.accessToken(), session.accessToken()]),
  )
  expect(new Set(received).size).toBe(1)
  expect(received[0]).toBe(browser.localStorage.getItem('access_token'))
  expect(server.tokenRequests).toHaveLength(2)
  for (const { session } of tabs) expect(session.getState().status).toBe('signed-in')
})

test('a refused token is renewed even though it looks good, but not if another tab just did', async () => {
  const first = await signedIn()
  const second = browser.openTab('/uploads')
  await second.session.start()
  const refused = (await first.session.accessToken()) ?? ''
  const renewed = await first.session.renew(refused)
  expect(renewed).not.toBe(refused)
  expect(await second.session.renew(refused)).toBe(renewed)
  expect(server.tokenRequests).toHaveLength(2)
})

test('a renewal that fails for the network keeps the session, uses what is left, and tries again', async () => {
  const tab = await signedIn()
  const token = await tab.session.accessToken()
  started.online = false
  browser.time += 240_000
  tab.timers[0]?.act()
  await eventually(() => tab.timers.at(-1)?.at).toBe(browser.time + 5_000)
  expect(await tab.session.accessToken()).toBe(token)
  browser.time += 60_000
  await expect(tab.session.accessToken()).rejects.toMatchObject({ code: 'unreachable' })
  expect(tab.session.getState().status).toBe('signed-in')
  expect(tab.left).toEqual([])

  started.online = true
  tab.timers.at(-1)?.act()
  await eventually(() => browser.localStorage.getItem('access_token')).not.toBe(token)
  expect(tab.session.getState().status).toBe('signed-in')
})

test('a start without a connection keeps the session for later', async () => {
  await signedIn()
  browser.time += 400_000
  started.online = false
  const reloaded = browser.openTab('/reports')
  await reloaded.session.start()
  expect(reloaded.session.getState()).toMatchObject({
    status: 'signed-out',
    error: { code: 'unreachable', message: 'Login failed' },
    waiting: { id: 'ada', org_id: 'org-1' },
  })
  started.online = true
  reloaded.wake()
  await eventually(() => reloaded.left).toEqual(['/reports'])
})

test('a start without a connection goes on by itself, even if nothing tells that the connection is back', async () => {
  await signedIn()
  browser.time += 400_000
  started.online = false
  const reloaded = browser.openTab('/reports')
  await reloaded.session.start()
  expect(reloaded.timers.at(-1)?.at).toBe(browser.time + 5_000)
  reloaded.timers.at(-1)?.act()
  await eventually(() => reloaded.timers.at(-1)?.at).toBe(browser.time + 10_000)
  expect(reloaded.left).toEqual([])
  started.online = true
  reloaded.timers.at(-1)?.act()
  await eventually(() => reloaded.left).toEqual(['/reports'])
})

test('a session that the provider ended is asked for silently once, then ends at the login page', async () => {
  const tab = await signedIn('/reports')
  const other = browser.openTab('/slide/3')
  await other.session.start()
  browser.localStorage.setItem('something-else', 'kept by somebody')
  server.revoke()
  browser.time += 290_000
  expect(await tab.session.accessToken()).toBeNull()
  expect(tab.session.getState()).toEqual({ status: 'checking' })
  expect(browser.localStorage.length).toBe(0)
  expect(browser.cleared[0]).toMatchObject({ sub: 'ada', org_id: 'org-1' })
  await eventually(() => other.left).toEqual(['/login?return-to=%2Fslide%2F3'])
  expect(parameters(tab.left[0]).get('prompt')).toBe('none')
  expect(parameters(tab.left[0]).get('id_token_hint')).toMatch(/^ey/)

  const back = comeBack(tab, { error: 'interaction_required' })
  await back.session.start()
  expect(back.session.getState()).toEqual({ status: 'signed-out' })
  expect(back.address).toBe('/login?return-to=%2Freports')
  expect(await browser.store.get('tokens')).toBeUndefined()
})

test('silent sign-in brings the person back without a loop', async () => {
  const tab = await signedIn('/reports')
  server.revoke()
  browser.time += 290_000
  await tab.session.accessToken()
  const back = comeBack(tab)
  await back.session.start()
  expect(back.session.getState().status).toBe('signed-in')
  expect(back.address).toBe('/reports')

  // Ended again at once: this time the login page, not another round.
  server.revoke()
  expect(await back.session.renew()).toBeNull()
  expect(back.left).toEqual(['/login?return-to=%2Freports'])
})

test('a database that fails while someone works ends at the login page, not in network errors', async () => {
  const tab = await signedIn('/reports')
  const fail = () => Promise.reject(new StorageError(new Error('The disk is full.')))
  Object.assign(browser.store, { get: fail, set: fail, delete: fail })
  browser.time += 400_000
  expect(await tab.session.accessToken()).toBeNull()
  expect(tab.left).toEqual(['/login?return-to=%2Freports'])

  const login = browser.openTab('/reports')
  await login.session.start()
  expect(login.session.getState()).toEqual({ status: 'signed-out' })
})

test('whoever the server will not have is told why at the login page, once', async () => {
  const tab = await signedIn()
  tab.session.expire('The organisation “elsewhere” is not known here.')
  await eventually(() => tab.left).toEqual([expect.stringMatching('^/login')])
  const login = browser.openTab('/login', tab.sessionStorage)
  await login.session.start()
  expect(login.session.getState()).toMatchObject({
    status: 'signed-out',
    error: { code: 'refused', detail: 'The organisation “elsewhere” is not known here.' },
  })
  const again = browser.openTab('/login', tab.sessionStorage)
  await again.session.start()
  expect(again.session.getState()).toEqual({ status: 'signed-out' })
})

test('expiring clears local storage and goes to the login page with the way back, once', async () => {
  const tab = await signedIn('/project/7')
  browser.localStorage.setItem('uploads', '[]')
  tab.session.expire()
  tab.session.expire()
  await eventually(() => tab.left).toEqual(['/login?return-to=%2Fproject%2F7'])
  expect(browser.localStorage.getItem('uploads')).toBeNull()
  expect(browser.localStorage.getItem('access_token')).toBeNull()
  expect(await browser.store.get('tokens')).toBeUndefined()
  expect(await tab.session.accessToken()).toBeNull()

  // Else a server that refuses every token and a provider that is happy would play ball for ever.
  const login = browser.openTab('/login', tab.sessionStorage)
  await login.session.start()
  expect(login.left).toEqual([])
})

test('signing in in one tab takes another one along that waits at the login page', async () => {
  const waiting = browser.openTab('/login?return-to=%2Fuploads')
  await waiting.session.start()
  const back = comeBack(waiting, { error: 'login_required' })
  await back.session.start()
  expect(back.address).toBe('/login?return-to=%2Fuploads')
  await signedIn()
  await eventually(() => back.left).toEqual(['/uploads'])
})

test('another person signing in in another tab reloads this one', async () => {
  const tab = await signedIn('/reports')
  server.claims = { sub: 'grace' }
  await signedIn('/uploads')
  await eventually(() => tab.left).toEqual(['/reports'])
})

test('permissions follow the token; without a stored token nothing is permitted', async () => {
  const tab = await signedIn()
  expect(tab.session.can('read:projects')).toBe(true)
  expect(tab.session.can('create:projects')).toBe(false)
  server.accessClaims = { permissions: ['read:projects', 'create:projects', 'make:coffee', 7] }
  await tab.session.renew()
  expect(tab.session.getState()).toMatchObject({ permissions: ['read:projects', 'create:projects'] })
  expect(tab.session.can('create:projects')).toBe(true)
  browser.localStorage.removeItem('access_token')
  expect(tab.session.can('create:projects')).toBe(false)
})

test('whoever listens hears of each change until they stop', async () => {
  const login = browser.openTab('/login')
  await login.session.signIn()
  const tab = comeBack(login)
  const heard: string[] = []
  const stop = tab.session.subscribe(() => heard.push(tab.session.getState().status))
  await tab.session.start()
  expect(heard).toEqual(['signed-in'])
  stop()
  await tab.session.signOut()
  expect(heard).toEqual(['signed-in'])
})

test('where the token does not say what it permits, the server does', async () => {
  server.accessClaims = {}
  const tab = await signedIn()
  expect(tab.session.can('read:slides')).toBe(false)
  tab.session.learn({ permissions: ['read:slides'], superadmin: true, acting: false })
  expect(tab.session.can('read:slides')).toBe(true)
  expect(tab.session.getState()).toMatchObject({ permissions: ['read:slides'], superadmin: true })
})

test('what the token permits counts, whatever the server said before', async () => {
  const tab = await signedIn()
  tab.session.learn({ permissions: ['delete:projects'], superadmin: false, acting: false })
  expect(tab.session.can('delete:projects')).toBe(false)
})
