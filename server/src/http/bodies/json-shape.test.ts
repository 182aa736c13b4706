import { expect, test } from 'vitest'
import { createScanner } from './json-shape.ts'

const most = { depth: 4, keys: 5, values: 6 }

function scan(text: string, size = text.length): string | undefined {
  const bytes = Buffer.from(text)
  const look = createScanner(most)
  for (let at = 0; at < bytes.length; at += size) {
    const refused = look(bytes.subarray(at, at + size))
    if (refused !== undefined) return refused
  }
  return undefined
}

test.each([
  ['{"a": [[{}]]}', undefined],
  ['{"a": [[[{}]]]}', 'The body is nested more than 4 levels deep.'],
  ['{"a":1,"b":1,"c":1,"d":1,"e":1}', undefined],
  ['{"a":{"b":1,"c":1},"d":{"e":1,"f":1}}', 'The body has more than 5 keys.'],
  ['[1,2,3,4,5,6]', undefined],
  ['[1,2,3,4,5,6,7]', 'The body has more than 6 values.'],
  ['["[[[[[", "{{{{{", "::::::,,,,,,,,"]', undefined],
  [String.raw`["\"[[[[[", "\\"]`, undefined],
  [String.raw`["\\", [[[[]]]]]`, 'The body is nested more than 4 levels deep.'],
])('%s, in one piece or byte by byte', (text, refused) => {
  expect(scan(text)).toBe(refused)
  expect(scan(text, 1)).toBe(refused)
})
