import { expect, test } from 'vitest'
import { leafTexts } from './leaf-texts.ts'
import { parseXml } from './parse-xml.ts'

test('gives each text by its path, numbered where a name occurs again', () => {
  const root = parseXml('<r><a>1</a><b><c>2</c><c>3</c></b><b><c>4</c></b><d/></r>', 'XML')
  expect(leafTexts(root)).toEqual({ a: '1', 'b/c': '2', 'b/c[2]': '3', 'b[2]/c': '4' })
})

test('stops where paths or their number grow beyond sense', () => {
  const long = 'n'.repeat(300)
  expect(leafTexts(parseXml(`<r><a>1</a><${long}><${long}>2</${long}></${long}></r>`, 'XML'))).toEqual({
    a: '1',
  })
  const many = parseXml(`<r>${'<a>1</a>'.repeat(10_001)}</r>`, 'XML')
  expect(Object.keys(leafTexts(many))).toHaveLength(10_000)
})
