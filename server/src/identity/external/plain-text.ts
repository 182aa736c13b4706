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
