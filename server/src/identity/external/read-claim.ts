type Claims = Record<string, unknown>

/** A claim by its name, which may be an address with dots; else the name is a path such as realm_access.roles. */
export function readClaim(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name] ?? undefined
  let value: unknown = claims
  for (const step of name.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined
    value = (value as Claims)[step]
  }
  return value ?? undefined
}

const longest = 255

/** Text that can be stored and looked for; PostgreSQL refuses U+0000. */
export function isPlain(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    value !== '' &&
    value.length <= longest &&
    value.isWellFormed() &&
    !/\p{Cc}/u.test(value)
  )
}
