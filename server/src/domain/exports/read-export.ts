import type { RegionExport } from '@cresyl/contract/exports'
import type { Work } from '../work.ts'
import { findExport } from './queries.ts'
import { viewExport } from './view.ts'

export async function readExport(work: Work, id: string): Promise<RegionExport> {
  return viewExport(await findExport(work, id))
}
