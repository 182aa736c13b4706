/** UUIDv7: sorts by the time it was made, so that new rows land at the end of an index. Browser and server make them. */
export function newId(now: number = Date.now()): string {
  const time = now.toString(16).padStart(12, '0')
  // All that is random in it, with its variant.
  const random = crypto.randomUUID().slice(15)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random}`
}
