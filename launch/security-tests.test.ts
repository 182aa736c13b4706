import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './places.js'
import { namedTests, securityTestFiles } from './security-tests.js'

const document = readFileSync(join(root, 'docs', 'security.md'), 'utf8')

test('files are found in the table with the titles behind them, and those that Vitest runs among them', () => {
  const row =
    '| x | y | [`a.test.ts`](../server/a.test.ts) “one”, “two”; [`b.spec.ts`](../e2e/b.spec.ts) “three”, [`c.ts`](../c.ts) |'
  expect(namedTests(row)).toEqual([
    { file: 'server/a.test.ts', titles: ['one', 'two'] },
    { file: 'e2e/b.spec.ts', titles: ['three'] },
    { file: 'c.ts', titles: [] },
  ])
  expect(securityTestFiles(`${row}\n${row}`)).toEqual(['server/a.test.ts'])
  expect(securityTestFiles(row, ['other'])).toEqual([])
})

test('docs/security.md links to files in this way only', () => {
  expect(namedTests(document)).toHaveLength(document.split('](').length - 1)
})

test.each(namedTests(document))('$file has the tests that docs/security.md names', ({ file, titles }) => {
  const text = readFileSync(join(root, file), 'utf8')
  for (const title of titles) expect(text).toContain(title)
})

test('docs/security.md names every test of server/src/http/attacks', () => {
  const folder = 'server/src/http/attacks'
  const files = readdirSync(join(root, folder)).filter((name) => name.endsWith('.test.ts'))
  expect(files.length).toBeGreaterThan(0)
  expect(securityTestFiles(document)).toEqual(
    expect.arrayContaining(files.map((name) => `${folder}/${name}`)),
  )
})
