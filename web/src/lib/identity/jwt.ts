/** The claims of a JWT that someone else verifies; undefined if it isn't one (opaque tokens are allowed). */
export function decodeClaims(token: string): Record<string, unknown> | undefined {
  const [, payload, , ...rest] = token.split('.')
  if (payload === undefined || rest.length > 0) return undefined
  try {
    const binary = atob(payload.replaceAll('-', '+').replaceAll('_', '/'))
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0))
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes))
    return isRecord(claims) ? claims : undefined
  } catch {
    return undefined
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
