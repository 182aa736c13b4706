import { describe, expect, test } from 'vitest'
import { parse, provider, refusal, usualClaims } from './test-parse.ts'

describe('another identity provider', () => {
  test('needs three settings, and its issuer is kept as it is, for tokens name it letter by letter', () => {
    expect(parse(provider).identity).toEqual({
      kind: 'external',
      issuer: 'https://login.example.org/',
      clientId: 'cresyl',
      audience: 'https://slides.example.org/api',
      audienceParameter: 'none',
      scope: 'openid profile email offline_access',
      organizationParameter: null,
      organization: null,
      claims: usualClaims,
      roles: {},
      tokenType: null,
    })
  })

  test('can be told apart in everything', () => {
    const { identity } = parse({
      ...provider,
      OIDC_AUDIENCE_PARAMETER: 'audience',
      OIDC_SCOPE: 'openid email',
      OIDC_ORGANIZATION: 'lab',
      OIDC_ORGANIZATION_PARAMETER: 'organization',
      OIDC_CLAIM_ORGANIZATION: 'tid',
      OIDC_CLAIM_ORGANIZATION_NAME: 'tenant.name',
      OIDC_CLAIM_ORGANIZATION_DISPLAY_NAME: 'tenant.title',
      OIDC_CLAIM_ROLES: 'https://slides.example.org/roles',
      OIDC_CLAIM_PERMISSIONS: 'scp',
      OIDC_CLAIM_NAME: 'full_name',
      OIDC_CLAIM_EMAIL: 'preferred_username',
      OIDC_CLAIM_PICTURE: 'avatar',
      OIDC_ROLES: 'Lab lead=admin, cn=readers=guest',
      OIDC_TOKEN_TYPE: 'at+jwt',
    })
    expect(identity).toMatchObject({
      audienceParameter: 'audience',
      scope: 'openid email',
      organization: 'lab',
      organizationParameter: 'organization',
      claims: {
        organization: 'tid',
        organizationName: 'tenant.name',
        organizationDisplayName: 'tenant.title',
        roles: 'https://slides.example.org/roles',
        permissions: 'scp',
        name: 'full_name',
        email: 'preferred_username',
        picture: 'avatar',
      },
      roles: { 'Lab lead': 'admin', 'cn=readers': 'guest' },
      tokenType: 'at+jwt',
    })
  })

  test('each setting that is missing is named', () => {
    const needed = 'another identity provider needs OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_AUDIENCE'
    expect(refusal({ OIDC_SCOPE: 'openid' })).toBe(
      `Cresyl can't start: OIDC_ISSUER is missing: ${needed}; OIDC_CLIENT_ID is missing: ${needed}; ` +
        `OIDC_AUDIENCE is missing: ${needed}. Correct this (docs/configuration.md lists every setting).`,
    )
  })

  test.each([
    ['CRESYL_DEMO', 'true', "can't be true with another identity provider, which knows no demo users"],
    ['OIDC_ISSUER', 'login.example.org', 'must be an address such as https://login.example.org'],
    [
      'OIDC_ISSUER',
      'http://login.example.org',
      'must start with https:// (http:// is for providers on this machine)',
    ],
    [
      'OIDC_ISSUER',
      'https://login.example.org/?tenant=1',
      'must be an address without a query, a fragment or a user',
    ],
    ['OIDC_AUDIENCE_PARAMETER', 'aud', 'must be audience, resource or none'],
    ['OIDC_SCOPE', 'profile email', 'must contain openid'],
    ['OIDC_ORGANIZATION_PARAMETER', 'a&b', 'must be the name of a parameter, such as organization'],
    [
      'OIDC_ROLES',
      'lead=boss',
      'must be pairs such as lab-lead=admin,viewer=guest; roles are guest, user, manager, admin',
    ],
    [
      'OIDC_ROLES',
      'admin',
      'must be pairs such as lab-lead=admin,viewer=guest; roles are guest, user, manager, admin',
    ],
    ['OIDC_CLAIM_ROLE', 'roles', 'is not a setting of Cresyl'],
  ])('%s=%s is refused', (key, value, fault) => {
    expect(refusal({ ...provider, [key]: value })).toBe(
      `Cresyl can't start: ${key} ${fault}. Correct this (docs/configuration.md lists every setting).`,
    )
  })

  test('may be on this machine without TLS', () => {
    expect(parse({ ...provider, OIDC_ISSUER: 'http://127.0.0.1:4593/api/oidc' }).identity.issuer).toBe(
      'http://127.0.0.1:4593/api/oidc',
    )
  })
})
