import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { openDatabase } from '../../server/src/platform/db/database.ts'
import { files, uploads } from '../../server/src/platform/db/schema/index.ts'
import { findRunningPostgres } from '../../server/src/platform/postgres/runtime-file.ts'
import type { Product } from './product.ts'

/** What uploads that did not come to an end leave behind. All is empty where nothing has leaked. */
export interface Leftovers {
  /** Names of files that are still expected. */
  expectedFiles: string[]
  /** Uploads that still take parts, or were not put in their place. */
  openUploads: string[]
  /** What lies in storage and is nobody's: parts of a file, or a draft of an object. Of a bucket nothing is known here. */
  strayFiles: string[]
}

export const nothingLeft: Leftovers = { expectedFiles: [], openUploads: [], strayFiles: [] }

/** What was not there before. Of what was, some may be gone: earlier files are still being read. */
export async function leftSince(product: Product, before: Leftovers): Promise<Leftovers> {
  const now = await readLeftovers(product)
  const added = (part: keyof Leftovers) => now[part].filter((each) => !before[part].includes(each))
  return {
    expectedFiles: added('expectedFiles'),
    openUploads: added('openUploads'),
    strayFiles: added('strayFiles'),
  }
}

/** Reads them from the folders of a running product. */
export async function readLeftovers({ dataDir, storageDir }: Product): Promise<Leftovers> {
  const url = await findRunningPostgres(dataDir)
  if (url === null) throw new Error('The database of the product does not run: start it first.')
  const database = openDatabase({ url, maxConnections: 1 })
  try {
    const [fileRows, uploadRows] = await database.asSystem(async (tx) => [
      await tx.select({ name: files.name, state: files.state }).from(files),
      await tx.select({ id: uploads.id, path: uploads.path, state: uploads.state }).from(uploads),
    ])
    return {
      expectedFiles: fileRows.filter(({ state }) => state === 'created').map(({ name }) => name),
      openUploads: uploadRows
        .filter(({ state }) => state === 'open' || state === 'completing')
        .map(({ id, path, state }) => `${path} (${state}, ${id})`),
      strayFiles: await strayFiles(storageDir),
    }
  } finally {
    await database.close()
  }
}

async function strayFiles(storage: string): Promise<string[]> {
  const folders = ['uploads', 'drafts'].map(async (folder) => {
    const names = await readdir(join(storage, folder)).catch(() => [])
    return names.map((name) => `${folder}/${name}`)
  })
  return (await Promise.all(folders)).flat()
}
