import type { AssociatedImage } from '../slide.ts'

const kinds: Readonly<Record<string, AssociatedImage['kind']>> = {
  label: 'label',
  macro: 'macro',
  overview: 'macro',
  thumbnail: 'thumbnail',
}

/** What a page shows when its name or description begins with the word for it. */
export function kindByFirstWord(text: string): AssociatedImage['kind'] | undefined {
  const word = /^\s*([a-z]+)\b/i.exec(text)?.[1]?.toLowerCase() ?? ''
  return Object.hasOwn(kinds, word) ? kinds[word] : undefined
}

/** Not of what is imaged without labels. */
const anyWord = /\b(?:label(?![ -]?free\b)|macro|overview|thumbnail|barcode|preview)\b/i

/** What an image shows where its name has a word for it anywhere; what is no other kind may be a label. */
export function kindByAnyWord(name: string): AssociatedImage['kind'] | undefined {
  const word = anyWord.exec(name.replaceAll('_', ' '))?.[0]
  return word === undefined ? undefined : (kindByFirstWord(word) ?? 'label')
}
