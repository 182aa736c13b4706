export interface Part {
  /** Where it begins in the text. */
  at: number
  text: string
  isMatch: boolean
}

const wordsOf = (search: string): string[] => search.trim().toLowerCase().split(/\s+/).filter(Boolean)

/** Whether each word of the search is somewhere in the text. */
export function matches(text: string, search: string): boolean {
  const lower = text.toLowerCase()
  return wordsOf(search).every((word) => lower.includes(word))
}

/** The text cut where something of it was searched for. */
export function partsOf(text: string, search: string): Part[] {
  const lower = text.toLowerCase()
  // In some scripts small letters are more than one: the places would not be the same.
  const words = lower.length === text.length ? wordsOf(search) : []
  const marks = new Array<boolean>(text.length).fill(false)
  for (const word of words) {
    for (let at = lower.indexOf(word); at !== -1; at = lower.indexOf(word, at + 1)) {
      marks.fill(true, at, at + word.length)
    }
  }
  const parts: Part[] = []
  for (let at = 0; at < text.length; at++) {
    const isMatch = marks[at] === true
    const last = parts.at(-1)
    if (last?.isMatch === isMatch) last.text += text[at]
    else parts.push({ at, text: text[at] ?? '', isMatch })
  }
  return parts
}
