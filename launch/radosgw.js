import { execFileSync, spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { runChild } from './child.js'
import { LaunchFailure } from './failure.js'
import { findFreePort } from './free-port.js'
import { root } from './places.js'

const packages = ['ceph-mon', 'ceph-osd', 'radosgw']
const programs = ['/usr/bin/ceph-mon', '/usr/bin/ceph-osd', '/usr/bin/radosgw', '/usr/bin/ceph']
const patienceMilliseconds = 120_000

/**
 * @typedef {object} Radosgw
 * @property {string} url with the access key as user and password
 * @property {() => Promise<void>} stop
 */

/**
 * A real S3 server: Debian's radosgw on a Ceph cluster of one monitor and one storage daemon that keeps everything
 * in memory. Parts may be of any size, so that a thousand of them are a small file.
 * @param {import('./steps.js').Steps} steps
 * @returns {Promise<Radosgw>}
 */
export async function startRadosgw(steps) {
  if (!programs.every((program) => existsSync(program))) await install(steps)
  const folder = mkdtempSync(join(tmpdir(), 'cresyl-radosgw-'))
  const [monitorPort, port] = [await findFreePort(), await findFreePort()]
  const cluster = makeCluster(folder, monitorPort, port)
  /** @type {import('node:child_process').ChildProcess[]} */
  const daemons = []
  const stop = async () => {
    for (const daemon of daemons.reverse()) await end(daemon)
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const keys = await start(cluster, daemons)
    return { url: `http://${keys.id}:${keys.secret}@127.0.0.1:${port}`, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/**
 * @typedef {object} Cluster
 * @property {string} folder
 * @property {string} settings
 * @property {string} id
 * @property {string} monitor
 * @property {number} port
 */

/**
 * @param {string} folder
 * @param {number} monitorPort
 * @param {number} port
 * @returns {Cluster}
 */
function makeCluster(folder, monitorPort, port) {
  const id = randomUUID()
  const monitor = `v2:127.0.0.1:${monitorPort}`
  const settings = join(folder, 'ceph.conf')
  mkdirSync(join(folder, 'osd'))
  writeFileSync(
    settings,
    `[global]
fsid = ${id}
mon host = ${monitor}
auth cluster required = none
auth service required = none
auth client required = none
ms bind ipv6 = false
public addr = 127.0.0.1
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 4
osd crush chooseleaf type = 0
mon allow pool size one = true
mon max pg per osd = 1000
mon osd min down reporters = 1
osd objectstore = memstore
memstore device bytes = 2147483648
run dir = ${folder}
admin socket = ${folder}/$name.asok
log file = ${folder}/$name.log
crash dir = ${folder}
mon data = ${folder}/mon
osd data = ${folder}/osd
[client]
# By default radosgw insists on encryption, which needs the authentication that is off here.
ms mon client mode = crc
admin socket =
log file = ${folder}/$name.$pid.log
rgw frontends = beast endpoint=127.0.0.1:${port}
rgw data = ${folder}
rgw multipart min part size = 1
`,
  )
  return { folder, settings, id, monitor, port }
}

/**
 * @param {Cluster} cluster
 * @param {import('node:child_process').ChildProcess[]} daemons
 */
async function start(cluster, daemons) {
  const { folder, settings, id, monitor, port } = cluster
  /** @param {string} program @param {string[]} options */
  const run = (program, options) =>
    execFileSync(program, ['-c', settings, ...options], { cwd: folder, stdio: 'pipe', timeout: 60_000 })
  /** @param {string} program @param {string[]} options */
  const serve = (program, options) => {
    const said = openSync(join(folder, 'output.log'), 'a')
    const given = ['-c', settings, '-f', ...options]
    daemons.push(spawn(program, given, { cwd: folder, stdio: ['ignore', said, said], detached: true }))
  }

  const map = join(folder, 'monmap')
  execFileSync('monmaptool', ['--create', '--fsid', id, '--addv', 'a', `[${monitor}]`, map], {
    stdio: 'pipe',
  })
  run('ceph-mon', ['--mkfs', '-i', 'a', '--monmap', map])
  serve('ceph-mon', ['-i', 'a'])
  const disk = randomUUID()
  run('ceph', ['--connect-timeout', '30', 'osd', 'new', disk])
  run('ceph-osd', ['-i', '0', '--mkfs', '--osd-uuid', disk])
  serve('ceph-osd', ['-i', '0'])
  serve('radosgw', [])
  await waitUntilReady(port, daemons)

  const keys = { id: randomBytes(10).toString('hex'), secret: randomBytes(20).toString('hex') }
  const user = [
    '--uid=cresyl',
    '--display-name=Cresyl',
    `--access-key=${keys.id}`,
    `--secret-key=${keys.secret}`,
  ]
  run('radosgw-admin', ['user', 'create', ...user])
  return keys
}

/** @param {import('./steps.js').Steps} steps */
async function install(steps) {
  steps.begin('Installing radosgw, an S3 server')
  const options = { cwd: root, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  const isDebianRoot = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  if (isDebianRoot && (await runChild('apt-get', ['update'], options)).code === 0) {
    await runChild('apt-get', ['install', '-y', '--no-install-recommends', ...packages], options)
  }
  if (programs.every((program) => existsSync(program))) return steps.succeed('radosgw installed')
  steps.fail()
  throw new LaunchFailure(
    `The tests on S3 cannot run, because radosgw is not installed here and could not be. Install it (\`sudo apt-get install ${packages.join(' ')}\`) and run the command again.`,
  )
}

/**
 * @param {number} port
 * @param {import('node:child_process').ChildProcess[]} daemons
 */
async function waitUntilReady(port, daemons) {
  const until = performance.now() + patienceMilliseconds
  while (performance.now() < until && daemons.every(({ exitCode }) => exitCode === null)) {
    const reply = await fetch(`http://127.0.0.1:${port}/`).catch(() => null)
    await reply?.body?.cancel()
    if (reply?.ok) return
    await sleep(500)
  }
  throw new LaunchFailure(`radosgw did not answer within ${patienceMilliseconds / 1000} seconds.`)
}

/** Nothing it holds is worth a clean shutdown. @param {import('node:child_process').ChildProcess} daemon */
async function end(daemon) {
  if (daemon.exitCode !== null || daemon.signalCode !== null) return
  const ended = once(daemon, 'exit')
  daemon.kill('SIGKILL')
  await ended
}
