/** Makes the browser save what it gets, under a name that can't break out of the header (RFC 6266). */
export function attachment(fileName: string): string {
  const name = safeName(fileName)
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const simple = `attachment; filename="${plain}"`
  return plain === name ? simple : `${simple}; filename*=UTF-8''${encodeExtended(name)}`
}

/** Control characters and what would mean a folder are taken out. */
function safeName(fileName: string): string {
  const name = fileName
    .toWellFormed()
    .replace(/[\p{Cc}\p{Bidi_Control}/\\]/gu, '_')
    .replace(/^\.+/, '_')
    .trim()
  return name === '' ? 'download' : name
}

/** RFC 5987 keeps fewer characters than encodeURIComponent does. */
function encodeExtended(text: string): string {
  return encodeURIComponent(text).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
