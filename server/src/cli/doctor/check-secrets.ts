import { createPrivateKey } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ClientBase } from 'pg'
import { keyIdOf } from '../../domain/audit/seal.ts'
import type { Config } from '../../platform/config/config.ts'
import { errorCode } from '../../platform/file-error.ts'
import { type Finding, findingsAbout } from './finding.ts'

const { ok, warning, problem } = findingsAbout('secrets')
const sealKey = 'seal-key.pem'
const keys = [sealKey, 'cookie-key', 'url-key']
const othersMay = 0o077

/** Nobody else may read the keys, and none may be empty. */
export async function checkSecrets({ secretsDir }: Config): Promise<Finding> {
  const names = await namesIn(secretsDir)
  const missing = keys.filter((key) => !names.includes(key))
  if (missing.length > 0)
    return ok(`${missing.join(', ')} will be created in ${secretsDir} at the next start`)
  const files = await Promise.all(
    names.map(async (name) => ({ name, ...(await modeAndSize(join(secretsDir, name))) })),
  )
  const empty = files.filter(({ name, size }) => size === 0 && keys.includes(name))
  if (empty.length > 0) {
    return problem(`${namesOf(empty)} in ${secretsDir} is empty. Put back the one you had.`)
  }
  const folder = { name: secretsDir, ...(await modeAndSize(secretsDir)) }
  const open = [folder, ...files].filter(({ mode }) => (mode & othersMay) !== 0)
  if (open.length > 0) {
    return warning(
      `Other users of this machine can reach ${namesOf(open)}. Close it: chmod -R go-rwx ${secretsDir}`,
    )
  }
  return ok(`the keys in ${secretsDir} are there and closed to others`)
}

/** Whether the audit log was sealed with the key that this machine has: all machines must have the same. */
export async function checkSealKey(client: ClientBase, { secretsDir }: Config): Promise<Finding[]> {
  const { rows: made } = await client.query<{ made: boolean }>(
    "select to_regclass('audit_seals') is not null as made",
  )
  if (!made[0]?.made) return []
  const { rows } = await client.query<{ key: string }>(
    'select key_id as key from audit_seals order by sealed_at desc limit 1',
  )
  const used = rows[0]?.key
  if (used === undefined) return []
  if (!(await namesIn(secretsDir)).includes(sealKey)) {
    return [
      problem(
        `${secretsDir} has no ${sealKey}, but the audit log was sealed with one. Put the keys back, or set CRESYL_SECRETS_DIR to where they are.`,
      ),
    ]
  }
  const key = createPrivateKey(await readFile(join(secretsDir, sealKey), 'utf8'))
  if (keyIdOf(key) === used) return [ok('the audit log is sealed with the key of this machine')]
  return [
    problem(
      `The audit log was last sealed with another key than the one in ${secretsDir}. Give every machine the same keys, or set CRESYL_SECRETS_DIR to where they are.`,
    ),
  ]
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return []
    throw error
  }
}

async function modeAndSize(path: string): Promise<{ mode: number; size: number }> {
  const { mode, size } = await stat(path)
  return { mode, size }
}

function namesOf(files: { name: string }[]): string {
  return files.map(({ name }) => name).join(', ')
}
