import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { errorCode, fileStartError } from '../file-error.ts'
import { writePrivateFile } from '../private-file.ts'
import { StartError } from '../start-error.ts'

const passwords = z.object({ superuser: z.string(), application: z.string() })
export type Passwords = z.infer<typeof passwords>

/** Made once per data folder, before the cluster that knows them. */
export async function loadPasswords(dataDir: string, clusterExists: boolean): Promise<Passwords> {
  const path = join(dataDir, 'secrets', 'postgres.json')
  try {
    return passwords.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch (error) {
    const missing = errorCode(error) === 'ENOENT'
    if (!missing && errorCode(error)) throw fileStartError('read', path, error)
    if (!missing || clusterExists) {
      throw new StartError(
        `The passwords of the embedded database are ${missing ? 'missing from' : 'damaged in'} ${path}. Restore that file from a backup.`,
        { cause: error },
      )
    }
  }
  const fresh = { superuser: randomPassword(), application: randomPassword() }
  try {
    await writePrivateFile(path, `${JSON.stringify(fresh, null, 2)}\n`)
  } catch (error) {
    throw fileStartError('write', path, error)
  }
  return fresh
}

/** Safe in a URL and in an SQL literal. */
export function randomPassword(): string {
  return randomBytes(24).toString('base64url')
}
