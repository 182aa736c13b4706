import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, open, readFile, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { LaunchFailure } from '../../launch/failure.js'
import { findFreePort } from '../../server/src/platform/postgres/free-port.ts'
import { startChild } from '../support/child.ts'
import { findDebianPrograms } from '../support/debian.ts'
import { startNginx } from '../support/nginx.ts'
import { tileSide } from '../support/slide-tiles.ts'
import type { Stage } from '../support/stage.ts'
import { fileNameOf, levelCount, slideSide, type TileName } from './slide.ts'

/** Who answers with tiles of the slide. */
export interface TileServer {
  port: number
  /** Of all processes that it consists of; what they started counts with them. */
  pids: readonly number[]
  pathOf(tile: TileName): string
  versions: Record<string, string>
}

const patienceMilliseconds = 20_000
const processes = availableParallelism()

/** Every tile is a file of its own. */
export async function startStaticFiles(
  stage: Stage,
  tiles: readonly TileName[],
  contents: readonly Uint8Array[],
): Promise<TileServer> {
  const files = join(stage.folder, 'tiles')
  await mkdir(files)
  for (const [index, tile] of tiles.entries()) {
    await writeFile(join(files, fileNameOf(tile)), contents[index] as Uint8Array)
  }
  const server = `root "${files}"; sendfile on; tcp_nopush on; keepalive_requests 1000000;
    location / { default_type image/jpeg; }`
  const { port, pid, version } = await startNginx(stage, 'nginx-static', { server })
  return { port, pids: [pid], pathOf: (tile) => `/${fileNameOf(tile)}`, versions: { nginx: version } }
}

/** node:http with one tile, whatever is asked for. */
export async function startBareNode(stage: Stage, content: Uint8Array): Promise<TileServer> {
  const file = join(stage.folder, 'constant.jpg')
  await writeFile(file, content)
  const server = startChild<{ file: string }, { port: number }>(
    stage,
    new URL('./bare-server.ts', import.meta.url),
  )
  const { port } = await server.ask({ file })
  return { port, pids: [server.pid], pathOf: (tile) => `/${fileNameOf(tile)}`, versions: {} }
}

/** Behind nginx, which opens a connection for every request: each process serves one until that is closed. */
export async function startIipImage(stage: Stage, slide: string): Promise<TileServer> {
  const { find, environment } = await findDebianPrograms(['iipimage-server'])
  const program = find('/usr/lib/iipimage-server/iipsrv.fcgi')
  const log = join(stage.folder, 'iipimage.log')
  const ports: number[] = []
  const pids: number[] = []
  for (let n = 0; n < processes; n += 1) {
    const port = await findFreePort()
    const settings = { LOGFILE: log, VERBOSITY: '1', JPEG_QUALITY: '75', MAX_IMAGE_CACHE_SIZE: '10' }
    const server = spawn(program, ['--bind', `127.0.0.1:${port}`], {
      env: { ...environment, ...settings },
      stdio: 'ignore',
    })
    pids.push(await ready(stage, 'IIPImage', server, port))
    ports.push(port)
  }
  const nginx = await startNginx(stage, 'nginx-iipimage', {
    upstreams: `upstream iipimage { ${ports.map((port) => `server 127.0.0.1:${port};`).join(' ')} }`,
    server: `keepalive_requests 1000000;
    location = /iipsrv {
      fastcgi_pass iipimage;
      fastcgi_param QUERY_STRING $query_string;
      fastcgi_param REQUEST_METHOD $request_method;
      fastcgi_param REQUEST_URI $request_uri;
      fastcgi_param SERVER_PROTOCOL $server_protocol;
    }`,
  })
  const version = /IIPImage Server\. Version ([\d.]+)/i.exec(await readFile(log, 'utf8').catch(() => ''))?.[1]
  return {
    port: nginx.port,
    pids: [...pids, nginx.pid],
    pathOf: ({ level, x, y }) => {
      const across = slideSide / tileSide / 2 ** level
      return `/iipsrv?FIF=${encodeURI(slide)}&JTL=${levelCount - 1 - level},${y * across + x}`
    },
    versions: { IIPImage: version ?? 'unknown' },
  }
}

/**
 * Under gunicorn, with threads, because its other workers close a connection after each reply. Where a folder of pages
 * is named, they are had beside the tiles.
 */
export async function startDeepZoom(stage: Stage, slide: string, pages?: string): Promise<TileServer> {
  const { find, environment } = await findDebianPrograms(['gunicorn', 'python3-openslide'])
  const port = await findFreePort()
  const python = find('/usr/bin/python3')
  const log = await open(join(stage.folder, 'gunicorn.log'), 'w')
  const workers = ['--workers', `${processes}`, '--worker-class', 'gthread', '--threads', '4']
  const place = ['--bind', `127.0.0.1:${port}`, '--keep-alive', '75', '--chdir', stage.folder]
  await writeFile(
    join(stage.folder, 'tiles_deepzoom.py'),
    await readFile(fileURLToPath(new URL('./deepzoom.py', import.meta.url))),
  )
  const server = spawn(python, ['-m', 'gunicorn', ...workers, ...place, 'tiles_deepzoom:app'], {
    env: {
      ...environment,
      BENCH_SLIDE: slide,
      PYTHONDONTWRITEBYTECODE: '1',
      ...(pages !== undefined && { BENCH_PAGES: pages }),
    },
    stdio: ['ignore', log.fd, log.fd],
  })
  const pid = await ready(stage, 'OpenSlide DeepZoom', server, port).finally(() => log.close())
  const tell =
    'import gunicorn, openslide; print(gunicorn.__version__, openslide.__library_version__, openslide.__version__)'
  const versions = spawn(python, ['-c', tell], { env: environment, stdio: ['ignore', 'pipe', 'ignore'] })
  const [gunicorn = '', library = '', binding = ''] = (await textOf(versions)).split(' ')
  return {
    port,
    pids: [pid],
    pathOf: ({ level, x, y }) => `/${level}/${x}/${y}`,
    versions: { gunicorn, OpenSlide: library, 'openslide-python': binding },
  }
}

/** Waits until it takes connections, and has it stopped in the end. */
async function ready(stage: Stage, name: string, server: ChildProcess, port: number): Promise<number> {
  const ended = new Promise<void>((resolve) => {
    server.once('exit', () => resolve())
    server.once('error', () => resolve())
  })
  stage.onEnd(async () => {
    server.kill('SIGTERM')
    await ended
  })
  const until = performance.now() + patienceMilliseconds
  while (performance.now() < until && server.exitCode === null && server.pid !== undefined) {
    if (await takesConnections(port)) return server.pid
    await sleep(50)
  }
  throw new LaunchFailure(`${name}, which the figures are compared with, did not start.`)
}

async function takesConnections(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  const connected = await once(socket, 'connect').then(
    () => true,
    () => false,
  )
  socket.destroy()
  return connected
}

async function textOf(child: ChildProcess): Promise<string> {
  let text = ''
  child.stdout?.setEncoding('utf8').on('data', (part: string) => {
    text += part
  })
  await once(child, 'close')
  return text.trim()
}
