import { afterEach, beforeEach, expect, test } from 'vitest'
import type { TestPopup } from '../identity/test-windows.ts'
import type { TestTab } from './test-browser.ts'
import { eventually, parameters, startTestSession, type TestSession } from './test-session.ts'

let started: TestSession
beforeEach(async () => {
  started = await startTestSession()
})
afterEach(() => started.server.close())

/** Clicks, and waits until the provider is asked in the window. */
async function openPopup(
  tab: TestTab,
  signal?: AbortSignal,
): Promise<{ popup: TestPopup; done: Promise<void> }> {
  const done = tab.session.signIn({ way: 'popup', ...(signal && { signal }) })
  const popup = tab.windows.popups.at(-1) as TestPopup
  await eventually(() => popup.address).toMatch(/\/auth\?/)
  popup.seen = 'there'
  tab.pass(1000)
  return { popup, done }
}

function answerIn(tab: TestTab, popup: TestPopup, answer: Record<string, string> = { code: 'c' }): void {
  const asked = parameters(popup.address)
  started.server.nonce = asked.get('nonce') ?? ''
  const query = new URLSearchParams({ state: asked.get('state') ?? '', ...answer })
  tab.windows.answer({ window: popup.name, query: `?${query}` })
}

const failedWith = (error: Record<string, unknown>) => ({
  status: 'signed-out',
  error: expect.objectContaining(error),
})

test('a pop-up is opened in the click itself, asks for its own page, and leads into the app', async () => {
  const tab = await started.atLogin()
  const done = tab.session.signIn({ way: 'popup' })
  expect(tab.windows.popups).toHaveLength(1)
  const [popup] = tab.windows.popups as [TestPopup]
  await eventually(() => popup.address).toMatch(/\/auth\?/)
  expect(parameters(popup.address).get('redirect_uri')).toBe('http://localhost:8080/silent.html')
  expect(tab.session.getState()).toEqual({ status: 'signed-out' })
  answerIn(tab, popup)
  await done
  expect(started.server.tokenRequests.at(-1)?.get('redirect_uri')).toBe('http://localhost:8080/silent.html')
  expect(tab.left).toEqual(['/reports'])
  expect(popup.closed).toBe(true)

  const back = started.browser.openTab('/reports', tab.sessionStorage)
  await back.session.start()
  expect(back.session.getState().status).toBe('signed-in')
})

test('a pop-up that the browser blocks is told, and nothing is asked', async () => {
  const tab = await started.atLogin()
  tab.windows.blocked = true
  await tab.session.signIn({ way: 'popup' })
  expect(tab.session.getState()).toEqual(failedWith({ code: 'popup_open', message: 'Login failed' }))
  expect(started.server.tokenRequests).toHaveLength(0)
})

test('an answer that was on its way when the window closed is taken', async () => {
  const tab = await started.atLogin()
  const { popup, done } = await openPopup(tab)
  popup.seen = 'gone'
  tab.pass(1500)
  answerIn(tab, popup)
  await done
  expect(tab.left).toEqual(['/reports'])
})

test('a pop-up that stays closed ends the attempt', async () => {
  const tab = await started.atLogin()
  const { popup, done } = await openPopup(tab)
  popup.seen = 'gone'
  tab.pass(3000)
  await done
  expect(tab.session.getState()).toEqual(failedWith({ code: 'cancelled', message: 'Popup closed' }))
})

test('a pop-up in which the person goes back to the app is closed, and the page stays where it is', async () => {
  const tab = await started.atLogin()
  const { popup, done } = await openPopup(tab)
  popup.seen = 'back'
  tab.pass(250)
  await done
  expect(popup.closed).toBe(true)
  expect(tab.left).toEqual([])
  expect(tab.session.getState()).toEqual(failedWith({ code: 'cancelled' }))
})

test('a provider that cuts its window off is waited for until the time is up', async () => {
  const tab = await started.atLogin()
  const done = tab.session.signIn({ way: 'popup' })
  const [popup] = tab.windows.popups as [TestPopup]
  await eventually(() => popup.address).toMatch(/\/auth\?/)
  // Its first page did it: nothing was ever seen in the window.
  popup.seen = 'gone'
  tab.pass(50_000)
  expect(tab.session.getState()).toEqual({ status: 'signed-out' })
  answerIn(tab, popup)
  await done
  expect(tab.left).toEqual(['/reports'])
})

test('a later page that cuts the window off does not count as closed while the person is there', async () => {
  const tab = await started.atLogin()
  const { popup, done } = await openPopup(tab)
  tab.windows.focused = false
  popup.seen = 'gone'
  tab.pass(30_000)
  expect(tab.session.getState()).toEqual({ status: 'signed-out' })
  tab.windows.focused = true
  tab.pass(1000)
  await done
  expect(tab.session.getState()).toEqual(failedWith({ code: 'cancelled' }))
})

test('a pop-up in which nothing happens for a minute ends in a time-out', async () => {
  const tab = await started.atLogin()
  const { popup, done } = await openPopup(tab)
  tab.pass(58_000)
  expect(tab.session.getState()).toEqual({ status: 'signed-out' })
  tab.pass(2000)
  await done
  expect(tab.session.getState()).toEqual(failedWith({ code: 'timeout', message: 'Timeout' }))
  expect(popup.closed).toBe(true)
  expect(tab.timers).toEqual([])
})

test('an answer with another state in our pop-up shows "Invalid state" and fetches nothing', async () => {
  const tab = await started.atLogin()
  const { popup, done } = await openPopup(tab)
  answerIn(tab, popup, { code: 'c', state: 'theirs' })
  await done
  expect(tab.session.getState()).toEqual(failedWith({ code: 'state_mismatch', message: 'Invalid state' }))
  expect(started.server.tokenRequests).toHaveLength(0)
})

test('answers for other tabs are not taken', async () => {
  const tab = await started.atLogin()
  const { popup, done } = await openPopup(tab)
  tab.windows.answer({ window: 'of-another-tab', query: '?code=c&state=theirs' })
  tab.windows.answer({ window: '', query: '' })
  expect(tab.session.getState()).toEqual({ status: 'signed-out' })
  answerIn(tab, popup)
  await done
  expect(tab.left).toEqual(['/reports'])
})

test('a refusal in the pop-up is told in the words of the provider', async () => {
  const tab = await started.atLogin()
  const { popup, done } = await openPopup(tab)
  answerIn(tab, popup, { error: 'access_denied', error_description: 'the account is disabled' })
  await done
  expect(tab.session.getState()).toEqual(
    failedWith({ code: 'login_failed', detail: 'the account is disabled' }),
  )
})

test('a failure page in the pop-up closes it, and its sentence is told in the page', async () => {
  const tab = await started.atLogin()
  const { popup, done } = await openPopup(tab)
  popup.failed = 'This sign-in page is out of date.'
  tab.pass(1000)
  await done
  expect(popup.closed).toBe(true)
  expect(tab.session.getState()).toEqual(
    failedWith({ code: 'failure_page', detail: 'This sign-in page is out of date.' }),
  )
  expect(tab.address).toBe('/login?return-to=%2Freports')
})

test('whoever came back unanswered and then signed in in a pop-up is not led to that page again', async () => {
  const left = await started.atLogin()
  await left.session.signIn({ returnTo: '/models' })
  const tab = started.browser.openTab('/login', left.sessionStorage)
  await tab.session.start()
  const { popup, done } = await openPopup(tab)
  answerIn(tab, popup)
  await done
  expect(tab.left).toEqual(['/models'])
  const later = started.browser.openTab('/login', tab.sessionStorage)
  await later.session.start()
  expect(later.address).toBe('/login')
})

test('whoever changes their mind is left alone, and a late answer is not taken', async () => {
  const tab = await started.atLogin()
  const mind = new AbortController()
  const { popup, done } = await openPopup(tab, mind.signal)
  mind.abort()
  await done
  expect(tab.session.getState()).toEqual({ status: 'signed-out' })
  expect(popup.closed).toBe(true)
  answerIn(tab, popup)
  tab.pass(60_000)
  expect(tab.left).toEqual([])
  expect(started.server.tokenRequests).toHaveLength(0)
})

test('another attempt takes the error of the one before away', async () => {
  const tab = await started.atLogin()
  tab.windows.blocked = true
  await tab.session.signIn({ way: 'popup' })
  tab.windows.blocked = false
  const { popup, done } = await openPopup(tab)
  expect(tab.session.getState()).toEqual({ status: 'signed-out' })
  answerIn(tab, popup)
  await done
})

test('a provider that cannot be reached closes the pop-up again', async () => {
  const tab = await started.atLogin()
  const fresh = started.browser.openTab('/login', tab.sessionStorage)
  await fresh.session.start()
  started.online = false
  await fresh.session.signIn({ way: 'popup' })
  expect(fresh.session.getState()).toEqual(failedWith({ code: 'unreachable' }))
  expect(fresh.windows.popups.map(({ closed }) => closed)).toEqual([true])
})

test('an organisation and a person can be asked for', async () => {
  const tab = started.browser.openTab('/login')
  await tab.session.signIn({ organization: 'northside', loginHint: 'ada@example.org' })
  expect(parameters(tab.left[0]).get('organization')).toBe('northside')
  expect(parameters(tab.left[0]).get('login_hint')).toBe('ada@example.org')
})

test('the hint in the address of the login page is passed on, and outlives asking silently', async () => {
  const first = started.browser.openTab('/login?hint=ada%40example.org')
  await first.session.start()
  const tab = started.comeBack(first, { error: 'login_required' })
  await tab.session.start()
  expect(tab.address).toBe('/login?hint=ada%40example.org')
  await tab.session.signIn()
  expect(parameters(tab.left[0]).get('login_hint')).toBe('ada@example.org')
})
