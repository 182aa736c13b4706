import type { AssociatedImage } from '../slide.ts'

const kinds: Readonly<Record<string, AssociatedImage['kind']>> = {
  label: 'label',
  macro: 'macro',
  overview: 'macro',
  thumbnail: 'thumbnail',
}

/** What a page shows when its name or description begins with the word for it: `Label`, `macro 90x30`, `Label_Image`. */
export function kindByFirstWord(text: string): AssociatedImage['kind'] | undefined {
  const word = /^\s*([a-z]+)(?![a-z\d])/i.exec(text)?.[1]?.toLowerCase() ?? ''
  return Object.hasOwn(kinds, word) ? kinds[word] : undefined
}

/** The same of a page's description: scanners may name themselves in its first line. */
export function kindByDescription(text: string): AssociatedImage['kind'] | undefined {
  const [first = '', second = ''] = text.trimStart().split(/[\r\n]+/, 2)
  return kindByFirstWord(first) ?? kindByFirstWord(second)
}

/** Not of what is imaged without labels. */
const anyWord = /\b(?:label(?![ -]?free\b)|macro|overview|thumbnail|barcode|preview)\b/i

/** What an image shows where its name has a word for it anywhere; what is no other kind may be a label. */
export function kindByAnyWord(name: string): AssociatedImage['kind'] | undefined {
  const word = anyWord.exec(name.replaceAll('_', ' '))?.[0]
  return word === undefined ? undefined : (kindByFirstWord(word) ?? 'label')
}
