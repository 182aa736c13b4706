import { SaxesParser } from 'saxes'
import { SlideError } from '../errors.ts'
import { limits } from '../limits.ts'

/** Elements and attributes of one document: each costs far more memory than the bytes it is written with. */
const maxNodes = 1_000_000

/** An element by its name without a prefix. */
export interface XmlElement {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly XmlElement[]
  /** The text directly in it, trimmed. */
  readonly text: string
}

interface OpenElement {
  name: string
  attributes: Record<string, string>
  children: XmlElement[]
  text: string
}

/** Refuses document types and entities of its own: metadata has no use for them, attacks do. */
export function parseXml(text: string, structure: string): XmlElement {
  const malformed = (reason: string) => new SlideError('malformed', structure, reason)
  // A character is at least one byte.
  if (text.length > limits.xmlBytes) {
    throw new SlideError('too_large', structure, `is larger than ${limits.xmlBytes} bytes`)
  }
  const parser = new SaxesParser()
  const open: OpenElement[] = []
  let root: XmlElement | undefined
  let nodes = 0
  const countNode = () => {
    nodes += 1
    if (nodes > maxNodes) {
      throw new SlideError('too_large', structure, `has more than ${maxNodes} elements and attributes`)
    }
  }

  parser.on('error', (error) => {
    // It may quote a name of any length.
    throw malformed(`is not well-formed XML (${error.message.slice(0, 120)})`)
  })
  parser.on('doctype', () => {
    throw malformed('declares a document type, which is refused')
  })
  parser.on('attribute', countNode)
  parser.on('opentag', (tag) => {
    countNode()
    if (open.length >= limits.xmlDepth) throw malformed(`is nested deeper than ${limits.xmlDepth}`)
    const attributes = Object.entries(tag.attributes).map(([name, value]) => [localName(name), value])
    open.push({
      name: localName(tag.name),
      attributes: Object.fromEntries(attributes),
      children: [],
      text: '',
    })
  })
  const addText = (added: string) => {
    const element = open.at(-1)
    if (element) element.text += added
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => {
    const element = open.pop()
    if (!element) return
    const done: XmlElement = { ...element, text: element.text.trim() }
    const parent = open.at(-1)
    if (parent) parent.children.push(done)
    else root = done
  })
  parser.write(text.replace(/^\uFEFF/, '')).close()
  if (!root) throw malformed('is empty')
  return root
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

/** The children of that name, one step of the path at a time. */
export function findAll(element: XmlElement, ...path: readonly string[]): XmlElement[] {
  return path.reduce<XmlElement[]>(
    (found, name) => found.flatMap(({ children }) => children.filter((child) => child.name === name)),
    [element],
  )
}

export const find = (element: XmlElement, ...path: readonly string[]): XmlElement | undefined =>
  findAll(element, ...path)[0]

/** The text at the end of the path; undefined where it is absent or empty. */
export const textAt = (element: XmlElement, ...path: readonly string[]): string | undefined =>
  find(element, ...path)?.text || undefined

/** A finite number at the end of the path. */
export function numberAt(element: XmlElement, ...path: readonly string[]): number | undefined {
  const text = textAt(element, ...path)
  const value = text === undefined ? Number.NaN : Number(text)
  return Number.isFinite(value) ? value : undefined
}
