import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  isReady,
  makeProductPlace,
  type Product,
  type ProductPlace,
  runCli,
  startProduct,
  stopProduct,
} from '../../test-product.ts'
import { type Glewlwyd, oidcPlugin, startGlewlwyd } from './test-glewlwyd.ts'

const clientId = 'cresyl-web'
let glewlwyd: Glewlwyd
let place: ProductPlace
let product: Product
let audience: string

beforeAll(async () => {
  glewlwyd = await startGlewlwyd()
  place = await makeProductPlace({
    OIDC_ISSUER: glewlwyd.issuer,
    OIDC_CLIENT_ID: clientId,
    OIDC_AUDIENCE_PARAMETER: 'resource',
    OIDC_SCOPE: 'openid',
    OIDC_ORGANIZATION: 'lab',
    OIDC_TOKEN_TYPE: 'at+jwt',
  })
  audience = `http://localhost:${place.port}/api`
  place.environment.OIDC_AUDIENCE = audience
  await glewlwyd.administer('/mod/plugin/', oidcPlugin(glewlwyd.issuer, audience))
  await glewlwyd.administer('/client/', {
    client_id: clientId,
    client_name: 'Cresyl',
    confidential: false,
    enabled: true,
    authorization_type: ['code', 'refresh_token'],
    token_endpoint_auth_method: ['none'],
    redirect_uri: [`http://localhost:${place.port}/`, `http://localhost:${place.port}/silent.html`],
  })
  product = await startProduct(place)
  expect(product.messages.at(-1)).toMatchObject({ type: 'ready' })
  const added = await runCli(place, ['org', 'add', '--name', 'lab', '--display-name', 'The Lab'])
  expect(added).toMatchObject({ code: 0 })
})

afterAll(async () => {
  if (product !== undefined && isReady(product)) await stopProduct(product)
  await place?.remove()
  await glewlwyd?.stop()
})

interface Tokens {
  access_token: string
  refresh_token: string
  id_token: string
}

const addPerson = (username: string, properties: Record<string, string>) =>
  glewlwyd.administer('/user/', {
    username,
    name: `Person ${username}`,
    email: `${username}@lab.example`,
    password: `password of ${username}`,
    scope: ['openid', 'g_profile'],
    enabled: true,
    ...properties,
  })

/** What the web app does: authorisation code with PKCE, as a public client. */
async function signIn(username: string, resource = audience): Promise<Tokens> {
  const verifier = randomBytes(32).toString('base64url')
  const redirect = `${product.origin}/`
  const session = await glewlwyd.signIn(username, `password of ${username}`)
  await session.grant(clientId, 'openid')
  const landing = await session.authorize({
    client_id: clientId,
    redirect_uri: redirect,
    response_type: 'code',
    scope: 'openid',
    state: 'the-state',
    nonce: 'the-nonce-of-the-app',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    resource,
  })
  expect(landing.href).toContain(`${redirect}?`)
  const reply = await requestTokens({
    grant_type: 'authorization_code',
    code: landing.searchParams.get('code') ?? '',
    redirect_uri: redirect,
    code_verifier: verifier,
    resource,
  })
  expect(reply.status).toBe(200)
  return (await reply.json()) as Tokens
}

const requestTokens = (form: Record<string, string>) =>
  fetch(`${glewlwyd.issuer}/token`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: clientId, ...form }),
  })

async function api(token: string, path: string, body?: unknown) {
  const reply = await fetch(`${product.origin}/api/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: reply.status, json: (await reply.json()) as Record<string, unknown> }
}

describe('with glewlwyd as the identity provider', () => {
  test('the start says where people sign in, pages allow it, and nothing of our own provider is there', async () => {
    expect(product.messages.at(-1)).toMatchObject({
      lines: expect.arrayContaining([expect.stringContaining(glewlwyd.issuer)]),
    })
    const page = await fetch(`${product.origin}/login`)
    const { origin } = new URL(glewlwyd.issuer)
    expect(page.headers.get('content-security-policy')).toContain(`frame-src 'self' ${origin};`)
    expect((await fetch(`${product.origin}/oidc/.well-known/openid-configuration`)).status).toBe(404)
    expect(await runCli(place, ['token', '--email', 'ada@lab.example'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`Cresyl uses the identity provider ${glewlwyd.issuer}.`),
    })
  })

  test('a person with a role appears with the first request, and may do what the role may', async () => {
    await addPerson('ada', { role: 'manager' })
    const { access_token: token } = await signIn('ada')
    expect(await api(token, 'organizations/current')).toMatchObject({ status: 200, json: { name: 'lab' } })
    expect(await api(token, 'projects', { name: 'By Ada' })).toMatchObject({ status: 201 })
    expect(await api(token, 'users')).toMatchObject({
      json: { results: [expect.objectContaining({ name: 'Person ada' })] },
    })
    await addPerson('gil', { role: 'guest' })
    const guest = await signIn('gil')
    expect(await api(guest.access_token, 'projects', { name: 'By Gil' })).toMatchObject({ status: 403 })
  })

  test('a person without a role is refused with a sentence until an administrator invites them', async () => {
    await addPerson('bea', { verified: 'yes' })
    const { access_token: token } = await signIn('bea')
    expect(await api(token, 'organizations/current')).toMatchObject({
      status: 401,
      json: {
        detail:
          'You are signed in, but not a member of The Lab. Ask an administrator to invite bea@lab.example.',
      },
    })
    await addPerson('chief', { role: 'admin' })
    const { access_token: chief } = await signIn('chief')
    const invitation = { email: 'bea@lab.example', role: 'user' }
    expect(await api(chief, 'users/invitations', invitation)).toMatchObject({ status: 201 })
    expect(await api(token, 'organizations/current')).toMatchObject({ status: 200 })
    expect(await api(token, 'users/invitations')).toMatchObject({ status: 403 })
  })

  test('an operator makes someone a superadmin, who may then look after all organisations', async () => {
    await addPerson('ops', {})
    const { access_token: token } = await signIn('ops')
    expect(await api(token, 'organizations')).toMatchObject({ status: 401 })
    const granted = await runCli(place, ['user', 'superadmin', '--email', 'ops@lab.example'])
    expect(granted).toMatchObject({ code: 0 })
    expect(await api(token, 'organizations')).toMatchObject({ status: 200 })
  })

  test('the session is renewed with the refresh token, which works once', async () => {
    await addPerson('ren', { role: 'user' })
    const { refresh_token: first } = await signIn('ren')
    const form = { grant_type: 'refresh_token', refresh_token: first }
    const renewed = (await (await requestTokens(form)).json()) as Tokens
    expect(await api(renewed.access_token, 'organizations/current')).toMatchObject({ status: 200 })
    expect((await requestTokens(form)).status).toBe(400)
  })

  test('a token for another service is refused, and so is an ID token', async () => {
    await addPerson('eve', { role: 'admin' })
    const elsewhere = await signIn('eve', 'https://elsewhere.example/api')
    expect(await api(elsewhere.access_token, 'organizations/current')).toMatchObject({
      status: 401,
      json: { detail: expect.stringContaining('It was issued for another service.') },
    })
    const here = await signIn('eve')
    expect(await api(here.access_token, 'organizations/current')).toMatchObject({ status: 200 })
    expect(await api(here.id_token, 'organizations/current')).toMatchObject({ status: 401 })
  })

  test('everything is in the audit log, which is whole', async () => {
    expect(await runCli(place, ['audit', 'verify'])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^lab: \d+ rows.*whole/m),
    })
  })
})
