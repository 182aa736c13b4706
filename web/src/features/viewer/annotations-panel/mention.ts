const mostOffered = 6

/** What is written of a name after the @ before the caret; null where there is no @, or no name any more. */
export function namedSoFar(text: string, caret: number): string | null {
  const before = text.slice(0, caret)
  const at = before.lastIndexOf('@')
  if (at < 0 || (at > 0 && !/[\s(]/.test(before[at - 1] ?? ''))) return null
  const part = before.slice(at + 1)
  return part.includes('\n') ? null : part
}

/** Whose name begins so, or a part of whose name does; nobody where the name is all there already. */
export function offeredPeople<Person extends { readonly name: string }>(
  people: readonly Person[],
  part: string | null,
): Person[] {
  if (part === null) return []
  const wanted = part.toLocaleLowerCase()
  return people
    .filter(({ name }) => {
      const known = name.toLocaleLowerCase()
      return known !== wanted.trimEnd() && (known.startsWith(wanted) || known.includes(` ${wanted}`))
    })
    .slice(0, mostOffered)
}

/** Writes the name in place of what there was of it. */
export function withName(text: string, caret: number, name: string): { text: string; caret: number } {
  const at = text.lastIndexOf('@', caret - 1)
  const before = `${text.slice(0, at)}@${name} `
  return { text: before + text.slice(caret).trimStart(), caret: before.length }
}
