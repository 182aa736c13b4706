import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { findFreePort } from './free-port.js'
import { root } from './places.js'
import { chooseNode, describeMachine } from './platform.js'

interface User {
  uid: number
  gid: number
}

interface Start {
  launcher: ChildProcess
  output: () => string
  seconds: number
}

const firstStartSeconds = 180
const secondStartSeconds = 10
const isRoot = process.getuid?.() === 0
const node = findOldNode() ?? process.execPath
/** How a machine reaches the registry is not what is tested here. */
const network = /^(https?_proxy|no_proxy|npm_config_registry|node_extra_ca_certs|ssl_cert_(file|dir))$/i

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cresyl-newcomer-'))
  await chmod(folder, 0o755)
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('the first start of a clone is quick, Ctrl-C stops everything, the second start is quicker', async ({
  task,
}) => {
  const checkout = await cloneCheckout(folder)
  const first = await startCheckout(checkout)
  expect(await stopByCtrlC(first)).toContain('✔ Stopped')
  await expectNothingLeft(checkout)
  const second = await startCheckout(checkout)
  expect(await stopByCtrlC(second)).toContain('✔ Stopped')
  await expectNothingLeft(checkout)
  Object.assign(task.meta, {
    node: execFileSync(node, ['--version'], { encoding: 'utf8' }).trim(),
    firstStartSeconds: first.seconds,
    secondStartSeconds: second.seconds,
  })
  expect(first.seconds).toBeLessThan(firstStartSeconds)
  expect(second.seconds).toBeLessThan(secondStartSeconds)
})

test.skipIf(!isRoot)('an ordinary user starts a clone of their own', async ({ task, skip }) => {
  const user = ordinaryUser()
  const reachable = spawnSync(node, ['--version'], { ...user, cwd: '/' }).status === 0
  if (!reachable) return skip(`an ordinary user may not run ${node}`)
  const checkout = await cloneCheckout(folder)
  const home = join(folder, 'home')
  await mkdir(home)
  execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, checkout, home])
  const start = await startCheckout(checkout, user)
  expect(await stopByCtrlC(start)).toContain('✔ Stopped')
  await expectNothingLeft(checkout)
  Object.assign(task.meta, { firstStartSeconds: start.seconds })
  expect(start.seconds).toBeLessThan(firstStartSeconds)
})

test.skipIf(!isRoot)('root starts a clone below a folder that is closed to others', async ({ task }) => {
  const closed = join(folder, 'closed')
  await mkdir(closed, { mode: 0o700 })
  const checkout = await cloneCheckout(closed)
  const start = await startCheckout(checkout)
  const elsewhere = (await readFile(join(checkout, 'data', 'postgres-location'), 'utf8')).trim()
  onTestFinished(() => rm(elsewhere, { recursive: true, force: true }))
  expect(await stopByCtrlC(start)).toContain('✔ Stopped')
  await expectNothingLeft(checkout)
  await expectNothingLeft(elsewhere)
  Object.assign(task.meta, { firstStartSeconds: start.seconds })
  expect(start.seconds).toBeLessThan(firstStartSeconds)
})

/** A Node that the launchers have to replace, as many machines have one. */
function findOldNode(): string | undefined {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .map((path) => join(path, 'node'))
    .find((path) => {
      if (!existsSync(path)) return false
      const { status, stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' })
      return status === 0 && chooseNode({ ...describeMachine(), version: stdout }).use === 'fetched'
    })
}

async function cloneCheckout(parent: string): Promise<string> {
  const checkout = join(parent, 'checkout')
  execFileSync('git', ['clone', '--quiet', root, checkout])
  return checkout
}

/** Types `npm start` with nothing of npm's in the home folder, and waits until the server is ready. */
async function startCheckout(checkout: string, user?: User): Promise<Start> {
  const port = await findFreePort()
  const home = join(folder, 'home')
  await mkdir(home, { recursive: true })
  const given = Object.entries(process.env).filter(([name]) => network.test(name))
  const launcher = spawn('npm', ['start'], {
    cwd: checkout,
    env: {
      ...Object.fromEntries(given),
      PATH: `${dirname(node)}${delimiter}${process.env.PATH}`,
      HOME: home,
      npm_config_cache: join(home, '.npm'),
      npm_config_ignore_scripts: 'true',
      CRESYL_PORT: String(port),
      CRESYL_DEMO_SLIDES: 'false',
    },
    ...user,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => endGroup(launcher))
  let output = ''
  for (const stream of [launcher.stdout, launcher.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  }
  const began = performance.now()
  while (!(await isReady(port))) {
    if (hasEnded(launcher)) throw new Error(`npm start ended before the server was ready:\n${output}`)
    if (performance.now() - began > 2 * firstStartSeconds * 1000) throw new Error(`Not ready:\n${output}`)
    await pause(50)
  }
  return { launcher, output: () => output, seconds: Math.round(performance.now() - began) / 1000 }
}

const isReady = (port: number) =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null

/** As a terminal does: the signal reaches npm, the launcher and the server at once. Returns what they said. */
async function stopByCtrlC(start: Start): Promise<string> {
  const closed = once(start.launcher, 'close')
  process.kill(-(start.launcher.pid ?? 0), 'SIGINT')
  await closed
  return start.output()
}

/** After a failed test: the servers' watchdogs stop the databases. */
async function endGroup(launcher: ChildProcess): Promise<void> {
  if (hasEnded(launcher)) return
  const ended = once(launcher, 'exit')
  process.kill(-(launcher.pid ?? 0), 'SIGKILL')
  await ended
}

const expectNothingLeft = (path: string) =>
  expect.poll(() => commandLines().filter((line) => line.includes(path)), { timeout: 5000 }).toEqual([])

function commandLines(): string[] {
  const pids = readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))
  return pids.map((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    } catch {
      return ''
    }
  })
}

function ordinaryUser(): User {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((each) => each.startsWith('nobody:'))
  const [, , uid, gid] = (line ?? '').split(':')
  if (uid === undefined || gid === undefined) throw new Error('There is no user nobody on this machine.')
  return { uid: Number(uid), gid: Number(gid) }
}
