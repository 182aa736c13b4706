/** Keeps text of either direction from reordering the sentence it is put into. */
export function isolate(text: string): string {
  return `\u2068${text}\u2069`
}
