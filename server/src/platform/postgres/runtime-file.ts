import { readFile, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Client } from 'pg'
import { z } from 'zod'
import { errorCode, fileStartError } from '../file-error.ts'
import { writePrivateFile } from '../private-file.ts'

const runtime = z.object({ pid: z.number(), port: z.number(), url: z.string() })

/** Says where the database of a data folder answers while it runs. */
export function writeRuntimeFile(dataDir: string, content: z.infer<typeof runtime>): Promise<void> {
  return writePrivateFile(runtimeFile(dataDir), `${JSON.stringify(content)}\n`)
}

export function removeRuntimeFile(dataDir: string): Promise<void> {
  return rm(runtimeFile(dataDir), { force: true })
}

/** The URL of the PostgreSQL that already runs on this data folder, for command lines beside the server. */
export async function findRunningPostgres(dataDir: string): Promise<string | null> {
  const text = await readFile(runtimeFile(dataDir), 'utf8').catch((error) => {
    if (errorCode(error) === 'ENOENT') return null
    throw fileStartError('read', runtimeFile(dataDir), error)
  })
  if (text === null) return null
  const { url } = runtime.parse(JSON.parse(text))
  return (await answers(url)) ? url : null
}

async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 3000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

function runtimeFile(dataDir: string): string {
  return join(resolve(dataDir), 'run', 'postgres.json')
}
