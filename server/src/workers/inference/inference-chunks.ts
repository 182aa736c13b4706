import { createWriteStream } from 'node:fs'
import { copyFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { ApiError } from '@cresyl/contract/api/errors'
import type { BegunRun } from '../../domain/inference/begin-run.ts'
import { chunkFolder, chunkName, chunkOfPath, folderOfRun } from '../../domain/inference/chunk-objects.ts'
import type { Context } from '../../platform/context.ts'
import type { RunningJob } from '../../platform/queue/job-handler.ts'
import { inOnePiece } from '../../platform/storage/in-one-piece.ts'
import type { InferenceKept } from './inference-child.ts'

/** How far a run came, in storage, where any machine finds it. It saves time and nothing else. */
export interface RunChunks {
  /** Fetches what attempts before this one made into a folder. */
  fetch(folder: string): Promise<{ preparation: Uint8Array | undefined; done: number[] }>
  /** Stores in the background what lies in the folder; what can't be stored is computed again one day. */
  keep(kept: InferenceKept, folder: string): void
  /** Once all that was to be kept so far is stored, or could not be. */
  settled(): Promise<void>
  /** Once nobody needs it any more. */
  forget(): Promise<void>
}

export function createRunChunks(
  { storage }: Pick<Context, 'storage'>,
  { log, signal, say }: Pick<RunningJob, 'log' | 'signal' | 'say'>,
  { run, imageVersion }: BegunRun,
): RunChunks {
  const { organizationId } = run
  const root = chunkFolder(run, { version: imageVersion })
  const keyOf = (name: string) => ({ organizationId, path: `${root}/${name}` })
  const failed = (error: unknown) => log.warn({ err: error }, 'how far a run came could not be kept')
  const remove = (path: string) => storage.delete({ organizationId, path }).catch(failed)
  const fetched = new Set<number>()
  let storing = Promise.resolve()

  const store = async (kept: InferenceKept, folder: string) => {
    if (signal.aborted) return
    if (kept.kind === 'preparation') {
      const { bytes } = kept
      await storage.put(keyOf('preparation'), inOnePiece(bytes), { size: bytes.length })
      return
    }
    const name = chunkName(kept.chunk)
    // Storage may take the file away, and it is still needed here.
    const copy = join(folder, `${name}.copy`)
    await copyFile(join(folder, name), copy)
    await storage.putFile(keyOf(name), copy, signal)
  }

  return {
    fetch: async (folder) => {
      for await (const { path } of storage.list(organizationId, folderOfRun(run))) {
        const isOurs = path.startsWith(`${root}/`)
        if (!isOurs) await remove(path)
        const chunk = isOurs ? chunkOfPath(path) : undefined
        if (chunk === undefined) continue
        const target = join(folder, chunkName(chunk))
        const { body } = await storage.get({ organizationId, path })
        await pipeline(body, createWriteStream(`${target}.part`))
        await rename(`${target}.part`, target)
        fetched.add(chunk)
      }
      return { preparation: await readIfThere(storage, keyOf('preparation')), done: [...fetched] }
    },
    keep: (kept, folder) => {
      if (kept.kind === 'chunk' && fetched.has(kept.chunk))
        say('A part stored by an earlier attempt was damaged and was computed again.')
      storing = storing.then(() => store(kept, folder)).catch(failed)
    },
    settled: () => storing,
    forget: async () => {
      for await (const { path } of storage.list(organizationId, root)) await remove(path)
    },
  }
}

async function readIfThere(
  storage: Context['storage'],
  key: { organizationId: string; path: string },
): Promise<Uint8Array | undefined> {
  try {
    return await buffer((await storage.get(key)).body)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') return undefined
    throw error
  }
}
