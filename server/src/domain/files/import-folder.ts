import type { ImportFolder } from '../../platform/config/slide-settings.ts'
import type { Context } from '../../platform/context.ts'
import { compareImports, filesCompared, importFiles } from './import-files.ts'
import { findImportOrganization, findImportProject, makeImportProject } from './import-target.ts'
import { type FoundFile, findImportable, isSame, lookAgain } from './importable-files.ts'

/** New files that are waited for at once; the turn of others comes when these are registered. */
const mostWaiting = 10_000

export interface FolderLook {
  /** Looks through all of the folder. */
  through(): Promise<void>
  /** Looks at what was new or had changed the last time. */
  again(): Promise<void>
}

/**
 * Follows a folder: what two looks in a row find the same is complete and is registered, or read again if it was known
 * as something else. What vanishes is left as it is. What waits to be complete is remembered here only.
 */
export function createFolderLook(context: Context, place: ImportFolder, signal: AbortSignal): FolderLook {
  let waiting = new Map<string, FoundFile>()

  const look = async (source: AsyncIterable<FoundFile>) => {
    const organizationId = await findImportOrganization(context, place.organization)
    // Says early that the project takes nothing; it is made only when there is something to put in it.
    await findImportProject(context, organizationId, place.project)
    const next = new Map<string, FoundFile>()
    const isComplete = (file: FoundFile) => {
      const before = waiting.get(file.path)
      if (before !== undefined && isSame(before, file)) return true
      if (next.size < mostWaiting) next.set(file.path, file)
      return false
    }
    for await (const some of inBatches(source, filesCompared)) {
      const difference = await compareImports(context, organizationId, some)
      const added = difference.added.filter(isComplete)
      const changed = difference.changed.filter(isComplete)
      if (added.length + changed.length === 0) continue
      signal.throwIfAborted()
      const projectId = await makeImportProject(context, organizationId, place.project)
      const done = await importFiles(context, { organizationId, projectId }, { added, changed })
      const counts = { registered: done.added.length, changed: done.changed.length }
      context.log.info({ folder: place.folder, ...counts }, 'files of a watched folder are to be read')
    }
    waiting = next
  }

  return {
    through: () => look(findImportable(place.folder, { signal })),
    again: async () => {
      if (waiting.size > 0) await look(lookAgain(waiting.keys(), { signal }))
    },
  }
}

export async function* inBatches<Item>(items: AsyncIterable<Item>, size: number): AsyncGenerator<Item[]> {
  let batch: Item[] = []
  for await (const item of items) {
    batch.push(item)
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
