import { type EventEmitter, once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pino from 'pino'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createPlainLines, type Log, openLog, redactUrl } from './log.ts'
import { makeTestFolder } from './postgres/test-surroundings.ts'

/** The lines of the file, once `count` of them have arrived: the log is written behind our back. */
function linesOf(file: string, count: number): Promise<Record<string, unknown>[]> {
  return vi.waitFor(
    async () => {
      const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '')
      expect(lines.length).toBeGreaterThanOrEqual(count)
      return lines.map((line) => JSON.parse(line))
    },
    { timeout: 20_000 },
  )
}

async function logged(write: (log: Log) => void, level = 'info'): Promise<Record<string, unknown>[]> {
  const file = join(await makeTestFolder(), 'logs', 'cresyl.log')
  write(openLog({ level, file }))
  return linesOf(file, 1)
}

describe('a log', () => {
  test('has a JSON line with process, time and level for each entry', async () => {
    const [line] = await logged((log) => log.info({ organisation: 'home' }, 'Ready'))
    expect(line).toMatchObject({ level: 30, pid: process.pid, msg: 'Ready', organisation: 'home' })
    expect(new Date(String(line?.time)).toISOString()).toBe(line?.time)
  })

  test('leaves out what is below its level', async () => {
    const lines = await logged((log) => {
      log.info('quiet')
      log.warn('loud')
    }, 'warn')
    expect(lines.map((line) => line.msg)).toEqual(['loud'])
  })

  test('goes on at the end of its file', async () => {
    const file = join(await makeTestFolder(), 'cresyl.log')
    openLog({ level: 'info', file }).info('first')
    await linesOf(file, 1)
    openLog({ level: 'info', file }).info('second')
    expect((await linesOf(file, 2)).map((line) => line.msg)).toEqual(['first', 'second'])
  })
})

test.skipIf(!existsSync('/dev/full'))('a disk that is full ends nobody who logs', async () => {
  const log = openLog({ level: 'info', file: '/dev/full' })
  const stream = (log as Log & { [pino.symbols.streamSym]: EventEmitter })[pino.symbols.streamSym]
  for (const line of ['first', 'second']) {
    log.info(line)
    const [error] = await once(stream, 'error').catch((thrown) => [thrown])
    expect(error).toMatchObject({ code: 'ENOSPC' })
  }
})

test('a log with nothing to write wakes nobody', async () => {
  const file = join(await makeTestFolder(), 'cresyl.log')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const log = openLog({ level: 'info', file })
  expect(vi.getTimerCount()).toBe(0)
  log.info('first')
  await vi.runAllTimersAsync()
  await vi.waitUntil(async () => {
    // Once more after what was written, for lines that came meanwhile.
    await vi.runAllTimersAsync()
    return (await readFile(file, 'utf8')).includes('first') && vi.getTimerCount() === 0
  })
})

describe('plain lines', () => {
  const fields = { request: 'a', url: '/x?"quoted"\\ and é', status: 200, ms: 0.4 }

  test('are those of the log itself, field by field', async () => {
    const file = join(await makeTestFolder(), 'cresyl.log')
    const log = openLog({ level: 'info', file, process: 'api-1' })
    log.info(fields, 'answered')
    createPlainLines(log)(fields, 'answered')
    const [usual, plain] = await linesOf(file, 2)
    expect(Object.keys(plain ?? {})).toEqual(Object.keys(usual ?? {}))
    expect({ ...plain, time: '' }).toEqual({ ...usual, time: '', ...fields, msg: 'answered' })
    expect(new Date(String(plain?.time)).toISOString()).toBe(plain?.time)
  })

  test('keep to the level of the log, whenever it is changed', async () => {
    const file = join(await makeTestFolder(), 'cresyl.log')
    const log = openLog({ level: 'warn', file })
    const write = createPlainLines(log)
    write(fields, 'quiet')
    log.level = 'info'
    write(fields, 'first')
    write(fields, 'second')
    expect((await linesOf(file, 2)).map(({ msg }) => msg)).toEqual(['first', 'second'])
  })
})

describe('secrets in what is logged', () => {
  const secret = 'hunter2"\\ and, more]'

  test.each([
    'authorization',
    'Authorization',
    'cookie',
    'set-cookie',
    'password',
    'token',
    'access_token',
    'refresh_token',
    'id_token',
    'client_secret',
  ])('%s is taken out at every depth, and nothing beside it', async (key) => {
    const [line] = await logged((log) =>
      log.info({ [key]: secret, user: 'ada', req: { [key]: secret, headers: { [key]: secret, host: 'h' } } }),
    )
    const redacted = '[redacted]'
    expect(line).toMatchObject({
      [key]: redacted,
      user: 'ada',
      req: { [key]: redacted, headers: { [key]: redacted, host: 'h' } },
    })
    expect(JSON.stringify(line)).not.toContain('hunter2')
  })

  test('a list of cookies', async () => {
    const [line] = await logged((log) =>
      log.info({ headers: { 'set-cookie': [secret, 'a=]'], host: 'h' } }, 'ok'),
    )
    expect(line).toMatchObject({ headers: { 'set-cookie': '[redacted]', host: 'h' }, msg: 'ok' })
  })

  test('those of an error', async () => {
    const error = Object.assign(new Error('refused'), { response: { access_token: secret } })
    const [line] = await logged((log) => log.error({ err: error }, 'failed'))
    expect(line).toMatchObject({ err: { message: 'refused', response: { access_token: '[redacted]' } } })
  })

  test('those bound to a child', async () => {
    const [line] = await logged((log) => log.child({ token: secret }).info('ok'))
    expect(line).toMatchObject({ token: '[redacted]', msg: 'ok' })
  })

  test('words that only resemble them stay', async () => {
    const entry = {
      tokens: '3',
      token_count: '4',
      passwordless: 'yes',
      event: 'token.issued',
      cookies: 'none',
    }
    const [line] = await logged((log) => log.info(entry, 'the "token":"x" of a message'))
    expect(line).toMatchObject({ ...entry, msg: 'the "token":"x" of a message' })
  })
})

describe('an address as it is logged', () => {
  test.each([
    ['/api/viewers/tiles/1/0/0/0/?token=abc', '/api/viewers/tiles/1/0/0/0/?token=[redacted]'],
    ['/x?a=1&token=abc&b=2', '/x?a=1&token=[redacted]&b=2'],
    ['/x?token=abc&token=def', '/x?token=[redacted]&token=[redacted]'],
    ['/x?TOKEN=abc', '/x?TOKEN=[redacted]'],
    ['/x?token=a%26b#top', '/x?token=[redacted]#top'],
    ['/x?token=', '/x?token=[redacted]'],
    ['/?code=abc&state=def&iss=x', '/?code=[redacted]&state=[redacted]&iss=x'],
    ['/oidc/session/end?id_token_hint=abc', '/oidc/session/end?id_token_hint=[redacted]'],
    [
      '/x?access_token=a&refresh_token=b&id_token=c',
      '/x?access_token=[redacted]&refresh_token=[redacted]&id_token=[redacted]',
    ],
    ['/#access_token=abc', '/#access_token=[redacted]'],
    [
      '/x?code_verifier=abc&client_secret=d&password=e',
      '/x?code_verifier=[redacted]&client_secret=[redacted]&password=[redacted]',
    ],
    ['/storage/objects/a?expires=1&signature=abc-_', '/storage/objects/a?expires=1&signature=[redacted]'],
    ['/oidc/invitation/abc-_9?x=1', '/oidc/invitation/[redacted]?x=1'],
    ['/oidc/password-reset/abc/', '/oidc/password-reset/[redacted]/'],
    ...['/x?%74oken=', '/x;token=', '/x?a[token]=', '/'].map((start) => [
      `${start}eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln`,
      `${start}[redacted]`,
    ]),
    [`/x/cresyl_${'a'.repeat(40)}/y`, '/x/[redacted]/y'],
  ])('%s', (url, redacted) => {
    expect(redactUrl(url)).toBe(redacted)
  })

  test.each([
    '/',
    '/api/projects/?search=token',
    '/api/projects/?limit=50&zipcode=1',
    '/token/code=1',
    '/api/users/invitations/1',
  ])('%s has nothing to hide', (url) => {
    expect(redactUrl(url)).toBe(url)
  })
})
