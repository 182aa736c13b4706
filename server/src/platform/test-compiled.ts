import { mkdir, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Where processes that tests start keep compiled code: of one place, or each test would have it compiled anew. */
export const compiledFolder = join(tmpdir(), 'cresyl-compiled')

/** Leads `compiled` in a folder there. */
export async function shareCompiled(folder: string): Promise<void> {
  await mkdir(compiledFolder, { recursive: true })
  await mkdir(folder, { recursive: true })
  await symlink(compiledFolder, join(folder, 'compiled'))
}
