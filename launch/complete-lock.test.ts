import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { completeLock } from './complete-lock.js'

describe('the lockfile', () => {
  test('names every platform package, so that npm ci takes it everywhere', () => {
    const lock = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'))
    expect(completeLock(lock.packages).added).toEqual([])
  })

  test('gets what npm left out, bound to the platform its name tells', () => {
    const owner = {
      version: '2.0.0',
      license: 'MIT',
      dev: true,
      optionalDependencies: { '@a/cli-linux-x64-musl': '2.0.0' },
    }
    expect(completeLock({ 'node_modules/a': owner }).packages['node_modules/@a/cli-linux-x64-musl']).toEqual({
      version: '2.0.0',
      cpu: ['x64'],
      dev: true,
      license: 'MIT',
      optional: true,
      os: ['linux'],
      libc: ['musl'],
    })
  })

  test('keeps what it has', () => {
    const packages = {
      'node_modules/a': { optionalDependencies: { b: '1.0.0' } },
      'node_modules/b': { version: '1.0.0', os: ['linux'] },
    }
    expect(completeLock(packages)).toEqual({ packages, added: [] })
  })
})
