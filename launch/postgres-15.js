import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { runChild } from './child.js'
import { LaunchFailure } from './failure.js'
import { findFreePort } from './free-port.js'
import { root } from './places.js'

const binaries = '/usr/lib/postgresql/15/bin'
const patienceMilliseconds = 30_000

/**
 * Debian's PostgreSQL 15, the oldest version that is supported, on a folder of its own.
 * @param {import('./steps.js').Steps} steps
 * @returns {Promise<{ url: string, stop(): Promise<void> }>}
 */
export async function startPostgres15(steps) {
  if (!existsSync(join(binaries, 'postgres'))) await install(steps)
  const user = findUser()
  const folder = mkdtempSync(join(tmpdir(), 'cresyl-postgres-15-'))
  const password = randomBytes(16).toString('hex')
  const passwordFile = join(folder, 'password')
  writeFileSync(passwordFile, password)
  if (user) for (const path of [folder, passwordFile]) chownSync(path, user.uid, user.gid)
  chmodSync(folder, 0o700)

  const cluster = join(folder, 'cluster')
  const init = [
    '-D',
    cluster,
    '-U',
    'postgres',
    '-A',
    'scram-sha-256',
    `--pwfile=${passwordFile}`,
    '--locale=C.UTF-8',
  ]
  execFileSync(join(binaries, 'initdb'), init, { cwd: folder, stdio: 'pipe', ...user })
  const port = await findFreePort()
  const settings = [
    'fsync=off',
    'unix_socket_directories=',
    'listen_addresses=127.0.0.1',
    'max_connections=200',
  ]
  const server = spawn(
    join(binaries, 'postgres'),
    ['-D', cluster, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
    { cwd: folder, stdio: 'ignore', detached: true, ...user },
  )
  const ended = once(server, 'exit')
  await waitUntilReady(port)
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    stop: async () => {
      server.kill('SIGINT')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** @param {import('./steps.js').Steps} steps */
async function install(steps) {
  steps.begin('Installing PostgreSQL 15')
  const options = { cwd: root, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  const isDebianRoot = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  if (isDebianRoot && (await runChild('apt-get', ['update'], options)).code === 0) {
    await runChild('apt-get', ['install', '-y', '--no-install-recommends', 'postgresql-15'], options)
  }
  if (existsSync(join(binaries, 'postgres'))) return steps.succeed('PostgreSQL 15 installed')
  steps.fail()
  throw new LaunchFailure(
    'The tests on PostgreSQL 15 cannot run, because it is not installed here and could not be. Install it (`sudo apt-get install postgresql-15`) and run the command again.',
  )
}

/** PostgreSQL refuses to run as root: Debian's package brings a user for it. */
function findUser() {
  if (process.getuid?.() !== 0) return undefined
  const [uid, gid] = ['-u', '-g'].map((flag) =>
    Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' })),
  )
  return { uid: Number(uid), gid: Number(gid) }
}

/** @param {number} port */
async function waitUntilReady(port) {
  const until = performance.now() + patienceMilliseconds
  while (performance.now() < until) {
    try {
      execFileSync(join(binaries, 'pg_isready'), ['-h', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' })
      return
    } catch {
      await sleep(200)
    }
  }
  throw new LaunchFailure(`PostgreSQL 15 did not answer within ${patienceMilliseconds / 1000} seconds.`)
}
