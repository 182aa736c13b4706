import type { XmlElement } from './parse-xml.ts'

/** Metadata for people to read: more than this would only be a way to fill the memory. */
const maxTexts = 10_000
const maxPathLength = 500

/**
 * Every text of an element by its path below it, `ScanProfile/root/Mode`; the second and later elements of a name get
 * their number, `Band[2]/Name`.
 */
export function leafTexts(element: XmlElement): Record<string, string> {
  const texts: [string, string][] = []
  const visit = (parent: XmlElement, prefix: string) => {
    const seen = new Map<string, number>()
    for (const child of parent.children) {
      const count = (seen.get(child.name) ?? 0) + 1
      seen.set(child.name, count)
      const path = `${prefix}${child.name}${count > 1 ? `[${count}]` : ''}`
      if (texts.length >= maxTexts || path.length > maxPathLength) return
      if (child.text) texts.push([path, child.text])
      visit(child, `${path}/`)
    }
  }
  visit(element, '')
  return Object.fromEntries(texts)
}
