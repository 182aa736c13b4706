import { desc, sql } from 'drizzle-orm'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose'
import type { Context } from '../platform/context.ts'
import type { Tx } from '../platform/db/database.ts'
import { identityKeys } from '../platform/db/schema/index.ts'

/** Private keys, the one that signs first; all of them are published. */
export type SigningKeys = [JWK, ...JWK[]]

const keyLock = 6_020_178

/** Those who verify may have fetched the list just before a key was added: let them see it before it signs. */
const publishedBeforeUse = 10 * 60_000

/** The keys of the database; the first server that starts on it makes one. */
export async function loadSigningKeys({ database, clock }: Context): Promise<SigningKeys> {
  const stored = await database.asSystem(readKeys)
  if (stored.length > 0) return signerFirst(stored, clock.now())
  const fresh = await newKey()
  const keys = await database.asSystem(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${keyLock})`)
    const present = await readKeys(tx)
    if (present.length > 0) return present
    await tx.insert(identityKeys).values({ id: fresh.kid, privateKey: fresh, createdAt: clock.now() })
    return readKeys(tx)
  })
  return signerFirst(keys, clock.now())
}

interface StoredKey {
  privateKey: JWK
  createdAt: Date
}

/** The newest key that has been published long enough; the oldest where none has. */
export function signerFirst(newestFirst: StoredKey[], now: Date): SigningKeys {
  const settled = newestFirst.find(
    ({ createdAt }) => now.getTime() - createdAt.getTime() >= publishedBeforeUse,
  )
  const signer = settled ?? newestFirst.at(-1)
  if (signer === undefined) throw new Error('There is no signing key')
  const others = newestFirst.filter((key) => key !== signer)
  return [signer.privateKey, ...others.map(({ privateKey }) => privateKey)]
}

export function publicKey({ kty, n, e, kid, alg, use }: JWK): JWK {
  return { kty, n, e, kid, alg, use } as JWK
}

function readKeys(tx: Tx): Promise<StoredKey[]> {
  return tx
    .select({ privateKey: identityKeys.privateKey, createdAt: identityKeys.createdAt })
    .from(identityKeys)
    .orderBy(desc(identityKeys.createdAt), identityKeys.id)
}

async function newKey(): Promise<JWK & { kid: string }> {
  const { privateKey } = await generateKeyPair('RS256', { modulusLength: 2048, extractable: true })
  const jwk = await exportJWK(privateKey)
  return { ...jwk, kid: await calculateJwkThumbprint(jwk), alg: 'RS256', use: 'sig' }
}
