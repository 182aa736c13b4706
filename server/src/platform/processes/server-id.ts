import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCode, fileStartError } from '../file-error.ts'
import { isId } from '../id.ts'
import { writePrivateFile } from '../private-file.ts'
import { StartError } from '../start-error.ts'

/** Who this machine is to the others: made once and kept in its data folder, whatever the machine is called. */
export async function readServerId(dataDir: string): Promise<string> {
  const path = join(dataDir, 'server-id')
  try {
    const id = (await readFile(path, 'utf8')).trim()
    if (isId(id)) return id
    throw new StartError(
      `The file ${path} contains no server id. Delete it; a new one is created at the next start.`,
    )
  } catch (error) {
    if (error instanceof StartError) throw error
    if (errorCode(error) !== 'ENOENT') throw fileStartError('read', path, error)
  }
  const id = randomUUID()
  try {
    await writePrivateFile(path, `${id}\n`)
  } catch (error) {
    throw fileStartError('write', path, error)
  }
  return id
}
