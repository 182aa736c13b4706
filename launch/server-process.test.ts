import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { refuseWhileRunning } from './install.js'

let folder: string
let started: ChildProcess[] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cresyl-server-'))
})
afterEach(() => {
  for (const child of started) child.kill('SIGKILL')
  started = []
  rmSync(folder, { recursive: true })
})

const launchModule = (name: string) => JSON.stringify(new URL(name, import.meta.url).href)

/** A launcher with real processes, whose server is the given script. */
function launch(server: string) {
  writeFileSync(join(folder, 'server.mjs'), `const tell = (message) => process.send(message)\n${server}`)
  writeFileSync(
    join(folder, 'launcher.mjs'),
    `import { runCommand } from ${launchModule('./command.js')}
     import { runServer } from ${launchModule('./server-process.js')}
     import { createSteps } from ${launchModule('./steps.js')}
     await runCommand(() => runServer({ node: process.execPath, args: ['server.mjs', '--extra'], cwd: process.cwd(),
       env: process.env, steps: createSteps(process.stdout), logFile: '/data/logs/cresyl.log' }))`,
  )
  const child = spawn(process.execPath, ['launcher.mjs'], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
  started.push(child)
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output += text
  })
  child.stderr.setEncoding('utf8').on('data', (text) => {
    output += text
  })
  const ended = new Promise<{ code: number | null; output: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, output })),
  )
  const shows = async (text: string) => {
    while (!output.includes(text)) await pause(20)
  }
  return { child, ended, shows }
}

const recordSignals = `
  import { appendFileSync } from 'node:fs'
  const stayAlive = setInterval(() => {}, 1000)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => { appendFileSync('signals.txt', signal + ' '); setTimeout(() => process.exit(0), wait) })
  tell({ type: 'ready', lines: ['Open http://localhost:1234'] })`

test('shows the steps of the server and its last lines, and passes arguments on', async () => {
  const { ended } = launch(`
    tell({ type: 'progress', text: 'Starting PostgreSQL' })
    tell({ type: 'progress', text: 'Arguments ' + process.argv[2] })
    tell({ type: 'ready', lines: ['Open http://localhost:1234', 'Sign in as anna'] })
    process.disconnect()`)
  const { code, output } = await ended
  expect(code).toBe(0)
  expect(output).toMatch(
    /✔ Starting PostgreSQL +\d\.\d s\n {2}✔ Arguments --extra +\d\.\d s\n\n {2}Open http:\/\/localhost:1234\n {2}Sign in as anna\n/,
  )
})

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '%s reaches the server once and ends both with 0',
  async (signal) => {
    const { child, ended, shows } = launch(`const wait = 700\n${recordSignals}`)
    await shows('Open http')
    child.kill(signal)
    await pause(20)
    child.kill(signal)
    const { code, output } = await ended
    expect(code).toBe(0)
    expect(output).toContain('✔ Stopped')
    expect(readFileSync(join(folder, 'signals.txt'), 'utf8')).toBe(`${signal} `)
  },
)

test('while the server runs, its packages are not replaced', async () => {
  const { child, ended, shows } = launch(`const wait = 100\n${recordSignals}`)
  await shows('Open http')
  const [pid] = readdirSync(join(folder, '.cache', 'running'))
  expect(Number(pid)).not.toBe(child.pid)
  expect(() => refuseWhileRunning(folder)).toThrow(`stop the running Cresyl (process ${pid}) first`)
  child.kill('SIGINT')
  await ended
  expect(readdirSync(join(folder, '.cache', 'running'))).toEqual([])
  expect(() => refuseWhileRunning(folder)).not.toThrow()
})

test('the third Ctrl-C ends a server that does not stop', async () => {
  const { child, ended, shows } = launch(`const wait = 60_000\n${recordSignals}`)
  await shows('Open http')
  for (let press = 0; press < 3; press += 1) {
    child.kill('SIGINT')
    await pause(500)
  }
  const { code, output } = await ended
  expect(code).toBe(1)
  expect(output).toContain('✘ Stopped by force')
  expect(readFileSync(join(folder, 'signals.txt'), 'utf8')).toBe('SIGINT ')
})

test('stops the server even when nobody reads the output any more', async () => {
  const { child, ended, shows } = launch(`const wait = 100\n${recordSignals}`)
  await shows('Open http')
  child.stdout?.destroy()
  child.stderr?.destroy()
  child.kill('SIGHUP')
  expect((await ended).code).toBe(0)
})

test('says why the server could not start', async () => {
  const { ended } = launch(`
    tell({ type: 'progress', text: 'Opening port' })
    tell({ type: 'failed', message: 'Port 8080 is in use. Set CRESYL_PORT.' })
    process.exitCode = 1
    process.disconnect()`)
  const { code, output } = await ended
  expect(code).toBe(1)
  expect(output).toContain('✘ Opening port')
  expect(output.trimEnd().split('\n').at(-1)).toBe('Port 8080 is in use. Set CRESYL_PORT.')
})

test.each([
  ['process.exit(3)', 'ended with exit code 3'],
  ["process.kill(process.pid, 'SIGKILL')", 'was killed by SIGKILL'],
])('points to the log when the server dies: %s', async (death, how) => {
  const { code, output } = await launch(death).ended
  expect(code).toBe(1)
  expect(output).toContain(`the server ${how}. Its log says why: /data/logs/cresyl.log.`)
})

/** A server of so many lives: what it does in each of them. */
const inLives = (...lives: string[]) => `
  import { appendFileSync, readFileSync } from 'node:fs'
  appendFileSync('lives.txt', '.')
  const life = readFileSync('lives.txt', 'utf8').length
  const ready = () => tell({ type: 'ready', lines: ['Open life ' + life] })
  ${lives.map((what, n) => `if (life === ${n + 1}) { ${what} }`).join('\n')}`
const dies = "ready(); process.send('', () => process.kill(process.pid, 'SIGKILL'))"
const lives =
  "const alive = setInterval(() => {}, 1000); process.on('SIGINT', () => process.exit(0)); ready()"

test('a server that was ready and is killed is started again, and stops when it is asked to', async () => {
  const { child, ended, shows } = launch(inLives(dies, lives))
  await shows('Open life 2')
  child.kill('SIGINT')
  const { code, output } = await ended
  expect(code).toBe(0)
  expect(output).toContain(
    'the server was killed by SIGKILL. Its log says why: /data/logs/cresyl.log. It is started again.',
  )
  expect(output).toContain('✔ Stopped')
})

test('one that can’t start again yet is tried until it can', async () => {
  const full =
    "tell({ type: 'failed', message: 'The disk is full.' }); process.exitCode = 1; process.disconnect()"
  const { child, ended, shows } = launch(inLives(dies, full, lives))
  await shows('Open life 3')
  child.kill('SIGINT')
  const { code, output } = await ended
  expect(code).toBe(0)
  expect(output).toContain('The disk is full. It is started again in 1 s.')
})

test('one that gives up by itself is not started again', async () => {
  const { code, output } = await launch(
    inLives(
      "ready(); tell({ type: 'failed', message: 'The database does not start.' }); process.exitCode = 1; process.disconnect()",
    ),
  ).ended
  expect(code).toBe(1)
  expect(output.trimEnd().split('\n').at(-1)).toBe('The database does not start.')
  expect(readFileSync(join(folder, 'lives.txt'), 'utf8')).toBe('.')
})
