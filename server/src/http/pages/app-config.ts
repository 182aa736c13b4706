import type { AppConfig } from '@cresyl/contract/people/app-config'
import { demoUsers } from '../../identity/demo.ts'
import type { Config } from '../../platform/config/config.ts'

/** What the page must know before anyone is signed in; `uploadOrigin` is where its parts go (storage-origin.ts). */
export function appConfigOf(config: Config, version: string, uploadOrigin: string): AppConfig {
  const { identity } = config
  const { claims } = identity
  return {
    version,
    identity: {
      kind: identity.kind,
      issuer: identity.issuer,
      client_id: identity.clientId,
      audience: identity.audience,
      audience_parameter: identity.audienceParameter,
      scope: identity.scope,
      organization_parameter: identity.organizationParameter,
      organization: identity.organization,
      claims: {
        organization: claims.organization,
        organization_name: claims.organizationName,
        organization_display_name: claims.organizationDisplayName,
        name: claims.name,
        email: claims.email,
        picture: claims.picture,
        permissions: claims.permissions,
      },
    },
    mail: config.mail !== null,
    upload_origin: uploadOrigin,
    demo_users: config.demo ? demoUsers() : [],
  }
}
