import { readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { roleKeys } from '@cresyl/contract/api/permissions'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { organizations, projects, stainers, tissues, users } from '../platform/db/schema/index.ts'
import { demoUsers, ensureDemo } from './demo.ts'
import { signInWithPassword } from './sign-in.ts'
import type { TestBrowser } from './test-browser.ts'
import {
  auditRows,
  authorizationRequest,
  exchangeCode,
  exchangeRedirect,
  isApp,
  openTestContext,
  openTestIdentity,
  refresh,
  somewhere,
  type TestIdentity,
} from './test-identity.ts'

let identity: TestIdentity
let passwordFile: string

beforeAll(async () => {
  identity = await openTestIdentity({ demo: true })
  passwordFile = join(identity.context.config.secretsDir, 'demo-passwords.json')
  await ensureDemo(identity.context)
})

afterAll(() => identity.close())

async function clickDemoButton(browser: TestBrowser, email: string, headers: Record<string, string> = {}) {
  const request = authorizationRequest(identity.context, { demo_user: email })
  let answer = await browser.get(request.url, headers)
  while (answer.location !== '' && !isApp(identity.context)(answer.location)) {
    answer = await browser.get(answer.location, headers)
  }
  const code = answer.location === '' ? null : new URL(answer.location).searchParams.get('code')
  if (code === null) return { answer }
  return { answer, tokens: (await exchangeCode(identity.context, code, request.verifier)).json }
}

test('makes one organisation with a user for each role, projects, tissues and stains, however often it runs', async () => {
  await Promise.all([ensureDemo(identity.context), ensureDemo(identity.context)])
  const rows = await identity.context.database.asSystem(async (tx) => ({
    organizations: await tx.select().from(organizations),
    users: await tx.select().from(users),
    projects: await tx.select().from(projects),
    tissues: await tx.select().from(tissues),
    stainers: await tx.select().from(stainers),
  }))
  expect(rows.organizations).toMatchObject([{ name: 'demo', displayName: 'Demo Pathology' }])
  expect(rows.users.map(({ email }) => email).sort()).toEqual(
    demoUsers()
      .map(({ email }) => email)
      .sort(),
  )
  expect(rows.projects).toHaveLength(3)
  expect(rows.tissues.map(({ organ, species }) => `${organ}, ${species}`)).toEqual([
    'Breast, Human',
    'Colon, Human',
    'Liver, Mouse',
  ])
  expect(rows.stainers.map(({ stainType }) => stainType)).toEqual(['H&E', 'IHC HER2', 'IHC Ki-67', 'DAPI'])
  expect(new Set(demoUsers().map(({ role }) => role))).toEqual(new Set(roleKeys))
  expect(await auditRows(identity.context, 'member.added')).toHaveLength(4)
})

async function trySignIn(password: string) {
  const email = 'user@demo.cresyl'
  return signInWithPassword(identity.context, { email, password, from: somewhere, requestId: 'r' })
}

test('passwords are random, private, and made anew where the file was lost', async () => {
  const read = async () => JSON.parse(await readFile(passwordFile, 'utf8')) as Record<string, string>
  const before = await read()
  expect((await stat(passwordFile)).mode & 0o777).toBe(0o600)
  expect(new Set(Object.values(before)).size).toBe(4)
  expect(await trySignIn(before['user@demo.cresyl'] ?? '')).toMatchObject({ method: 'password' })
  await rm(passwordFile)
  await ensureDemo(identity.context)
  const after = await read()
  expect(await trySignIn(before['user@demo.cresyl'] ?? '')).toBeUndefined()
  expect(await trySignIn(after['user@demo.cresyl'] ?? '')).toMatchObject({ method: 'password' })
})

test('one click signs in as each demo user', async () => {
  for (const { email, role } of demoUsers()) {
    const { tokens } = await clickDemoButton(identity.newBrowser(), email)
    expect(decodeJwt(tokens?.id_token ?? '')).toMatchObject({ email, roles: [role], org_name: 'demo' })
  }
  const [row] = await auditRows(identity.context, 'session.started')
  expect(row?.details).toEqual({ method: 'demo' })
})

test('another button switches the user of the browser', async () => {
  const browser = identity.newBrowser()
  const admin = (await clickDemoButton(browser, 'admin@demo.cresyl')).tokens
  const guest = (await clickDemoButton(browser, 'guest@demo.cresyl')).tokens
  expect(decodeJwt(guest?.id_token ?? '')).toMatchObject({ email: 'guest@demo.cresyl' })
  expect((await refresh(identity.context, admin?.refresh_token ?? '')).json.error).toBe('invalid_grant')
  expect((await refresh(identity.context, guest?.refresh_token ?? '')).status).toBe(200)
  const again = (await clickDemoButton(browser, 'guest@demo.cresyl')).tokens
  expect(decodeJwt(again?.id_token ?? '')).toMatchObject({ email: 'guest@demo.cresyl' })
})

test('the page of a demo user may be asked for twice, also where another person was signed in', async () => {
  const browser = identity.newBrowser()
  await clickDemoButton(browser, 'manager@demo.cresyl')
  const request = authorizationRequest(identity.context, { demo_user: 'guest@demo.cresyl' })
  const page = (await browser.get(request.url)).location
  await browser.get(page)
  const done = await browser.follow(await browser.get(page), isApp(identity.context))
  const tokens = await exchangeRedirect(identity.context, done.location, request)
  expect(decodeJwt(tokens.id_token)).toMatchObject({ email: 'guest@demo.cresyl' })
})

test('without a session, prompt=none does not sign a demo user in', async () => {
  const { url } = authorizationRequest(identity.context, { demo_user: 'admin@demo.cresyl', prompt: 'none' })
  const answer = await identity.newBrowser().get(url)
  expect(new URL(answer.location).searchParams.get('error')).toBe('login_required')
})

test.each<[string, string, Record<string, string>]>([
  ['for nobody of the demo', 'root@demo.cresyl', {}],
  ['for what came through a proxy', 'admin@demo.cresyl', { 'x-forwarded-for': '127.0.0.1' }],
])('shows the login page %s', async (_what, email, headers) => {
  const { answer, tokens } = await clickDemoButton(identity.newBrowser(), email, headers)
  expect(tokens).toBeUndefined()
  expect(answer.text).toContain('type="password"')
})

test('outside of demo mode nothing is made', async () => {
  const { context, close } = await openTestContext()
  await ensureDemo(context)
  expect(await context.database.asSystem((tx) => tx.select().from(organizations))).toEqual([])
  await close()
})
