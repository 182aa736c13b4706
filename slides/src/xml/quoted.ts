const mostCharacters = 60

/** Text of a file for a message: in quotes, on one line, and not longer than can be read. */
export function quoted(text: string): string {
  const shown = text.length > mostCharacters ? `${text.slice(0, mostCharacters)}…` : text
  return `"${shown.replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}"]/gu, '?')}"`
}
