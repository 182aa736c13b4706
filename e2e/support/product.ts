import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RoleKey } from '@cresyl/contract/api/permissions'
import { findFreePort } from '../../server/src/platform/postgres/free-port.ts'
import type { CliAnswer, CliCall } from './cli-process.ts'

const root = join(import.meta.dirname, '..', '..')
const readyWithin = 100_000
const stopWithin = 30_000

/** A whole running product of its own: server, database, identity provider, web app, demo organisation. */
export interface Product {
  origin: string
  /** Where it keeps everything. */
  dataDir: string
  /** Where it keeps what is uploaded, if that is on a disk. */
  storageDir: string
  passwordOf(role: RoleKey): Promise<string>
  /** An access token as the command line prints it. */
  tokenOf(role: RoleKey): Promise<string>
  /** Runs a command of the command line beside it; returns what it printed. */
  cli(words: string[], input?: string): Promise<string>
  /** Stops it and starts it again, on the same data and port; with other settings where some are given. */
  restart(settings?: Record<string, string>): Promise<void>
  /** Ends it without a warning, as a power cut does. Until it is started, nobody answers. */
  kill(): Promise<void>
  /** On the same data and port, after it was killed. */
  start(): Promise<void>
  /** Of the process that the others belong to. */
  pid(): number
  /** Its figures, as Prometheus reads them. */
  metrics(): Promise<string>
  stop(): Promise<void>
}

export const emailOf = (role: RoleKey) => `${role}@demo.cresyl`

export interface ProductOptions {
  port?: number
  settings?: Record<string, string>
  /** Commands carried out before the server starts. */
  prepare?: string[][]
}

export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  if (!existsSync(join(root, 'web', 'dist', 'index.html'))) {
    throw new Error(
      'The browser tests need the built web app, and web/dist has none. Run `npm test`, or `npx vite build` in web/.',
    )
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'cresyl-e2e-'))
  const { settings, prepare = [], port = await findFreePort() } = options
  const origin = `http://localhost:${port}`
  const env = {
    ...withoutSettings(process.env),
    CRESYL_PORT: String(port),
    CRESYL_DATA_DIR: dataDir,
    CRESYL_LOG: 'file',
    CRESYL_DEMO_SLIDES: 'false',
    CRESYL_AUTOMATIC_QC: 'false',
    // Of all that is started, most is the same as before.
    NODE_COMPILE_CACHE: join(tmpdir(), 'cresyl-compiled'),
    ...settings,
  }
  const commandLine = openCommandLine(env)
  const cli = commandLine.run
  for (const words of prepare) await cli(words)
  const launch = async (changed: Record<string, string> = {}) => {
    // With a channel to its parent the server stops by itself when the tests are killed.
    const launched = spawn(process.execPath, ['--no-warnings', 'server/src/main.ts'], {
      cwd: root,
      env: { ...env, ...changed },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    await whenReady(launched, origin, dataDir)
    return launched
  }
  const end = async () => {
    const code = await stopProcess(server)
    if (code === 0) return
    throw new Error(
      `The product ended with ${code} instead of 0 when it was asked to stop: see ${dataDir}/logs.`,
    )
  }
  let server = await launch()
  return {
    origin,
    async passwordOf(role) {
      const file = await readFile(join(dataDir, 'secrets', 'demo-passwords.json'), 'utf8')
      return JSON.parse(file)[emailOf(role)]
    },
    async tokenOf(role) {
      const printed = await cli(['token', '--email', emailOf(role)])
      return printed.trimEnd().split('\n').at(-1) ?? ''
    },
    cli,
    dataDir,
    storageDir: settings?.CRESYL_STORAGE_DIR ?? join(dataDir, 'storage'),
    async kill() {
      const ended = once(server, 'exit')
      server.kill('SIGKILL')
      await ended
    },
    async start() {
      server = await launch()
    },
    pid: () => server.pid ?? 0,
    async metrics() {
      const reply = await fetch(`${origin}/metrics`)
      if (!reply.ok) throw new Error(`The figures could not be read: ${reply.status}`)
      return reply.text()
    },
    async restart(changed) {
      await end()
      server = await launch(changed)
    },
    async stop() {
      commandLine.close()
      if (!hasEnded(server)) await end()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** A process that runs commands, started with the first of them. */
function openCommandLine(env: NodeJS.ProcessEnv) {
  let child: ChildProcess | undefined
  let calls = 0
  const start = () => {
    const started = fork('e2e/support/cli-process.ts', { cwd: root, env, execArgv: ['--no-warnings'] })
    started.setMaxListeners(0)
    return started
  }
  return {
    async run(words: string[], input = ''): Promise<string> {
      child ??= start()
      const answer = await ask(child, { id: calls++, words, input })
      if (answer.code === 0) return answer.stdout
      throw new Error(`cli ${words.join(' ')} ended with ${answer.code}: ${answer.stderr}`)
    },
    close: () => child?.kill(),
  }
}

function ask(child: ChildProcess, call: CliCall): Promise<CliAnswer> {
  return new Promise((resolve, reject) => {
    const settle = (end: () => void) => {
      child.off('message', hear)
      child.off('exit', fail)
      end()
    }
    const hear = (answer: CliAnswer) => answer.id === call.id && settle(() => resolve(answer))
    const fail = () => settle(() => reject(new Error('The command line ended without an answer.')))
    child.on('message', hear)
    child.on('exit', fail)
    child.send(call)
  })
}

/** Settings of the machine must not reach the product under test. */
function withoutSettings(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(environment).filter(([key]) => !/^(CRESYL|DATABASE|OIDC|SMTP)_/.test(key)),
  )
}

async function whenReady(server: ChildProcess, origin: string, dataDir: string): Promise<void> {
  let failure = 'it ended without a word'
  server.on('message', (message: { type?: string; message?: string }) => {
    if (message.type === 'failed') failure = message.message ?? failure
  })
  const deadline = Date.now() + readyWithin
  while (!(await answersReady(origin))) {
    if (hasEnded(server)) throw new Error(`The product did not start: ${failure}`)
    if (Date.now() > deadline) {
      await stopProcess(server)
      throw new Error(`The product was not ready within ${readyWithin / 1000} s: see ${dataDir}/logs.`)
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

async function answersReady(origin: string): Promise<boolean> {
  try {
    return (await fetch(`${origin}/readyz`)).ok
  } catch {
    return false
  }
}

async function stopProcess(server: ChildProcess): Promise<number | string> {
  if (hasEnded(server)) return server.exitCode ?? server.signalCode ?? 'nothing'
  const killer = setTimeout(() => server.kill('SIGKILL'), stopWithin)
  server.kill('SIGTERM')
  const [code, signal] = await once(server, 'exit')
  clearTimeout(killer)
  return code ?? signal
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null
}
