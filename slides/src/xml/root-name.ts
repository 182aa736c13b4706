/** The name of a document's first element without its prefix, read without parsing the rest. */
export function rootName(text: string): string | undefined {
  let position = text.startsWith('\uFEFF') ? 1 : 0
  for (;;) {
    while (isSpace(text.charCodeAt(position))) position += 1
    const end = endOfPrologPart(text, position)
    if (end === undefined) break
    position = end
  }
  const name = /^<([\w.:-]+)[\s/>]/.exec(text.slice(position, position + 256))?.[1]
  return name?.slice(name.indexOf(':') + 1)
}

/** Where a declaration, an instruction or a comment ends; undefined where none begins or it has no end. */
function endOfPrologPart(text: string, position: number): number | undefined {
  const closing = text.startsWith('<?', position)
    ? '?>'
    : text.startsWith('<!--', position)
      ? '-->'
      : undefined
  if (!closing) return undefined
  const end = text.indexOf(closing, position + 2)
  return end < 0 ? undefined : end + closing.length
}

const isSpace = (code: number): boolean => code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d
