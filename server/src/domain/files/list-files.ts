import type { File } from '@cresyl/contract/files'
import type { Rows } from '../paging.ts'
import type { Work } from '../work.ts'
import { countFiles, type FileQuery, selectFiles } from './queries.ts'
import { viewFile } from './view.ts'

export async function listFiles({ tx, member }: Work, query: FileQuery): Promise<Rows<File>> {
  const rows = await selectFiles(tx, member, query)
  return { count: await countFiles(tx, member, query), results: rows.map(viewFile) }
}
