import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { runHere } from './cli/test-terminal.ts'
import type { LauncherMessage } from './platform/launcher.ts'
import { findFreePort } from './platform/postgres/free-port.ts'
import { readProcesses } from './platform/processes/process-file.ts'
import { compiledFolder } from './platform/test-compiled.ts'

const sourceFolder = fileURLToPath(new URL('.', import.meta.url))

export interface ProductPlace {
  dataDir: string
  port: number
  environment: Record<string, string>
  remove(): Promise<void>
}

/** A data folder and a port for the whole product, started as `npm start` starts it. */
export async function makeProductPlace(environment: Record<string, string> = {}): Promise<ProductPlace> {
  const dataDir = await mkdtemp(join(tmpdir(), 'cresyl-product-'))
  const port = await findFreePort()
  return {
    dataDir,
    port,
    environment: {
      CRESYL_DATA_DIR: dataDir,
      CRESYL_PORT: String(port),
      CRESYL_LOG: 'file',
      CRESYL_DEMO_SLIDES: 'false',
      CRESYL_AUTOMATIC_QC: 'false',
      // Many processes load the same files: each after the first finds them compiled.
      NODE_COMPILE_CACHE: compiledFolder,
      ...environment,
    },
    remove: () => rm(dataDir, { recursive: true, force: true }),
  }
}

export interface Product {
  process: ChildProcess
  origin: string
  messages: LauncherMessage[]
  /** Resolves with the exit code and signal. */
  ended: Promise<[number | null, NodeJS.Signals | null]>
}

/** Resolves when the product is ready or has ended; `messages` tells which. */
export async function startProduct(place: ProductPlace): Promise<Product> {
  const child = spawn(process.execPath, ['--no-warnings', join(sourceFolder, 'main.ts')], {
    env: { PATH: process.env.PATH, ...place.environment },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const messages: LauncherMessage[] = []
  const ended = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>
  const settled = new Promise<void>((resolve) => {
    child.on('message', (message: LauncherMessage) => {
      messages.push(message)
      if (message.type !== 'progress') resolve()
    })
    void ended.then(() => resolve())
  })
  await settled
  return { process: child, origin: `http://localhost:${place.port}`, messages, ended }
}

/** The same for a start that must succeed. */
export async function startReady(place: ProductPlace): Promise<Product> {
  const product = await startProduct(place)
  if (isReady(product)) return product
  throw new Error(`The product did not start: ${JSON.stringify(product.messages.at(-1))}`)
}

export function isReady({ messages }: Product): boolean {
  return messages.some(({ type }) => type === 'ready')
}

/** Ends the product as Ctrl-C does and waits for it. */
export async function stopProduct(product: Product): Promise<number | null> {
  product.process.kill('SIGINT')
  return (await product.ended)[0]
}

/** What `/readyz` answers, asked on a connection of its own. */
export const readyState = (origin: string) =>
  fetch(`${origin}/readyz`, { headers: { connection: 'close' } }).then(
    ({ status }) => status,
    () => 'no answer',
  )

/** The names of the processes that give figures. */
export async function processesIn(origin: string): Promise<string[]> {
  const figures = await (await fetch(`${origin}/metrics`)).text()
  return [...new Set([...figures.matchAll(/process="([^"]+)"/g)].map(([, name = '']) => name))].sort()
}

export interface LogLine {
  process: string
  msg: string
}

/** What the processes of the place have logged. */
export async function readLog({ dataDir }: ProductPlace): Promise<LogLine[]> {
  const text = await readFile(join(dataDir, 'logs', 'cresyl.log'), 'utf8')
  // The last line may be on its way.
  const lines = text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .filter(Boolean)
  return lines.map((line) => ({ msg: '', ...JSON.parse(line) }))
}

/** Runs a command of the command line on the same place. */
export const runCli = ({ environment }: ProductPlace, words: string[], input = '') =>
  runHere(environment, words, { input })

export async function issueToken(place: ProductPlace, email = 'admin@demo.cresyl'): Promise<string> {
  const { stdout } = await runCli(place, ['token', '--email', email])
  return stdout.trim().split('\n').at(-1) ?? ''
}

export async function postmasterPid(place: ProductPlace): Promise<number> {
  const runtime = JSON.parse(await readFile(join(place.dataDir, 'run', 'postgres.json'), 'utf8')) as {
    pid: number
  }
  return runtime.pid
}

/** The process that answers requests, or the one that runs jobs; a new one as soon as it has been started again. */
export async function childPid(place: ProductPlace, role: 'api' | 'worker'): Promise<number> {
  const found = (await readProcesses(place.dataDir)).find(({ name }) => name.replace(/-\d+$/, '') === role)
  if (found === undefined) throw new Error(`No process ${role} runs`)
  return found.pid
}

export interface Writer {
  /** Names of the projects that the server said it had made. */
  acknowledged: string[]
  /** The codes of all replies, as opposed to requests that got none. */
  statuses: Set<number>
  stop(): Promise<void>
}

/** Makes projects one after the other on several connections until stopped, and remembers what was acknowledged. */
export function startWriting(origin: string, token: string, prefix: string, connections = 4): Writer {
  const acknowledged: string[] = []
  const statuses = new Set<number>()
  let stopped = false
  let serial = 0
  const write = async () => {
    while (!stopped) {
      serial += 1
      const name = `${prefix} ${serial}`
      const reply = await fetch(`${origin}/api/projects/`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ name }),
      }).catch(() => null)
      if (reply !== null) statuses.add(reply.status)
      if (reply?.status === 201) acknowledged.push(name)
      else await sleep(20)
    }
  }
  const running = Array.from({ length: connections }, write)
  return {
    acknowledged,
    statuses,
    stop: async () => {
      stopped = true
      await Promise.all(running)
    },
  }
}

export async function listProjectNames(origin: string, token: string): Promise<string[]> {
  const names: string[] = []
  for (let url: string | null = '/api/projects/?limit=-1'; url !== null; ) {
    const reply: Response = await fetch(origin + url, { headers: { authorization: `Bearer ${token}` } })
    const page = (await reply.json()) as { next: string | null; results: { name: string }[] }
    names.push(...page.results.map(({ name }) => name))
    url = page.next
  }
  return names
}
