import { buffer } from 'node:stream/consumers'
import { ApiError } from '@cresyl/contract/errors'
import type { QcJobRow } from '../domain/qc/view.ts'
import type { Context } from '../platform/context.ts'
import type { RunningJob } from '../platform/queue/job-handler.ts'
import { inOnePiece } from '../platform/storage/in-one-piece.ts'
import type { ObjectKey } from '../platform/storage/storage.ts'

export interface Checkpoints {
  /** How far an attempt before this one came. */
  last(): Promise<Uint8Array | undefined>
  /** Stores it in the background; one that comes while another is stored waits, and only the newest of those. */
  keep(bytes: Uint8Array): void
  /** Once nobody needs them any more. */
  forget(): Promise<void>
}

/** In storage, where any machine finds them. They save time and nothing else: without them a check begins anew. */
export function createCheckpoints(
  { storage }: Pick<Context, 'storage'>,
  { log }: Pick<RunningJob, 'log'>,
  { id, organizationId }: QcJobRow,
): Checkpoints {
  const key: ObjectKey = { organizationId, path: `qc/${id}/checkpoint` }
  let waiting: Uint8Array | undefined
  let storing: Promise<void> | undefined

  const storeAll = async () => {
    for (let bytes = waiting; bytes !== undefined; bytes = waiting) {
      waiting = undefined
      await storage.put(key, inOnePiece(bytes), { size: bytes.length })
    }
  }
  const failed = (error: unknown) => log.warn({ err: error }, 'how far a check came could not be kept')

  return {
    last: async () => {
      try {
        const { body } = await storage.get(key)
        return await buffer(body)
      } catch (error) {
        if (!(error instanceof ApiError && error.code === 'not_found')) failed(error)
        return undefined
      }
    },
    keep: (bytes) => {
      waiting = bytes
      storing ??= storeAll()
        .catch(failed)
        .finally(() => {
          storing = undefined
        })
    },
    forget: async () => {
      waiting = undefined
      await storing
      await storage.delete(key).catch(failed)
    },
  }
}
