import Fastify from 'fastify'
import { decodeJwt } from 'jose'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { interactionSeconds } from '../configuration.ts'
import { addOrganization } from '../people.ts'
import { createIdentityProvider } from '../provider.ts'
import type { Answer, TestBrowser } from '../test-browser.ts'
import {
  type AuthorizationRequest,
  addMembership,
  authorizationRequest,
  exchangeRedirect,
  isApp,
  openTestLab,
  testPassword as password,
  submitLogin,
  type TestLab,
} from '../test-identity.ts'

let identity: TestLab

beforeAll(async () => {
  identity = await openTestLab()
})

afterAll(() => identity.close())

/** Signs in up to the step that ends the interaction. */
async function enterPassword(browser: TestBrowser, request: AuthorizationRequest, email: string) {
  const page = (await browser.get(request.url)).location
  const { location: resume } = await browser.post(page, { email, password })
  expect(resume).toContain('/oidc/auth/')
  return { page, resume }
}

/** Who is signed in by what the provider led the app to. */
async function personOf(answer: Answer, request: AuthorizationRequest): Promise<unknown> {
  return decodeJwt((await exchangeRedirect(identity.context, answer.location, request)).id_token).email
}

test('a request that is sent twice leaves two login pages, and the earlier one works', async () => {
  const { email } = await identity.newPerson('early')
  const browser = identity.newBrowser()
  const request = authorizationRequest(identity.context)
  const earlier = await browser.get(request.url)
  const later = await browser.get(request.url)
  expect(later.location).not.toBe(earlier.location)
  const done = await browser.follow(
    await browser.post(earlier.location, { email, password }),
    isApp(identity.context),
  )
  expect(await personOf(done, request)).toBe(email)
})

test('the step that ends a sign-in may be sent again, and the second answer is as good as the first', async () => {
  const { email } = await identity.newPerson('again')
  const browser = identity.newBrowser()
  const request = authorizationRequest(identity.context)
  const { resume } = await enterPassword(browser, request, email)
  await browser.get(resume)
  const done = await browser.follow(await browser.get(resume), isApp(identity.context))
  expect(done.location).toContain('state=the-state')
  expect(await personOf(done, request)).toBe(email)
})

test('the step that ends a sign-in may be sent twice at once, and makes one session', async () => {
  const { email } = await identity.newPerson('at-once')
  const browser = identity.newBrowser()
  const request = authorizationRequest(identity.context)
  const { resume } = await enterPassword(browser, request, email)
  const send = async () => browser.follow(await browser.get(resume), isApp(identity.context))
  const answers = await Promise.all([send(), send()])
  const tokens = await Promise.all(
    answers.map(({ location }) => exchangeRedirect(identity.context, location, request)),
  )
  expect(tokens.map(({ id_token }) => decodeJwt(id_token).email)).toEqual([email, email])
  expect(new Set(tokens.map(({ access_token }) => decodeJwt(access_token).sid)).size).toBe(1)
})

/** Another process of the same installation: its address. */
async function startAnother(): Promise<string> {
  const provider = await createIdentityProvider(identity.context)
  const app = Fastify({ forceCloseConnections: true })
  await app.register(provider.plugin)
  onTestFinished(async () => {
    await app.close()
    await provider.close()
  })
  return app.listen({ host: '127.0.0.1', port: 0 })
}

/** From here to the release no sign-in gets a code. */
async function holdCodes(): Promise<{ held(): Promise<boolean>; release(): Promise<void> }> {
  const client = new pg.Client({ connectionString: identity.databaseUrl })
  await client.connect()
  onTestFinished(() => client.end())
  await client.query(`
    create function hold_code() returns trigger language plpgsql as $$
      begin perform pg_advisory_xact_lock(4711); return new; end $$;
    create trigger hold_code before insert on identity_records for each row
      when (new.model = 'AuthorizationCode') execute function hold_code();
    select pg_advisory_lock(4711)`)
  return {
    held: async () => {
      const { rows } = await client.query(
        `select from pg_locks where locktype = 'advisory' and objid = 4711 and not granted`,
      )
      return rows.length > 0
    },
    release: async () => {
      await client.query('select pg_advisory_unlock(4711)')
      await client.query('drop trigger hold_code on identity_records; drop function hold_code')
    },
  }
}

test('the step that ends a sign-in may reach two processes, and the second waits for the session of the first', async () => {
  const { email } = await identity.newPerson('two-processes')
  const another = await startAnother()
  const browser = identity.newBrowser()
  const request = authorizationRequest(identity.context)
  const { resume } = await enterPassword(browser, request, email)
  const codes = await holdCodes()
  const first = browser.get(resume)
  await vi.waitFor(async () => expect(await codes.held()).toBe(true))
  const asked = identity.log.length
  const second = browser
    .get(resume.replace(identity.context.config.origin, another))
    .then((answer) => browser.follow(answer, isApp(identity.context)))
  const refusal = () =>
    identity.log.slice(asked).some((line) => line.includes('interaction session not found'))
  await vi.waitFor(() => expect(refusal()).toBe(true))
  await codes.release()
  const answers = await Promise.all([first, second])
  const tokens = await Promise.all(
    answers.map(({ location }) => exchangeRedirect(identity.context, location, request)),
  )
  expect(new Set(tokens.map(({ access_token }) => decodeJwt(access_token).sid)).size).toBe(1)
})

test('a form sent twice leads on', async () => {
  const { email } = await identity.newPerson('double-click')
  const browser = identity.newBrowser()
  const request = authorizationRequest(identity.context)
  const { page, resume } = await enterPassword(browser, request, email)
  await browser.get(resume)
  const again = await browser.post(page, { email: email.toUpperCase(), password })
  const done = await browser.follow(again, isApp(identity.context))
  expect(await personOf(done, request)).toBe(email)
})

test('a choice of the organisation sent twice leads on', async () => {
  const person = await identity.newPerson('chooser')
  const second = await addOrganization(identity.context, { name: 'second', displayName: 'Second' })
  await addMembership(identity.context, { userId: person.id, organizationId: second.id, role: 'guest' })
  const browser = identity.newBrowser()
  const request = authorizationRequest(identity.context)
  const page = await submitLogin(identity, browser, request, person)
  const [, action = ''] = /action="([^"]+)"/.exec(page.text) ?? []
  const send = () => browser.post(action, { organization: second.id })
  await browser.get((await send()).location)
  const done = await browser.follow(await send(), isApp(identity.context))
  const tokens = await exchangeRedirect(identity.context, done.location, request)
  expect(decodeJwt(tokens.id_token)).toMatchObject({ email: person.email, org_id: second.id })
})

test('whoever goes back to the login page after signing in is led to the app', async () => {
  const { email } = await identity.newPerson('back')
  const browser = identity.newBrowser()
  const { page, resume } = await enterPassword(browser, authorizationRequest(identity.context), email)
  await browser.get(resume)
  const answer = await browser.get(page)
  expect([answer.status, answer.location]).toEqual([303, `${identity.context.config.origin}/login`])
})

test('another browser gets nothing out of a finished sign-in but a login page of its own', async () => {
  const { email } = await identity.newPerson('overheard')
  const browser = identity.newBrowser()
  const { page, resume } = await enterPassword(browser, authorizationRequest(identity.context), email)
  await browser.get(resume)
  const stranger = identity.newBrowser()
  const answer = await stranger.follow(await stranger.get(resume), isApp(identity.context))
  expect([answer.status, answer.location]).toEqual([200, ''])
  expect(answer.text).toContain('type="password"')
  expect(answer.text).not.toContain(page)
})

test('a finished sign-in is forgotten after an hour, and one of that name was never there', async () => {
  const { email } = await identity.newPerson('old')
  const browser = identity.newBrowser()
  const { page, resume } = await enterPassword(browser, authorizationRequest(identity.context), email)
  await browser.get(resume)
  identity.skip(interactionSeconds + 1)
  for (const address of [page, resume, `${identity.provider.issuer}/interaction/%00`]) {
    const answer = await browser.get(address)
    expect([answer.status, answer.location]).toEqual([400, ''])
    expect(answer.text).toContain('out of date')
  }
})
