import { messages } from '@cresyl/contract/api/messages'
import type { Organization } from '@cresyl/contract/people/organizations'

export interface OrganizationClaims {
  org_id: string | null | undefined
  org_name: string | null | undefined
  org_display_name: string | null | undefined
}

/** The organisation as far as it is known without the server: from the person's claims, or the default one. */
export function fallbackOrganization(claims: OrganizationClaims): Organization {
  const { defaultOrganization } = messages
  const name = claims.org_name || (claims.org_id ? claims.org_id : defaultOrganization.name)
  return {
    id: claims.org_id || defaultOrganization.id,
    name,
    display_name: claims.org_display_name || name,
    branding: { primary: null, accent: null, logo: null },
  }
}
