import { afterEach, beforeEach, expect, test } from 'vitest'
import { eventually, parameters, startTestSession, type TestSession } from './test-session.ts'

let started: TestSession
beforeEach(async () => {
  started = await startTestSession()
})
afterEach(() => started.server.close())

const untilRenewal = 290_000

test('a provider without refresh tokens is asked in a hidden frame, and the page stays', async () => {
  const { server, browser } = started
  server.refreshes = false
  const tab = await started.signedIn()
  const before = await tab.session.accessToken()
  started.answerInFrames()
  browser.time += untilRenewal
  const after = await tab.session.accessToken()
  expect(after).not.toBe(before)
  expect(after).toBe(browser.localStorage.getItem('access_token'))
  expect(tab.left).toEqual([])
  expect(tab.session.getState().status).toBe('signed-in')

  const [frame] = tab.windows.frames
  const asked = parameters(frame?.address)
  expect(asked.get('prompt')).toBe('none')
  expect(asked.get('id_token_hint')).toMatch(/^ey/)
  expect(asked.get('organization')).toBe('org-1')
  expect(asked.get('redirect_uri')).toBe('http://localhost:8080/silent.html')
  expect(server.tokenRequests.at(-1)?.get('redirect_uri')).toBe('http://localhost:8080/silent.html')
  expect(tab.windows.frames.map(({ closed }) => closed)).toEqual([true])
})

test('a good refresh token needs no frame; one that is no longer good does', async () => {
  const tab = await started.signedIn()
  started.answerInFrames()
  started.browser.time += untilRenewal
  await tab.session.accessToken()
  expect(tab.windows.frames).toEqual([])

  started.server.revoke()
  started.browser.time += untilRenewal
  expect(await tab.session.accessToken()).toBe(started.browser.localStorage.getItem('access_token'))
  expect(tab.windows.frames).toHaveLength(1)
  expect(tab.left).toEqual([])
})

test('many tabs at once ask in one frame', async () => {
  const { browser, server } = started
  server.refreshes = false
  const tabs = [await started.signedIn(), browser.openTab('/uploads'), browser.openTab('/models')]
  for (const { session } of tabs.slice(1)) await session.start()
  started.answerInFrames()
  browser.time += untilRenewal
  const received = await Promise.all(tabs.map(({ session }) => session.accessToken()))
  expect(new Set(received).size).toBe(1)
  expect(tabs.flatMap(({ windows }) => windows.frames)).toHaveLength(1)
})

test('a frame without an answer is given up after ten seconds, and the page is left to ask', async () => {
  const { browser, server } = started
  server.refreshes = false
  const tab = await started.signedIn('/reports')
  browser.answerInFrame = () => null
  browser.time += untilRenewal
  const renewal = tab.session.accessToken()
  await eventually(() => tab.windows.frames.length).toBe(1)
  tab.pass(9_900)
  expect(tab.windows.frames[0]?.closed).toBe(false)
  tab.pass(100)
  expect(await renewal).toBeNull()
  expect(tab.windows.frames[0]?.closed).toBe(true)
  expect(parameters(tab.left[0]).get('prompt')).toBe('none')
})

test('without a connection a frame that stays silent does not end the session', async () => {
  const { browser, server } = started
  server.refreshes = false
  const tab = await started.signedIn('/reports')
  browser.answerInFrame = () => null
  browser.time += untilRenewal
  started.online = false
  const renewal = tab.session.renew()
  await eventually(() => tab.windows.frames.length).toBe(1)
  tab.pass(10_000)
  await expect(renewal).rejects.toMatchObject({ code: 'timeout' })
  expect(tab.session.getState().status).toBe('signed-in')
  expect(tab.left).toEqual([])
})

test.each(['login_required', 'interaction_required', 'consent_required', 'account_selection_required'])(
  'a frame that answers %s leads to the redirect, then to the login page without an error',
  async (error) => {
    const { browser, server } = started
    server.refreshes = false
    const tab = await started.signedIn('/reports')
    browser.answerInFrame = () => ({ error })
    browser.time += untilRenewal
    expect(await tab.session.accessToken()).toBeNull()
    expect(parameters(tab.left[0]).get('prompt')).toBe('none')
    expect(parameters(tab.left[0]).get('redirect_uri')).toBe('http://localhost:8080/')
    const back = started.comeBack(tab, { error })
    await back.session.start()
    expect(back.session.getState()).toEqual({ status: 'signed-out' })
    expect(back.address).toBe('/login?return-to=%2Freports')
  },
)

test.each([{ sub: 'grace' }, { org_id: 'org-2' }])(
  'nobody becomes someone else without a word: %o',
  async (claims) => {
    const { browser, server } = started
    server.refreshes = false
    const tab = await started.signedIn('/reports')
    const before = await browser.store.get('tokens')
    server.claims = claims
    started.answerInFrames()
    browser.time += untilRenewal
    expect(await tab.session.accessToken()).toBeNull()
    expect(await browser.store.get('tokens')).toEqual(before)

    const back = started.comeBack(tab)
    await back.session.start()
    expect(back.session.getState()).toMatchObject({
      status: 'signed-out',
      error: { code: 'login_failed', detail: expect.stringMatching(/another person/) },
    })
  },
)

test('at the start, whoever the provider knows is taken, without leaving the page', async () => {
  started.answerInFrames()
  const tab = started.browser.openTab('/project/7')
  await tab.session.start()
  expect(tab.session.getState()).toMatchObject({ status: 'signed-in', user: { id: 'ada' } })
  expect(tab.address).toBe('/project/7')
  expect(tab.left).toEqual([])
  expect(parameters(tab.windows.frames[0]?.address).has('id_token_hint')).toBe(false)
})

test('after signing out no frame asks, until someone signs in by hand', async () => {
  const tab = await started.signedIn()
  await tab.session.signOut()
  started.answerInFrames()
  for (const storage of [tab.sessionStorage, undefined]) {
    const later = started.browser.openTab('/reports', storage)
    await later.session.start()
    expect(later.session.getState()).toEqual({ status: 'signed-out' })
    expect(later.windows.frames).toEqual([])
  }
})

test('a sign-out while a frame asks stands', async () => {
  const { browser, server } = started
  server.refreshes = false
  const tab = await started.signedIn()
  const other = browser.openTab('/uploads')
  await other.session.start()
  started.answerInFrames()
  browser.time += untilRenewal
  const renewal = other.session.accessToken()
  await tab.session.signOut()
  expect(await renewal).toBeNull()
  expect(browser.localStorage.getItem('access_token')).toBeNull()
  expect(await browser.store.get('tokens')).toBeUndefined()
})

test('a server that refuses fresh tokens does not play ball with the provider for ever', async () => {
  const tab = await started.signedIn('/project/7')
  started.answerInFrames()
  tab.session.expire()
  await eventually(() => tab.left).toHaveLength(1)
  const login = started.browser.openTab(tab.left[0] ?? '', tab.sessionStorage)
  await login.session.start()
  expect(login.session.getState()).toEqual({ status: 'signed-out' })
  expect(login.windows.frames).toEqual([])
})

test('a tab that was taken along by a sign-in elsewhere may ask silently again', async () => {
  const { browser, server } = started
  const tab = await started.signedIn('/reports')
  const other = browser.openTab('/uploads')
  await other.session.start()
  await tab.session.signOut()
  await eventually(() => other.left).toEqual(['/login'])
  const waiting = browser.openTab('/login?return-to=%2Fuploads', other.sessionStorage)
  await waiting.session.start()

  server.refreshes = false
  await started.signedIn()
  await eventually(() => waiting.left).toEqual(['/uploads'])
  const back = browser.openTab('/uploads', waiting.sessionStorage)
  await back.session.start()
  started.answerInFrames()
  browser.time += untilRenewal
  expect(await back.session.accessToken()).toBe(browser.localStorage.getItem('access_token'))
  expect(back.left).toEqual([])
})
