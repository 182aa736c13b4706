import { expect, test } from 'vitest'
import { organizationIn } from '../identity/claims.ts'
import { testIdentity } from '../identity/test-identity.ts'
import { userOf } from './user.ts'

type Identity = ReturnType<typeof testIdentity>
type Claims = Record<string, unknown> & { sub: string }

function read(claims: Claims, changes: Partial<Identity['claims']> = {}, organization: string | null = null) {
  const identity = testIdentity('https://issuer.example', { organization })
  const mapped = { ...identity, claims: { ...identity.claims, ...changes } }
  const org_id = organizationIn(claims, mapped)?.id
  return org_id === undefined ? null : userOf({ ...claims, org_id }, mapped)
}

const auth0 = {
  given_name: 'Ada',
  family_name: 'Lovelace',
  nickname: 'ada',
  name: 'Ada Lovelace',
  picture: 'https://s.gravatar.com/avatar/0a1b?s=480&r=pg',
  updated_at: '2026-11-15T13:05:21.120Z',
  email: 'ada@example.org',
  email_verified: true,
  org_id: 'org_9ybsU1dN2dKfDkBi',
  org_name: 'northside',
  'https://cresyl.example/org_display_name': 'Northside Hospital',
  'https://cresyl.example/roles': ['manager'],
  iss: 'https://northside.eu.auth0.com/',
  aud: 'Jj1fHGd0vXcVMCAxUvJyHzGd3Uq7nVWb',
  iat: 1794747921,
  exp: 1794783921,
  sub: 'auth0|6554b7a1c0f2e9d1b7e4f7a2',
  sid: 'kJ4dYlLX8NqkJc9kJH8xTq3ZJzv0mJ2P',
  nonce: 'n',
}

const keycloak = {
  exp: 1794748221,
  iat: 1794747921,
  auth_time: 1794747921,
  jti: '0e6f7c2e-3b7c-4f5e-9a7a-0a4f54a1c3e2',
  iss: 'https://sso.example.org/realms/hospital',
  aud: 'cresyl-web',
  sub: 'f2b8a1de-6a6c-4a0e-9d8f-8d2b8a1c3f55',
  typ: 'ID',
  azp: 'cresyl-web',
  nonce: 'n',
  session_state: '5a0f1a1e-5a37-46f7-9c6b-3a0e7b8b6c11',
  at_hash: 'b0xJ0nJrJk5vUe1h5v3r2A',
  acr: '1',
  email_verified: false,
  organization: ['northside'],
  attributes: { hospital: { title: 'Northside Hospital' } },
  preferred_username: 'ada',
  given_name: '',
  family_name: '',
  email: 'ada@example.org',
}

const entra = {
  aud: '6e74172b-be56-4843-9ff4-e66a39bb12e3',
  iss: 'https://login.microsoftonline.com/72f988bf-86f1-41af-91ab-2d7cd011db47/v2.0',
  iat: 1794747921,
  nbf: 1794747921,
  exp: 1794751821,
  name: 'Ada Lovelace',
  nonce: 'n',
  oid: '690222be-ff1a-4d56-abd1-7e4f7d38e474',
  preferred_username: 'ada@northside.example',
  rh: '0.ARoAv4j5cvGGr0GRqy180BHbR',
  sub: 'HKZpfaHyWadeOouYlitjrI-KffTm222X5rrV3xDqfKQ',
  tid: '72f988bf-86f1-41af-91ab-2d7cd011db47',
  uti: 'fqiBqXLPj0eQa82S-IYFAA',
  ver: '2.0',
}

test('Auth0: organisations, and claims whose names are addresses', () => {
  expect(read(auth0, { organization_display_name: 'https://cresyl.example/org_display_name' })).toEqual({
    id: 'auth0|6554b7a1c0f2e9d1b7e4f7a2',
    name: 'Ada Lovelace',
    email: 'ada@example.org',
    picture: 'https://s.gravatar.com/avatar/0a1b?s=480&r=pg',
    org_id: 'org_9ybsU1dN2dKfDkBi',
    org_name: 'northside',
    org_display_name: 'Northside Hospital',
    claims: expect.objectContaining({ nickname: 'ada', org_name: 'northside' }),
  })
})

test('Keycloak: the organisation in a list, nested attributes, no name but a user name', () => {
  const names = {
    organization: 'organization',
    organization_name: 'organization',
    organization_display_name: 'attributes.hospital.title',
  }
  expect(read(keycloak, names)).toMatchObject({
    id: 'f2b8a1de-6a6c-4a0e-9d8f-8d2b8a1c3f55',
    name: 'ada',
    email: 'ada@example.org',
    picture: null,
    org_id: 'northside',
    org_name: 'northside',
    org_display_name: 'Northside Hospital',
  })
})

test('Entra ID: the tenant is the organisation, the user name the e-mail address', () => {
  expect(read(entra, { organization: 'tid', email: 'preferred_username' })).toMatchObject({
    id: 'HKZpfaHyWadeOouYlitjrI-KffTm222X5rrV3xDqfKQ',
    name: 'Ada Lovelace',
    email: 'ada@northside.example',
    picture: null,
    org_id: '72f988bf-86f1-41af-91ab-2d7cd011db47',
    org_name: null,
    org_display_name: null,
  })
})

test('where everybody belongs to one organisation, the claims do not matter', () => {
  expect(read(auth0, {}, 'southside')).toMatchObject({ org_id: 'southside', org_name: 'southside' })
})

test('a claim of exactly the name comes before the path that it could be', () => {
  const claims = { sub: 'a', 'org.id': 'literal', org: { id: 'nested' } }
  expect(read(claims, { organization: 'org.id' })?.org_id).toBe('literal')
  expect(read({ sub: 'a', org: { id: 'nested' } }, { organization: 'org.id' })?.org_id).toBe('nested')
})

test("the organisation is found in Keycloak's object too, where it is the only one", () => {
  const organization = { northside: { id: '1' } }
  expect(read({ sub: 'a', organization }, { organization: 'organization' })?.org_id).toBe('northside')
  const both = { ...organization, southside: {} }
  expect(read({ sub: 'a', organization: both }, { organization: 'organization' })).toBeNull()
})

test.each([
  { organization: ['northside', 'southside'] },
  { organization: [] },
  { organization: '' },
  { organization: 7 },
  {},
])('no organisation is made up from %j', (claims) => {
  expect(read({ sub: 'a', ...claims }, { organization: 'organization' })).toBeNull()
  expect(read({ sub: 'a', ...claims }, { organization: 'constructor.name' })).toBeNull()
})
