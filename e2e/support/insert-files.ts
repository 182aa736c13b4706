import { type FileStatus, statesOf } from '@cresyl/contract/files'
import { openDatabase } from '../../server/src/platform/db/database.ts'
import { files } from '../../server/src/platform/db/schema/index.ts'
import { newId } from '../../server/src/platform/id.ts'
import { findRunningPostgres } from '../../server/src/platform/postgres/runtime-file.ts'
import type { Product } from './product.ts'

export interface FileToInsert {
  name: string
  size: number
  status: FileStatus
  message?: string
}

/** Rows without bytes, for lists too long to be uploaded. */
export async function insertFiles(
  { dataDir }: Product,
  organizationId: string,
  rows: readonly FileToInsert[],
): Promise<void> {
  const url = await findRunningPostgres(dataDir)
  if (url === null) throw new Error('The database of the product does not run: start it first.')
  const database = openDatabase({ url, maxConnections: 1 })
  const values = rows.map(({ name, size, status, message = '' }) => {
    const { state, reading } = statesOf(status)
    const readingState = state === 'stored' ? reading[0] : 'none'
    const said = state === 'stored' ? { readingMessage: message } : { stateMessage: message }
    const id = newId()
    const names = { name, searchKey: name.toLowerCase(), mediaType: name.split('.').at(-1) ?? '' }
    return { id, organizationId, ...names, ...said, size, state, readingState, path: `files/${id}/original` }
  })
  try {
    await database.asMember({ organizationId }, (tx) => tx.insert(files).values(values))
  } finally {
    await database.close()
  }
}
