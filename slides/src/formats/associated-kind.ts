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
