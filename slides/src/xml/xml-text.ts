/** An element as text in ASCII; attributes that are undefined are left out. */
export function xmlElement(
  name: string,
  attributes: Readonly<Record<string, string | number | boolean | undefined>>,
  children: readonly string[] = [],
): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${escapeXml(String(value))}"`)
    .join('')
  return children.length > 0 ? `<${name}${written}>${children.join('')}</${name}>` : `<${name}${written}/>`
}

/** Everything but printable ASCII as a number; what XML can't hold at all becomes U+FFFD. */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[&<>"']|[^\x20-\x7e]/gu, (character) => `&#${xmlCodePoint(character.codePointAt(0) ?? 0)};`)
}

function xmlCodePoint(code: number): number {
  const allowed = code >= 0x20 ? code !== 0xfffe && code !== 0xffff : code === 9 || code === 10 || code === 13
  return allowed ? code : 0xfffd
}
