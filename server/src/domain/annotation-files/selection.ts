import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { ObjectKey, Storage } from '../../platform/storage/storage.ts'

/** Annotations that were chosen one by one: more than an address or a row of the audit log can name. */
export interface Selection {
  /** What it is called in both: the SHA-256 of its ids, so that the same ones are kept once. */
  name: string
  /** In order, each once. */
  ids: readonly string[]
}

const idBytes = 16

export function selectionOf(given: readonly string[]): Selection {
  const ids = [...new Set(given)].sort()
  return { ids, name: createHash('sha256').update(packed(ids)).digest('hex') }
}

export const selectionFolder = 'selections'

const keyOf = (organizationId: string, name: string): ObjectKey => ({
  organizationId,
  path: `${selectionFolder}/${name}`,
})

/** For a day from now (remove-old-selections.ts): an address is good for half an hour. */

export async function keepSelection(
  storage: Storage,
  organizationId: string,
  { name, ids }: Selection,
): Promise<void> {
  const bytes = packed(ids)
  await storage.put(keyOf(organizationId, name), Readable.from([bytes]), { size: bytes.length })
}

export async function readSelection(
  storage: Storage,
  organizationId: string,
  name: string,
): Promise<string[]> {
  const bytes = await buffer((await storage.get(keyOf(organizationId, name))).body)
  return Array.from({ length: bytes.length / idBytes }, (_, index) => {
    const hex = bytes.toString('hex', index * idBytes, (index + 1) * idBytes)
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  })
}

const packed = (ids: readonly string[]): Buffer => Buffer.from(ids.join('').replaceAll('-', ''), 'hex')
