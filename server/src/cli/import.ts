import { access, constants, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  compareImports,
  filesCompared,
  type ImportDifference,
  importFiles,
} from '../domain/files/import-files.ts'
import { inBatches } from '../domain/files/import-folder.ts'
import {
  findImportOrganization,
  findImportProject,
  makeImportProject,
} from '../domain/files/import-target.ts'
import {
  type FoundFile,
  findImportable,
  isReadable,
  isSame,
  type LeftOut,
  lookAgain,
  reasons,
} from '../domain/files/importable-files.ts'
import type { Context } from '../platform/context.ts'
import { errorCode } from '../platform/file-error.ts'
import { StartError } from '../platform/start-error.ts'
import type { Command } from './command.ts'
import { readOptionsAndOne, required } from './usage.ts'
import { withPlatform } from './with-platform.ts'

/** What is the same this much later is not being written. */
const settleMilliseconds = 5000

export const importSlides = createImport(() => sleep(settleMilliseconds))

/** `settle` is awaited between the two looks that tell whether a file is still being written. */
export function createImport(settle: () => Promise<unknown>): Command {
  return {
    name: 'import',
    usage: [
      'import --project NAME [--organization NAME] [--no-recursive] [--dry-run] FOLDER',
      '',
      '  --project       the project for the slides; created if it does not exist',
      '  --organization  the organisation that owns the slides; needed if there are several',
      '  --no-recursive  leave the folders in the folder out',
      '  --dry-run       say what would be done and do nothing',
    ].join('\n'),
    summary:
      'Register the slides of a folder in place. Nothing in the folder is copied, changed or deleted. Exit status 1 if a slide had to be left out.',
    run: async (words, { environment, output }) => {
      const { options, one } = readOptionsAndOne(
        words,
        { project: 'text', organization: 'text', 'no-recursive': 'flag', 'dry-run': 'flag' },
        'FOLDER',
      )
      const project = required(options.project, 'project')
      // npm runs commands in the checkout; the person's paths begin where the person stands.
      const folder = resolve(environment.INIT_CWD ?? '', one)
      await requireFolder(folder)
      return withPlatform(environment, (context) =>
        importFolder(context, {
          project,
          folder,
          organization: options.organization,
          recursive: !options['no-recursive'],
          dryRun: options['dry-run'] ?? false,
          settle,
          print: (line) => void output.write(`${withoutControls(line)}\n`),
        }),
      )
    },
  }
}

interface Import {
  organization: string | undefined
  project: string
  folder: string
  recursive: boolean
  dryRun: boolean
  settle: () => Promise<unknown>
  print: (line: string) => void
}

const verbs = {
  added: ['registered', 'would be registered'],
  changed: ['read again', 'would be read again'],
} as const

async function importFolder(context: Context, given: Import): Promise<number> {
  const { folder, recursive, dryRun, print } = given
  const organizationId = await findImportOrganization(context, given.organization)
  await findImportProject(context, organizationId, given.project)
  const counts = { added: 0, changed: 0, known: 0, leftOut: 0 }
  let faults = 0
  const leaveOut = ({ path, reason }: LeftOut) => {
    counts.leftOut += 1
    if (!expected.has(reason)) faults += 1
    print(`left out: ${path} ${reason}`)
  }

  for await (const found of inBatches(findImportable(folder, { recursive, leaveOut }), filesCompared)) {
    const difference = await compareImports(context, organizationId, found, { revive: true })
    const { added, changed } = difference
    counts.known += found.length - added.length - changed.length
    const done = dryRun ? difference : await register(context, organizationId, given, difference, leaveOut)
    for (const kind of ['added', 'changed'] as const) {
      counts[kind] += done[kind].length
      for (const { path } of done[kind]) print(`${verbs[kind][dryRun ? 1 : 0]}: ${path}`)
    }
  }
  const [registered, reread] = [verbs.added, verbs.changed].map((verb) => verb[dryRun ? 1 : 0])
  print(
    `${counts.added} ${registered}, ${counts.changed} ${reread}, ${counts.known} known already, ${counts.leftOut} left out`,
  )
  return faults === 0 ? 0 : 1
}

/** What is no slide by its name or place was never meant; anything else someone may miss. */
const expected = new Set<string>([
  reasons.hidden,
  reasons.system,
  reasons.extension,
  reasons.unfinishedName,
  reasons.inside,
])

async function register(
  context: Context,
  organizationId: string,
  { project, settle }: Import,
  { added, changed }: ImportDifference,
  leaveOut: (left: LeftOut) => void,
): Promise<ImportDifference> {
  if (added.length + changed.length === 0) return { added, changed }
  await settle()
  const complete = {
    added: await keepComplete(added, leaveOut),
    changed: await keepComplete(changed, leaveOut),
  }
  if (complete.added.length + complete.changed.length === 0) return complete
  const projectId = await makeImportProject(context, organizationId, project)
  return importFiles(context, { organizationId, projectId }, complete)
}

async function keepComplete(files: FoundFile[], leaveOut: (left: LeftOut) => void): Promise<FoundFile[]> {
  const before = new Map(files.map((file) => [file.path, file]))
  const kept: FoundFile[] = []
  for await (const now of lookAgain(before.keys(), { leaveOut })) {
    const earlier = before.get(now.path)
    if (earlier === undefined || !isSame(earlier, now)) leaveOut({ path: now.path, reason: reasons.changing })
    else if (!(await isReadable(now))) leaveOut({ path: now.path, reason: reasons.unreadable })
    else kept.push(now)
  }
  return kept
}

async function requireFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch((error) => {
    if (errorCode(error) === 'ENOENT') throw new StartError(`${folder} does not exist. Check the path.`)
    throw new StartError(`${folder} can't be looked at: ${error.message}.`, { cause: error })
  })
  if (!found.isDirectory())
    throw new StartError(`${folder} is not a folder. Name the folder that contains it.`)
  await access(folder, constants.R_OK | constants.X_OK).catch((error) => {
    throw new StartError(`${folder} may not be read by this user. Give it the right to.`, { cause: error })
  })
}

/** A name may hold what a terminal would act upon. */
function withoutControls(line: string): string {
  return line.replace(/\p{Cc}/gu, '?')
}
