import type { File } from '@cresyl/contract/files'
import type { Work } from '../work.ts'
import { findFile } from './queries.ts'
import { viewFile } from './view.ts'

export async function readFile({ tx }: Work, id: string): Promise<File> {
  return viewFile(await findFile(tx, id))
}
