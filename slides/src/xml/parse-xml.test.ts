import { expect, test } from 'vitest'
import { SlideError } from '../errors.ts'
import { limits } from '../limits.ts'
import { find, findAll, numberAt, parseXml, textAt } from './parse-xml.ts'

const parse = (text: string) => parseXml(text, 'OME-XML')

/** The error's code and message, so that a test can compare both at once. */
function refusal(text: string): string {
  try {
    parse(text)
  } catch (error) {
    if (error instanceof SlideError) return `${error.code} ${error.message}`
    throw error
  }
  return 'no error'
}

test('gives elements, attributes and texts, without the prefixes of their names', () => {
  const root = parse(
    '<o:OME xmlns:o="u" o:UUID="7"><o:Image> one <b/> two<![CDATA[ & <three>]]></o:Image></o:OME>',
  )
  expect(root.name).toBe('OME')
  expect(root.attributes.UUID).toBe('7')
  expect(textAt(root, 'Image')).toBe('one  two & <three>')
  expect(find(root, 'Image', 'b')).toEqual({ name: 'b', attributes: {}, children: [], text: '' })
})

test('finds along a path, and numbers only where they are finite', () => {
  const root = parse('<r><a><b>1</b><b>2.5</b></a><a><b>x</b></a><e/></r>')
  expect(findAll(root, 'a', 'b').map(({ text }) => text)).toEqual(['1', '2.5', 'x'])
  expect(numberAt(root, 'a', 'b')).toBe(1)
  expect(numberAt(parse('<r><n>Infinity</n></r>'), 'n')).toBeUndefined()
  expect(numberAt(parse('<r><n>ten</n></r>'), 'n')).toBeUndefined()
  expect(numberAt(root, 'e')).toBeUndefined()
  expect(textAt(root, 'e')).toBeUndefined()
  expect(textAt(root, 'missing', 'b')).toBeUndefined()
})

test('reads text that was decoded already, whatever encoding its declaration names', () => {
  expect(textAt(parse('<?xml version="1.0" encoding="utf-16"?><r><u>µm</u></r>'), 'u')).toBe('µm')
  expect(parse('\uFEFF<r/>').name).toBe('r')
})

test('takes attributes named like parts of every object for what they are', () => {
  const { attributes } = parse('<r __proto__="1" constructor="2"/>')
  expect(Object.entries(attributes)).toEqual([
    ['__proto__', '1'],
    ['constructor', '2'],
  ])
})

test('refuses document types and entities of a document’s own', () => {
  expect(refusal('<!DOCTYPE r [<!ENTITY a "aaaa">]><r>&a;</r>')).toBe(
    'malformed OME-XML: declares a document type, which is refused',
  )
  expect(refusal('<r>&a;</r>')).toMatch(/^malformed OME-XML: is not well-formed XML \(.*entity/)
})

test('says what is wrong with text that is not XML', () => {
  expect(refusal('')).toMatch(/^malformed OME-XML: /)
  expect(refusal('<r><a></r>')).toMatch(/^malformed OME-XML: is not well-formed XML/)
  expect(refusal('<r>')).toMatch(/^malformed OME-XML: is not well-formed XML/)
  expect(refusal('plain text')).toMatch(/^malformed OME-XML: is not well-formed XML/)
})

test('bounds depth, size and number of nodes', () => {
  const nested = (depth: number) => `${'<a>'.repeat(depth)}${'</a>'.repeat(depth)}`
  expect(refusal(nested(limits.xmlDepth))).toBe('no error')
  expect(refusal(nested(limits.xmlDepth + 1))).toBe('malformed OME-XML: is nested deeper than 256')
  expect(refusal(' '.repeat(limits.xmlBytes + 1))).toMatch(/^too_large OME-XML: is larger than/)
  expect(refusal(`<r>${'<a/>'.repeat(1_000_000)}</r>`)).toMatch(/^too_large OME-XML: has more than 1000000/)
})
