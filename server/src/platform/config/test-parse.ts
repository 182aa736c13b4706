import { expect } from 'vitest'
import { StartError } from '../start-error.ts'
import { parseConfig } from './config.ts'

export const parse = (environment: Record<string, string | undefined> = {}) =>
  parseConfig(environment, '/srv/cresyl')

/** Why the start was refused. */
export function refusal(environment: Record<string, string>): string {
  try {
    parse(environment)
  } catch (error) {
    expect(error).toBeInstanceOf(StartError)
    return (error as StartError).message
  }
  throw new Error('The settings were accepted')
}

/** What tokens say, and in which claims, where no setting says otherwise. */
export const usualClaims = {
  organization: 'org_id',
  organizationName: 'org_name',
  organizationDisplayName: 'org_display_name',
  roles: 'roles',
  permissions: 'permissions',
  name: 'name',
  email: 'email',
  picture: 'picture',
}

/** What has to be said of another provider. */
export const provider = {
  OIDC_ISSUER: 'https://login.example.org/',
  OIDC_CLIENT_ID: 'cresyl',
  OIDC_AUDIENCE: 'https://slides.example.org/api',
}
