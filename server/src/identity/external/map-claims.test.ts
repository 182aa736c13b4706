import { permissionsOf } from '@cresyl/contract/api/permissions'
import { describe, expect, test } from 'vitest'
import { parseConfig } from '../../platform/config/config.ts'
import { auth0 } from './fixtures/auth0.ts'
import { entra } from './fixtures/entra.ts'
import { keycloak } from './fixtures/keycloak.ts'
import type { TokenFixture } from './fixtures/token-fixture.ts'
import { mapClaims } from './map-claims.ts'

const exp = 1_800_000_000

function map({ settings, payload }: TokenFixture, changes: { settings?: object; payload?: object } = {}) {
  const { identity } = parseConfig({ ...settings, ...changes.settings }, '/')
  return mapClaims({ exp, ...payload, ...changes.payload }, identity)
}

const plain: TokenFixture = {
  settings: { OIDC_ISSUER: 'https://login.example.org', OIDC_CLIENT_ID: 'web', OIDC_AUDIENCE: 'api' },
  header: { typ: 'JWT' },
  payload: { sub: 'ada', org_id: 'mercy' },
}

describe('tokens of', () => {
  test('Auth0: its permissions are the rights, what we do not know is left out, the role is for show', () => {
    expect(map(auth0)).toEqual({
      subject: 'auth0|65f1c2a7d9b4e80012ab34cd',
      organization: 'org_9ybsU1dN2dKfDkBi',
      rights: { permissions: ['read:slides', 'read:images', 'view:viewers'], role: 'manager' },
      profile: { name: undefined, email: undefined, emailVerified: false, picture: undefined },
      issuedAt: undefined,
      sessionId: undefined,
      expiresAt: new Date(exp * 1000),
    })
  })

  test('Auth0 without RBAC: the roles of its Action decide', () => {
    expect(map(auth0, { payload: { permissions: undefined } }).rights).toEqual({
      permissions: permissionsOf('manager'),
      role: 'manager',
    })
  })

  test('Keycloak: the organisation is the key of an object, the role is that of the API’s client', () => {
    expect(map(keycloak)).toMatchObject({
      subject: 'f7a3d0b2-52f4-4a7b-8f0e-0c9a54a8c1de',
      organization: 'mercy',
      rights: { permissions: permissionsOf('user'), role: 'user' },
      profile: { name: 'Ada Lovelace', email: 'ada@mercy.example', emailVerified: true },
      sessionId: '0f4e6b5d-52a1-4c7e-a4c5-6a3d2b1c0f9e',
    })
  })

  test('Keycloak with realm roles: the ones every account has give nothing', () => {
    const settings = { OIDC_CLAIM_ROLES: 'realm_access.roles' }
    expect(map(keycloak, { settings }).rights).toEqual({ permissions: [], role: undefined })
    const realm = { realm_access: { roles: ['offline_access', 'manager'] } }
    expect(map(keycloak, { settings, payload: realm }).rights?.role).toBe('manager')
  })

  test('Entra ID: the tenant is the organisation, and of several roles the greatest counts', () => {
    expect(map(entra)).toMatchObject({
      organization: '3b9f0d6e-8f0a-4f57-9c39-0a6f2f6f4b11',
      rights: { permissions: permissionsOf('admin'), role: 'admin' },
      profile: { name: 'Grace Hopper', email: 'grace.hopper@mercy.example', emailVerified: false },
      sessionId: '00b1f6a7-4c2e-4a51-b7f9-1f5f3f2f5a0c',
    })
  })
})

describe('the organisation', () => {
  test.each([
    ['a text', 'mercy', 'mercy'],
    ['a list of one', ['mercy'], 'mercy'],
    ['an object with one key', { mercy: {} }, 'mercy'],
  ])('is %s', (_kind, org_id, name) => {
    expect(map(plain, { payload: { org_id } }).organization).toBe(name)
  })

  test.each([[['mercy', 'grace']], [{ mercy: {}, grace: {} }]])('%o are too many', (org_id) => {
    expect(() => map(plain, { payload: { org_id } })).toThrow(
      'You are signed in for 2 organisations at once, and Cresyl works in one at a time. Choose one when signing in.',
    )
  })

  test.each([[undefined], [null], [''], [[]], [{}], [42], ['a\u0000b'], [['']], [true]])(
    '%o is none, and the missing claim is named',
    (org_id) => {
      expect(() => map(plain, { payload: { org_id } })).toThrow('the claim org_id is missing')
    },
  )

  test('set by configuration is not looked for in the token', () => {
    const settings = { OIDC_ORGANIZATION: 'lab' }
    expect(map(plain, { settings, payload: { org_id: 'mercy' } }).organization).toBe('lab')
    expect(map(plain, { settings, payload: { org_id: undefined } }).organization).toBe('lab')
  })
})

describe('rights', () => {
  const rights = (payload: object, settings = {}) => map(plain, { payload, settings }).rights

  test('are left to our own list of members when the token says nothing', () => {
    expect(rights({})).toBeUndefined()
    expect(rights({ permissions: null, roles: null })).toBeUndefined()
  })

  test.each([
    [{ roles: [] }],
    [{ roles: ['boss'] }],
    [{ roles: 'boss' }],
    [{ roles: 3 }],
    [{ roles: { admin: true } }],
    [{ permissions: [] }],
    [{ permissions: ['*', 'delete:everything', 7] }],
    [{ permissions: {}, roles: [] }],
  ])('%o gives none', (payload) => {
    expect(rights(payload)?.permissions).toEqual([])
  })

  test('by permissions win over those by role, even when they are fewer', () => {
    expect(rights({ permissions: ['read:slides'], roles: ['admin'] })).toEqual({
      permissions: ['read:slides'],
      role: 'admin',
    })
    expect(rights({ permissions: [], roles: ['admin'] })?.permissions).toEqual([])
  })

  test('by permissions show the greatest role that they cover', () => {
    expect(rights({ permissions: permissionsOf('manager') })?.role).toBe('manager')
    expect(rights({ permissions: ['delete:slides'] })?.role).toBeUndefined()
  })

  test('may be one text with spaces, as scopes are', () => {
    expect(
      rights({ scope: 'openid read:slides  view:viewers' }, { OIDC_CLAIM_PERMISSIONS: 'scope' })?.permissions,
    ).toEqual(['read:slides', 'view:viewers'])
  })

  test('with names of the provider: only those listed count, and nothing inherited is a name', () => {
    const settings = { OIDC_ROLES: 'lead=manager' }
    expect(rights({ roles: ['lead'] }, settings)?.role).toBe('manager')
    expect(rights({ roles: ['admin', 'constructor', '__proto__'] }, settings)?.role).toBeUndefined()
  })
})

describe('claims are found', () => {
  test('by their literal name before the path that it could also be', () => {
    const settings = { OIDC_CLAIM_ROLES: 'app.roles' }
    expect(
      map(plain, { settings, payload: { 'app.roles': ['user'], app: { roles: ['admin'] } } }).rights?.role,
    ).toBe('user')
    expect(map(plain, { settings, payload: { app: { roles: ['admin'] } } }).rights?.role).toBe('admin')
  })
})

describe('the person', () => {
  const profile = (payload: object, settings = {}) => map(plain, { payload, settings }).profile

  test('an address counts as verified only when the provider says so of that very claim', () => {
    const email = 'Ada@Mercy.example'
    expect(profile({ email, email_verified: true })).toMatchObject({
      email: 'ada@mercy.example',
      emailVerified: true,
    })
    for (const email_verified of [undefined, false, 'true', 1]) {
      expect(profile({ email, email_verified }).emailVerified).toBe(false)
    }
    const settings = { OIDC_CLAIM_EMAIL: 'upn' }
    const other = { upn: 'boss@mercy.example', email, email_verified: true }
    expect(profile(other, settings)).toMatchObject({ email: 'boss@mercy.example', emailVerified: false })
  })

  test.each([
    ['a name with control characters', { name: 'Ada\u0000' }, 'name'],
    ['a name that is too long', { name: 'a'.repeat(256) }, 'name'],
    ['an address without @', { email: 'ada' }, 'email'],
    ['a picture that is no https address', { picture: 'javascript:alert(1)' }, 'picture'],
    ['a picture over http', { picture: 'http://p.example/a.png' }, 'picture'],
  ] as const)('%s is left out', (_what, payload, key) => {
    expect(profile(payload)[key]).toBeUndefined()
  })
})

test.each([[''], ['a\u0000b'], ['a'.repeat(256)], ['\ud800']])('the subject %o is refused', (sub) => {
  expect(() => map(plain, { payload: { sub } })).toThrow('It is malformed.')
})
