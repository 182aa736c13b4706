import type { File } from '@cresyl/contract/files/files'
import type { Rows } from '../resource.ts'
import type { Work } from '../work.ts'
import { countFiles, type FileQuery, findApart, findFile, selectFiles } from './queries.ts'
import { viewFile } from './view.ts'

export async function listFiles({ tx, member }: Work, query: FileQuery): Promise<Rows<File>> {
  const apart = await findApart(tx, query)
  const count = await countFiles(tx, member, query, apart)
  const rows = count > query.offset ? await selectFiles(tx, member, query, { apart, total: count }) : []
  return { count, results: rows.map(viewFile) }
}

export async function readFile({ tx }: Work, id: string): Promise<File> {
  return viewFile(await findFile(tx, id))
}
