import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { shortenExports, usedEntries } from './shorten-exports.js'

test('only entries that are used are left of a long list, and everything else of the package', async () => {
  const root = mkdtempSync(join(tmpdir(), 'cresyl-exports-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const used = usedEntries['drizzle-orm'] ?? []
  const folder = join(root, 'node_modules', 'drizzle-orm')
  const path = join(folder, 'package.json')
  mkdirSync(folder, { recursive: true })
  const exports = Object.fromEntries([...used, './other', './third'].map((entry) => [entry, `${entry}.js`]))
  writeFileSync(path, JSON.stringify({ name: 'drizzle-orm', type: 'module', exports }))
  await shortenExports(root)
  await shortenExports(root)
  const left = JSON.parse(readFileSync(path, 'utf8'))
  expect(left).toEqual({
    name: 'drizzle-orm',
    type: 'module',
    exports: Object.fromEntries(used.map((entry) => [entry, `${entry}.js`])),
  })
})

test('packages that are not there or cannot be changed stop nobody', async () => {
  await shortenExports(join(tmpdir(), 'cresyl-no-such-checkout'))
})
