import { afterEach, beforeEach, expect, test } from 'vitest'
import type { TestProvider } from '../identity/test-provider.ts'
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

test('a token fetch that fails leaves the person signed out', async () => {
  const login = browser.openTab('/login')
  await login.session.signIn()
  server.mishaps = [{ status: 400, body: { error: 'invalid_client' } }]
  const back = comeBack(login)
  await back.session.start()
  expect(back.session.getState()).toMatchObject({ status: 'signed-out', error: { code: 'login_failed' } })
  expect(browser.localStorage.getItem('access_token')).toBeNull()
})

test('signing out forgets everything, tells the other tabs and ends the session of the provider', async () => {
  const tab = await signedIn()
  const other = browser.openTab('/uploads')
  await other.session.start()
  browser.localStorage.setItem('uploads', '[]')
  await tab.session.signOut()
  const end = new URL(tab.left[0] ?? '')
  expect(end.href.startsWith(`${server.issuer}/session/end?`)).toBe(true)
  expect(end.searchParams.get('id_token_hint')).toMatch(/^ey/)
  expect(end.searchParams.get('client_id')).toBe('cresyl-web')
  expect(end.searchParams.get('post_logout_redirect_uri')).toBe('http://localhost:8080/login')
  expect(browser.localStorage.getItem('access_token')).toBeNull()
  expect(browser.localStorage.getItem('uploads')).toBeNull()
  expect(await browser.store.get('tokens')).toBeUndefined()

  await eventually(() => other.left).toEqual(['/login'])
  expect(other.session.getState()).toEqual({ status: 'checking' })
  // The provider may not have ended its session yet: neither tab may ask it silently.
  for (const { sessionStorage } of [tab, other]) {
    const login = browser.openTab('/login', sessionStorage)
    await login.session.start()
    expect(login.session.getState()).toEqual({ status: 'signed-out' })
    expect(login.left).toEqual([])
  }
})

test('a tab that sees what is gone before it hears why goes to the login page all the same', async () => {
  const tab = await signedIn()
  const other = browser.openTab('/uploads')
  await other.session.start()
  browser.tellsLate = true
  await tab.session.signOut()
  await eventually(() => other.left).toEqual(['/login'])
})

test('without a connection, signing out ends at the login page of this very page, in every tab', async () => {
  const tab = await signedIn()
  const other = browser.openTab('/uploads')
  await other.session.start()
  started.online = false
  await tab.session.signOut()
  for (const each of [tab, other]) {
    await eventually(each.session.getState).toEqual({ status: 'signed-out', providerSession: 'not-ended' })
    expect(each.address).toBe('/login')
    expect(each.left).toEqual([])
    expect(await each.session.accessToken()).toBeNull()
  }
  expect(browser.localStorage.getItem('access_token')).toBeNull()
  expect(await browser.store.get('tokens')).toBeUndefined()
})

test('a provider that answers with errors counts as out of reach when signing out', async () => {
  const tab = await signedIn()
  server.discoveryStatus = 503
  await tab.session.signOut()
  expect(tab.session.getState()).toEqual({ status: 'signed-out', providerSession: 'not-ended' })
})

test('after signing out no tab of the browser asks silently, until someone signs in by hand', async () => {
  const tab = await signedIn()
  started.online = false
  await tab.session.signOut()
  started.online = true
  tab.wake()
  const fresh = browser.openTab('/reports')
  await fresh.session.start()
  expect(fresh.session.getState()).toEqual({ status: 'signed-out' })
  expect(fresh.address).toBe('/login?return-to=%2Freports')
  for (const each of [tab, fresh]) expect(each.left).toEqual([])

  await signedIn()
  await browser.store.delete('tokens')
  const later = browser.openTab('/reports')
  await later.session.start()
  expect(parameters(later.left[0]).get('prompt')).toBe('none')
})

test('a silent sign-in that was under way when someone signed out brings nothing back', async () => {
  const tab = await signedIn()
  await browser.store.delete('tokens')
  const asking = browser.openTab('/reports')
  await asking.session.start()
  await tab.session.signOut()
  const back = comeBack(asking)
  await back.session.start()
  expect(back.session.getState()).toEqual({ status: 'signed-out' })
  expect(browser.localStorage.getItem('access_token')).toBeNull()
  expect(await browser.store.get('tokens')).toBeUndefined()
})

test('signing out works even if the database fails', async () => {
  const tab = await signedIn()
  const fail = () => Promise.reject(new Error('The disk is full.'))
  Object.assign(browser.store, { get: fail, delete: fail })
  await tab.session.signOut()
  expect(tab.left[0]).toMatch(/\/session\/end/)
  expect(browser.localStorage.getItem('access_token')).toBeNull()
})

test('a renewal that was under way when someone signed out brings nothing back', async () => {
  const tab = await signedIn()
  const other = browser.openTab('/uploads')
  await other.session.start()
  browser.time += 290_000
  const renewal = other.session.accessToken()
  await tab.session.signOut()
  expect(await renewal).toBeNull()
  expect(browser.localStorage.getItem('access_token')).toBeNull()
  expect(await browser.store.get('tokens')).toBeUndefined()
})
