/** Remembers what was told last, and tells again once it is something else. */
export interface Watch<Value> {
  /** As it was told. */
  value(): Value
  look(): void
}

export function createWatch<Value>(
  read: () => Value,
  isSame: (one: Value, other: Value) => boolean,
  tell: () => void,
): Watch<Value> {
  let told = read()
  return {
    value: () => told,
    look() {
      const now = read()
      if (isSame(told, now)) return
      told = now
      tell()
    },
  }
}
