import type { AppConfig } from '@cresyl/contract/people/app-config'

type Identity = AppConfig['identity']

/** What the configuration says of a provider, as for the embedded one; `changes` where it is another. */
export function testIdentity(issuer: string, changes: Partial<Identity> = {}): Identity {
  return {
    kind: 'embedded',
    issuer,
    client_id: 'cresyl-web',
    audience: 'urn:api',
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
    ...changes,
  }
}
