import { buffer } from 'node:stream/consumers'
import { type ChunkIndex, openChunk } from '@cresyl/analysis'
import { ApiError } from '@cresyl/contract/api/errors'
import type { ObjectKey, Storage } from './storage.ts'

/** Indexes that are kept: some 30 kB each, and a chunk never changes. */
const mostOpen = 50

const open = new Map<string, Promise<ChunkIndex>>()

/** One tile of a chunk in storage: null where there is no such chunk, undefined where the tile is all background. */
export async function readStoredTile(
  storage: Storage,
  object: ObjectKey,
  tile: Parameters<ChunkIndex['find']>[0],
): Promise<Uint8Array | null | undefined> {
  const read = async (offset: number, length: number) =>
    buffer((await storage.get(object, { offset, length })).body)
  try {
    const place = (await opened(`${object.organizationId}/${object.path}`, read)).find(tile)
    return place && (await read(place.offset, place.length))
  } catch (error) {
    // Not there yet, or not any more: its run has ended.
    if (error instanceof ApiError && error.code === 'not_found') return null
    throw error
  }
}

async function opened(name: string, read: Parameters<typeof openChunk>[0]): Promise<ChunkIndex> {
  const opening = open.get(name) ?? openChunk(read)
  // The one used last goes last.
  open.delete(name)
  open.set(name, opening)
  const [oldest] = open.keys()
  if (open.size > mostOpen && oldest !== undefined) open.delete(oldest)
  try {
    return await opening
  } catch (error) {
    open.delete(name)
    throw error
  }
}
