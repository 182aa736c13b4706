import { useState } from 'react'

/** The list of before as long as it has the same things in it, so that what is made of it needn't be made anew. */
export function useSame<Item>(list: readonly Item[]): readonly Item[] {
  const [known, setKnown] = useState(list)
  if (known === list || isSame(known, list)) return known
  setKnown(list)
  return list
}

function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((item, index) => item === other[index])
}
