import type { FreshApiToken } from '@cresyl/contract/people/api-tokens'

// What a token that may read it could ask for first; every token may ask for the organisation.
const readable = ['projects', 'slides', 'files', 'tissues', 'stainers'] as const

/** A command that shows whether the token works. */
export function exampleCommand(origin: string, { token, permissions }: FreshApiToken): string {
  const resource = readable.find((each) => permissions.includes(`read:${each}`)) ?? 'organizations/current'
  return `curl -H 'Authorization: Bearer ${token}' ${origin}/api/${resource}/`
}
