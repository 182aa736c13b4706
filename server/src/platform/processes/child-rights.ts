import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readFileSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import { rootFolder } from '../places.ts'

/** What a process that reads files of strangers is left with, besides its pipe to us. */
export interface ChildRights {
  /** Folders, besides those of the program. */
  reads: readonly string[]
  /** Folders that it gets as its own. */
  writes: readonly string[]
  network: boolean
  /** Folders that it is not to see, where the system can hide them. */
  hides: readonly string[]
}

export interface Needs {
  /** Files that may lie anywhere, because they were registered in their place. */
  files?: readonly string[]
  /** Where it makes something. */
  folder?: string
}

/** Of processes that decode. */
export function decodingRights(
  { dataDir, secretsDir, storage, slides }: Pick<Config, 'dataDir' | 'secretsDir' | 'storage' | 'slides'>,
  { files = [], folder }: Needs = {},
): ChildRights {
  const isRemote = storage.kind === 's3'
  const blocks = isRemote ? [join(slides.cacheDir, 'blocks')] : []
  const compiled = join(slides.cacheDir, 'compiled')
  return {
    reads: [
      ...(storage.kind === 'disk' ? [storage.folder] : []),
      ...slides.importFolders.map((each) => each.folder),
      ...files,
    ],
    writes: [...(folder === undefined ? [] : [folder]), ...blocks, compiled],
    network: isRemote,
    hides: [secretsDir, ...['secrets', 'postgres', 'logs', 'run'].map((name) => join(dataDir, name))],
  }
}

export function mayRead({ reads }: ChildRights, path: string): boolean {
  return reads.some((each) => path === each || path.startsWith(`${each}/`))
}

/** A program, and what comes before its own arguments. */
export interface Launch {
  execPath: string
  execArgv: string[]
}

/** How to start Node with these rights, as far as this system can take the others away. */
export function confine(rights: ChildRights, flags: readonly string[]): Launch {
  for (const folder of rights.writes) mkdirSync(folder, { recursive: true, mode: 0o700 })
  const writes = rights.writes.flatMap((folder) => [folder, realpathSync(folder)])
  const node = [process.execPath, ...flags, ...permissionFlags(rights.reads, [...new Set(writes)])]
  const jail = chooseJail(rights.network)
  if (jail.owner !== undefined) for (const folder of writes) chownSync(folder, jail.owner, jail.owner)
  // A folder of secrets may hold more than that.
  const needed = [...rights.reads, ...writes, rootFolder, process.execPath]
  const isApart = (folder: string) => !needed.some((path) => `${path}/`.startsWith(`${folder}/`))
  const hides = rights.hides.filter((folder) => existsSync(folder) && isApart(folder))
  const [execPath = process.execPath, ...execArgv] = [...jail.command(hides), ...node]
  return { execPath, execArgv }
}

/** Of the checkout the code alone: the data folder may be in it. */
const programFolders = ['contract', 'slides', 'analysis', 'server', 'node_modules', 'package.json'].map(
  (name) => join(rootFolder, name),
)

function permissionFlags(reads: readonly string[], writes: readonly string[]): string[] {
  const within = (flag: string, folders: readonly string[]) =>
    folders.flatMap((folder) => [`${flag}=${folder}`, `${flag}=${join(folder, '*')}`])
  return [
    '--permission',
    // Decoders that are native code, and the thread that ends the process with its parent.
    ...['--allow-addons', '--allow-worker', '--disable-warning=SecurityWarning'],
    ...within('--allow-fs-read', [...programFolders, ...reads, ...writes]),
    ...within('--allow-fs-write', writes),
  ]
}

export interface Jail {
  command: (hides: readonly string[]) => string[]
  /** The user and group that it runs as, if not ours. */
  owner?: number
}

const free: Jail = { command: () => [] }

/** The strictest that works here: containers and other users may not do all of it. What was found holds for good. */
export function chooseJail(network: boolean): Jail {
  const known = jails.get(network)
  if (known !== undefined) return known
  const jail = candidates(network).find(works) ?? free
  jails.set(network, jail)
  return jail
}

const jails = new Map<boolean, Jail>()

function works({ command }: Jail): boolean {
  const [program = '', ...args] = [...command([tmpdir()]), 'true']
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0
}

/** Mounts nothing over what is not to be seen; what runs then can't undo that. */
const hide =
  'while [ "$1" != -- ]; do mount -t tmpfs -o ro,size=4k,mode=0 tmpfs "$1" || exit 1; shift; done; shift; exec "$@"'

function candidates(network: boolean): Jail[] {
  if (process.platform !== 'linux') return []
  const unprivileged: Jail = { command: () => ['setpriv', '--no-new-privs'] }
  if (process.getuid?.() !== 0) return [unprivileged]
  const limit = (capabilities: string) =>
    ['--inh-caps', '--ambient-caps', '--bounding-set'].flatMap((set) => [set, capabilities])
  const powerless: Jail = { command: () => ['setpriv', '--no-new-privs', ...limit('-all')] }
  // What it keeps of a bucket on disk is written by both of us.
  if (network) return [powerless, unprivileged]
  const owner = findUnusedUser()
  // Slides lie in closed folders, and in folders of others: it may read them, and write nothing but its own.
  const other = [
    ...['setpriv', '--no-new-privs', '--reuid', String(owner), '--regid', String(owner), '--clear-groups'],
    ...limit('-all,+dac_read_search'),
  ]
  const unseen = (hides: readonly string[]) => [
    ...['unshare', '--net', '--mount', 'sh', '-c', hide, 'sh', ...hides, '--'],
    ...other,
  ]
  return [{ command: unseen, owner }, { command: () => other, owner }, powerless, unprivileged]
}

/** Nobody's, so that nobody else can reach what it has, nor it them. */
function findUnusedUser(): number {
  const taken = new Set(
    readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .map((line) => Number(line.split(':')[2])),
  )
  let user = 60_900
  while (taken.has(user)) user += 1
  return user
}
