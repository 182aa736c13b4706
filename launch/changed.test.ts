import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { changedFiles, findBase } from './changed.js'

let checkout: string
const git = (...words: string[]) =>
  execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', ...words], {
    cwd: checkout,
    encoding: 'utf8',
  }).trim()
const commit = (file: string) => {
  writeFileSync(join(checkout, file), file)
  git('add', file)
  git('commit', '--quiet', '--message', file)
  return git('rev-parse', 'HEAD')
}

beforeEach(() => {
  checkout = mkdtempSync(join(tmpdir(), 'cresyl-changed-'))
  git('init', '--quiet', '--initial-branch', 'main')
})
afterEach(() => rmSync(checkout, { recursive: true, force: true }))

test('a branch differs from where it left main, committed or not', async () => {
  const left = commit('first.ts')
  git('switch', '--quiet', '--create', 'branch')
  commit('committed.ts')
  writeFileSync(join(checkout, 'first.ts'), 'edited')
  writeFileSync(join(checkout, 'new.ts'), '')
  const base = await findBase(checkout)
  expect(base).toBe(left)
  expect(await changedFiles(checkout, base)).toEqual(['committed.ts', 'first.ts', 'new.ts'])
})

test('without a main branch it says so', async () => {
  commit('first.ts')
  git('branch', '--move', 'trunk')
  await expect(findBase(checkout)).rejects.toThrow('no branch named main')
})
