/** Folds text for comparison and search the same way on every version and locale of PostgreSQL. */
export function foldText(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim()
}

/** The words of a query, the longest first. */
export function searchWords(query: string): string[] {
  return foldText(query)
    .split(' ')
    .filter((word) => word !== '')
    .sort((a, b) => b.length - a.length)
}

/** LIKE patterns that together find text holding every word of the query, the longest first. */
export function searchPatterns(query: string): string[] {
  return searchWords(query).map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`)
}
