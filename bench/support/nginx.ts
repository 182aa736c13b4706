import { execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { LaunchFailure } from '../../launch/failure.js'
import { cacheFolder } from '../../launch/places.js'
import { findFreePort } from '../../server/src/platform/postgres/free-port.ts'
import type { Stage } from './stage.ts'

const run = promisify(execFile)
/** Which of Debian's packages has the program differs from release to release. */
const packages = ['nginx', 'nginx-core', 'nginx-light']
const patienceMilliseconds = 10_000

export interface Nginx {
  origin: string
  port: number
  pid: number
  version: string
}

export interface NginxDav extends Nginx {
  /** Removes what was put there. */
  clear(): Promise<void>
}

/** nginx with its DAV module, which writes what it is sent by PUT into files. */
export async function startNginxDav(stage: Stage): Promise<NginxDav> {
  const files = join(stage.folder, 'nginx-files')
  await mkdir(files)
  const nginx = await startNginx(stage, 'nginx', {
    server: `root "${files}"; location / { dav_methods PUT; }`,
  })
  return {
    ...nginx,
    clear: async () => {
      for (const name of await readdir(files)) await rm(join(files, name))
    },
  }
}

/** nginx with one server; `upstreams` stand beside it in its settings. */
export async function startNginx(
  stage: Stage,
  name: string,
  { server: serverSettings, upstreams = '' }: { server: string; upstreams?: string },
): Promise<Nginx> {
  const program = await findProgram()
  const folder = join(stage.folder, name)
  await mkdir(folder)
  const port = await findFreePort()
  await writeFile(
    join(folder, 'nginx.conf'),
    settings(folder, `${upstreams} server { listen 127.0.0.1:${port}; ${serverSettings} }`),
  )
  const server = spawn(
    program,
    ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')],
    { stdio: 'ignore' },
  )
  const ended = new Promise<void>((resolve) => {
    server.once('exit', () => resolve())
    server.once('error', () => resolve())
  })
  stage.onEnd(async () => {
    server.kill('SIGTERM')
    await ended
  })
  const origin = `http://127.0.0.1:${port}`
  await waitUntilReady(origin, () => server.exitCode !== null)
  const { stderr } = await run(program, ['-v'])
  const version = stderr.replace(/^.*nginx\//s, '').trim()
  return { origin, port, pid: server.pid ?? 0, version }
}

function settings(folder: string, servers: string): string {
  return `${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
worker_processes auto;
pid ${folder}/nginx.pid;
events { worker_connections 64; }
http {
  access_log off;
  client_max_body_size 0;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  ${servers}
}
`
}

/** The installed one, else Debian's, unpacked where nothing else sees it. */
async function findProgram(): Promise<string> {
  const folder = join(cacheFolder(), 'nginx')
  const fetched = join(folder, 'usr', 'sbin', 'nginx')
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
  const found = [...folders.map((each) => join(each, 'nginx')), fetched].find((each) => existsSync(each))
  if (found !== undefined) return found
  await mkdir(folder, { recursive: true })
  if (!(await unpackAny(folder, fetched)) && process.getuid?.() === 0) {
    await run('apt-get', ['update']).catch(() => {})
    await unpackAny(folder, fetched)
  }
  if (existsSync(fetched)) return fetched
  throw new LaunchFailure(
    'nginx, which the figures are compared with, is not installed here and could not be fetched. Install it (`sudo apt-get install nginx`) and run the command again.',
  )
}

async function unpackAny(folder: string, program: string): Promise<boolean> {
  for (const name of packages) {
    try {
      await run('apt-get', ['download', name], { cwd: folder })
      const file = (await readdir(folder)).find((each) => each.startsWith(`${name}_`)) ?? ''
      await run('dpkg', ['-x', file, '.'], { cwd: folder })
    } catch {
      // Another one may have it.
    }
    if (existsSync(program)) return true
  }
  return false
}

async function waitUntilReady(origin: string, hasEnded: () => boolean): Promise<void> {
  const until = performance.now() + patienceMilliseconds
  while (performance.now() < until && !hasEnded()) {
    const reply = await fetch(origin).catch(() => null)
    await reply?.body?.cancel()
    if (reply !== null) return
    await sleep(50)
  }
  throw new LaunchFailure('nginx, which the figures are compared with, did not start.')
}
