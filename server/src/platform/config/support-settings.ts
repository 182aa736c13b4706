import { z } from 'zod'

export interface HubSpotConfig {
  /** Of a private app with the right to read and write tickets. */
  token: string
  url: string
}

const ownAddress = 'https://api.hubapi.com'

export const supportSettings = {
  HUBSPOT_TOKEN: z
    .string()
    .trim()
    .regex(/^[\x21-\x7e]{8,500}$/, 'must be the access token of a private app, without spaces')
    .optional(),
  HUBSPOT_URL: z
    .url({ protocol: /^https?$/, error: `must be an address such as ${ownAddress}` })
    .transform((value) => value.replace(/\/+$/, ''))
    .optional(),
}

export function supportFaults(given: Record<string, string | undefined>): string[] {
  return given.HUBSPOT_URL !== undefined && given.HUBSPOT_TOKEN === undefined
    ? ['HUBSPOT_TOKEN is missing: HUBSPOT_URL alone sends nothing']
    : []
}

export function hubspotOf(settings: {
  HUBSPOT_TOKEN?: string | undefined
  HUBSPOT_URL?: string | undefined
}): HubSpotConfig | null {
  const { HUBSPOT_TOKEN: token, HUBSPOT_URL: url = ownAddress } = settings
  return token === undefined ? null : { token, url }
}
