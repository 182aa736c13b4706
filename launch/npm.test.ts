import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { explainNpmFailure, findNpm, npmEnvironment } from './npm.js'

let folder: string

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'cresyl-npm-')))
  mkdirSync(join(folder, 'bin'))
  writeFileSync(join(folder, 'npm-cli.js'), '')
  writeFileSync(join(folder, 'node'), '')
  symlinkSync(join(folder, 'npm-cli.js'), join(folder, 'bin/npm'))
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('findNpm', () => {
  const script = () => join(folder, 'npm-cli.js')
  const node = () => join(folder, 'node')

  test('takes the npm that runs this command, else the one in PATH', () => {
    expect(findNpm({ npm_execpath: script() }, node())).toBe(script())
    expect(findNpm({ PATH: `/nowhere:${folder}/bin` }, node())).toBe(script())
  })

  test('does not take another package manager for npm', () => {
    writeFileSync(join(folder, 'yarn.js'), '')
    expect(() => findNpm({ npm_execpath: join(folder, 'yarn.js') }, node())).toThrow('npm was not found')
  })
})

test('npm gets the chosen Node first in PATH and a cache it can write to', () => {
  const environment = npmEnvironment(
    '/opt/node24/bin/node',
    { PATH: '/usr/bin', npm_config_cache: 'relative' },
    folder,
  )
  expect(environment.PATH).toBe('/opt/node24/bin:/usr/bin')
  expect(environment.npm_config_cache).toBe(join(folder, '.cache/npm'))
  const given = join(folder, 'own', 'cache')
  expect(npmEnvironment('/node', { npm_config_cache: given }, folder).npm_config_cache).toBe(given)
})

test.each([
  ['npm error code ENOSPC', /because the disk is full/],
  [
    'request to https://registry failed, reason: getaddrinfo ENOTFOUND registry',
    /registry cannot be reached/,
  ],
  ['npm error code SELF_SIGNED_CERT_IN_CHAIN', /NODE_EXTRA_CA_CERTS/],
  ["npm error Error: EACCES: permission denied, mkdir '/root/.npm'", /may not write/],
  ['npm error code EUSAGE', /do not agree/],
  ['something else', /npm ended with status 7/],
])('explains a failure of npm: %s', (output, sentence) => {
  expect(explainNpmFailure('The packages could not be installed', { code: 7, output })).toMatch(sentence)
})
