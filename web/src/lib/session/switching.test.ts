import { afterEach, beforeEach, expect, test } from 'vitest'
import { eventually, parameters, startTestSession, type TestSession } from './test-session.ts'

let started: TestSession
beforeEach(async () => {
  started = await startTestSession()
})
afterEach(() => started.server.close())

test('switching asks the provider and starts anew at / in the other organisation, in every tab', async () => {
  const { server, browser } = started
  const tab = await started.signedIn('/project/7')
  const other = browser.openTab('/slide/3')
  await other.session.start()
  browser.localStorage.setItem('uploads', '[]')
  await tab.session.switchOrganization('org-2')
  expect(parameters(tab.left[0]).get('organization')).toBe('org-2')
  expect(parameters(tab.left[0]).has('prompt')).toBe(false)

  server.claims = { org_id: 'org-2' }
  const back = started.comeBack(tab)
  await back.session.start()
  expect(back.address).toBe('/')
  expect(back.session.getState()).toMatchObject({ status: 'signed-in', user: { org_id: 'org-2' } })
  expect(back.session.takeNotice()).toBeNull()
  expect(browser.localStorage.getItem('uploads')).toBeNull()
  expect(browser.localStorage.getItem('access_token')).toBe(await back.session.accessToken())
  await eventually(() => other.left).toEqual(['/'])
})

test('a refusal leaves everything as it is, and is told once', async () => {
  const { server, browser } = started
  const tab = await started.signedIn('/project/7')
  browser.localStorage.setItem('uploads', '[]')
  const token = await tab.session.accessToken()
  await tab.session.switchOrganization('org-9')
  const back = started.comeBack(tab, {
    error: 'access_denied',
    error_description: 'you are not a member of this organisation.',
  })
  await back.session.start()
  expect(back.address).toBe('/project/7')
  expect(back.session.getState()).toMatchObject({ status: 'signed-in', user: { org_id: 'org-1' } })
  expect(await back.session.accessToken()).toBe(token)
  expect(browser.localStorage.getItem('uploads')).toBe('[]')
  expect(back.session.takeNotice()).toBe(
    'The organisation could not be changed: you are not a member of this organisation.',
  )
  expect(back.session.takeNotice()).toBeNull()
  expect(server.tokenRequests).toHaveLength(1)
})

test('a refusal that comes when the token has to be renewed keeps the session too', async () => {
  const tab = await started.signedIn('/project/7')
  await tab.session.switchOrganization('org-9')
  started.browser.time += 400_000
  const back = started.comeBack(tab, { error: 'access_denied' })
  await back.session.start()
  expect(back.session.getState()).toMatchObject({ status: 'signed-in', user: { org_id: 'org-1' } })
  expect(back.session.takeNotice()).toMatch(/could not be changed/)
})

test('a provider that answers for another organisation than the one asked for changes nothing', async () => {
  const tab = await started.signedIn('/project/7')
  await tab.session.switchOrganization('org-9')
  started.server.claims = { org_id: 'org-2' }
  const back = started.comeBack(tab)
  await back.session.start()
  expect(back.session.getState()).toMatchObject({ status: 'signed-in', user: { org_id: 'org-1' } })
  expect(back.session.takeNotice()).toMatch(/a different organisation/)
})

test('a provider that knows no organisations is not asked: people learn what to do', async () => {
  const plain = await startTestSession({ organization_parameter: null })
  const tab = await plain.signedIn()
  await expect(tab.session.switchOrganization('org-2')).rejects.toThrow(
    /cannot switch organisation.*Sign out/,
  )
  expect(tab.session.getState().status).toBe('signed-in')
  expect(tab.left).toEqual([])
  await plain.server.close()
})

test('a provider that cannot be reached leaves the page where it is', async () => {
  const tab = await started.signedIn('/project/7')
  const fresh = started.browser.openTab('/project/7', tab.sessionStorage)
  await fresh.session.start()
  started.online = false
  await expect(fresh.session.switchOrganization('org-2')).rejects.toThrow(
    /could not be changed: .*connection/,
  )
  expect(fresh.session.getState().status).toBe('signed-in')
  expect(fresh.left).toEqual([])
})

test('the session says who is a superadmin, and where one acts as a guest of the house', async () => {
  const tab = await started.signedIn()
  expect(tab.session.getState()).toMatchObject({ superadmin: false, acting: false })
  started.server.claims = { superadmin: true, acting: true }
  const acting = await started.signedIn()
  expect(acting.session.getState()).toMatchObject({ superadmin: true, acting: true })
})
