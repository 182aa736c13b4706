import { createReadStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError } from '@cresyl/contract/api/errors'
import { type PartLayout, partLength, partOffset } from '../part-layout.ts'
import { explainDiskError, isMissing } from './disk-errors.ts'
import type { DiskParts } from './disk-objects.ts'
import { secondFile, uploadFile } from './folders.ts'
import {
  type Attempt,
  acknowledgePart,
  claimPart,
  forgetPart,
  type PartKey,
  releasePart,
  takeOver,
} from './part-queries.ts'
import type { PartWriters } from './part-writers.ts'
import { freePiece, writeAt } from './write-at.ts'
import type { WriterLock } from './writer-lock.ts'

export interface ReceiverParts extends DiskParts {
  writers: PartWriters
  lock: WriterLock
  /** Told of what could not be written down; someone else has to see to it. */
  onUnreleased(attempt: Attempt): void
}

/** The pieces of the body become its own: they are emptied as soon as they are written. */
export type ReceivePart = (part: PartKey, size: number, body: Readable) => Promise<string>

const pollMilliseconds = 200
const patienceMilliseconds = 20_000

/**
 * Takes in a part and returns its ETag once it is safely on disk. The newest attempt at a part wins: it cuts off
 * older ones, and writes only when they can't any more.
 */
export function createPartReceiver(parts: ReceiverParts): ReceivePart {
  const { database, lock, writers, pause, room } = parts
  return async (part, size, body) => {
    await room.require(size)
    const claim = await database.asMember(part, (tx) => claimPart(tx, part, size, lock.id))
    const attempt: Attempt = { ...part, generation: claim.generation, writer: lock.id }
    let acknowledged = false
    try {
      await pause('part: claimed')
      await writers.enter(attempt, body)
      const stored = claim.mayWrite ? claim.etag : await waitForTurn(parts, attempt)
      const etag =
        stored === null
          ? await writeInPlace(parts, attempt, claim.layout, body)
          : await writeAgain(parts, attempt, claim.layout, body, stored)
      await database.asMember(part, (tx) => acknowledgePart(tx, attempt, etag))
      acknowledged = true
      await pause('part: acknowledged')
      return etag
    } catch (error) {
      throw explainDiskError(error)
    } finally {
      if (!acknowledged) {
        await database
          .asMember(part, (tx) => releasePart(tx, attempt))
          .catch(() => parts.onUnreleased(attempt))
      }
      writers.leave(attempt)
    }
  }
}

/** Attempts of this process have ended by now; one of another process ends when it hears of this one, or dies. */
async function waitForTurn({ database, lock }: ReceiverParts, attempt: Attempt): Promise<string | null> {
  const until = performance.now() + patienceMilliseconds
  let dead: string | null = null
  while (performance.now() < until) {
    const { busy, etag } = await database.asMember(attempt, (tx) => takeOver(tx, attempt, dead))
    if (busy === null) return etag
    dead = lock.isDead(busy) ? busy : null
    if (dead === null) await sleep(pollMilliseconds)
  }
  throw new ApiError('unavailable', {
    detail: 'An earlier request for this part has not ended yet. Please send the part again shortly.',
  })
}

async function writeInPlace(
  { folders, pause }: ReceiverParts,
  { uploadId, number }: Attempt,
  layout: PartLayout,
  body: AsyncIterable<Uint8Array>,
): Promise<string> {
  const length = partLength(layout, number)
  const file = await open(uploadFile(folders, uploadId), 'r+').catch((error) => {
    throw isMissing(error) ? new ApiError('upload_closed') : error
  })
  try {
    const { size, hash } = await writeAt(file, partOffset(layout, number), body, length, freePiece)
    if (size !== length) throw new ApiError('invalid_input', { detail: 'The part ended too early.' })
    await pause('part: written')
    await file.datasync()
    await pause('part: synced')
    return hash.toString('hex')
  } finally {
    await file.close()
  }
}

/**
 * The part is stored already. It stays so until the new one is whole: a request that is repeated, by whomever,
 * and ends half-way takes nothing away.
 */
async function writeAgain(
  parts: ReceiverParts,
  attempt: Attempt,
  layout: PartLayout,
  body: AsyncIterable<Uint8Array>,
  stored: string,
): Promise<string> {
  const { database, folders, pause } = parts
  const path = secondFile(folders, attempt.uploadId, attempt.number, attempt.generation)
  try {
    const file = await open(path, 'wx', 0o600)
    try {
      const length = partLength(layout, attempt.number)
      const { size, hash } = await writeAt(file, 0, body, length, freePiece)
      if (size !== length) throw new ApiError('invalid_input', { detail: 'The part ended too early.' })
      if (hash.toString('hex') === stored) return stored
    } finally {
      await file.close()
    }
    await database.asMember(attempt, (tx) => forgetPart(tx, attempt))
    await pause('part: replacing')
    return await writeInPlace(parts, attempt, layout, createReadStream(path))
  } finally {
    await rm(path, { force: true })
  }
}
