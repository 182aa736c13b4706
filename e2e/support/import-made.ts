import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Product } from './product.ts'

/** Has a program of this folder make slides, and registers them where they lie. Returns the way to delete them. */
export async function importMade(
  product: Product,
  program: string,
  project: string,
): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'cresyl-e2e-made-'))
  await promisify(execFile)(process.execPath, ['--no-warnings', join(import.meta.dirname, program), folder])
  await product.cli(['import', '--project', project, '--organization', 'demo', folder])
  return () => rm(folder, { recursive: true, force: true })
}
