import { mkdir, open, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Seal } from './seal.ts'

/** What is kept of a seal outside the database, so that cutting off the end of the log there is noticed. */
export interface JournalEntry {
  organizationId: string
  n: number
  hash: string
}

export function journalPath(dataDir: string): string {
  return join(dataDir, 'audit', 'seals.jsonl')
}

export async function appendToJournal(dataDir: string, seal: Seal): Promise<void> {
  const path = journalPath(dataDir)
  await mkdir(dirname(path), { recursive: true })
  const entry: JournalEntry & Record<string, unknown> = {
    organizationId: seal.organizationId,
    n: seal.n,
    hash: seal.hash.toString('hex'),
    uptoXid: seal.uptoXid,
    rows: seal.rows,
    sealedAt: seal.sealedAt.toISOString(),
    keyId: seal.keyId,
    signature: seal.signature.toString('base64'),
  }
  const file = await open(path, 'a', 0o600)
  try {
    await file.appendFile(`${JSON.stringify(entry)}\n`)
    await file.datasync()
  } finally {
    await file.close()
  }
}

/** A line cut short by a crash is passed over: the seals after it vouch for the one it spoke of. */
export async function readJournal(dataDir: string): Promise<JournalEntry[]> {
  const text = await readFile(journalPath(dataDir), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  return text.split('\n').flatMap((line) => {
    try {
      return line === '' ? [] : [JSON.parse(line) as JournalEntry]
    } catch {
      return []
    }
  })
}
