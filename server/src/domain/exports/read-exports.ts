import type { RegionExport } from '@cresyl/contract/slides/exports'
import type { Rows } from '../resource.ts'
import type { Work } from '../work.ts'
import { countExports, type ExportQuery, findExport, selectExports } from './queries.ts'
import { viewExport } from './view.ts'

export async function listExports(work: Work, query: ExportQuery): Promise<Rows<RegionExport>> {
  const rows = await selectExports(work, query)
  return { count: await countExports(work, query), results: rows.map(viewExport) }
}

export async function readExport(work: Work, id: string): Promise<RegionExport> {
  return viewExport(await findExport(work, id))
}
