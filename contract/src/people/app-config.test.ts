import { expect, test } from 'vitest'
import { type AppConfig, appConfig } from './app-config.ts'

const config: AppConfig = {
  version: '0.1.0',
  identity: {
    kind: 'embedded',
    issuer: 'http://localhost:8080/oidc',
    client_id: 'cresyl-web',
    audience: 'http://localhost:8080/api',
    audience_parameter: 'resource',
    scope: 'openid profile email offline_access',
    organization_parameter: 'organization',
    organization: null,
    claims: {
      organization: 'org_id',
      organization_name: 'org_name',
      organization_display_name: 'org_display_name',
      name: 'name',
      email: 'email',
      picture: 'picture',
      permissions: 'permissions',
    },
  },
  mail: false,
  upload_origin: 'http://127.0.0.1:8080',
  demo_users: [{ email: 'admin@demo.cresyl', name: 'Ada', role: 'admin' }],
}

test('a configuration survives the way through index.html', () => {
  expect(appConfig.parse(JSON.parse(JSON.stringify(config)))).toEqual(config)
})

test('what the page need not know does not reach it', () => {
  const [user] = config.demo_users
  const talkative = { ...config, demo_users: [{ ...user, password: 'secret' }], database: 'postgres://…' }
  expect(appConfig.parse(talkative)).toEqual(config)
})

test.each([
  ['null, as in a page that no server filled in', null],
  ['without an identity provider', { ...config, identity: undefined }],
  ['with an issuer that is no address', { ...config, identity: { ...config.identity, issuer: 'demo' } }],
  [
    'with an unknown way to tell the audience',
    { ...config, identity: { ...config.identity, audience_parameter: 'aud' } },
  ],
  ['with an upload origin that is no address', { ...config, upload_origin: '' }],
  ['with a user of no known role', { ...config, demo_users: [{ email: 'a@b', name: 'A', role: 'owner' }] }],
])('a configuration %s is refused', (_case, value) => {
  expect(appConfig.safeParse(value).success).toBe(false)
})
