import { desc, inArray, sql } from 'drizzle-orm'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose'
import type { Context } from '../platform/context.ts'
import type { Tx } from '../platform/db/database.ts'
import { identityKeys } from '../platform/db/schema/index.ts'

/** Private keys, the one that signs first; all of them are published. */
export type SigningKeys = [JWK, ...JWK[]]

export interface StoredKey {
  privateKey: JWK
  createdAt: Date
}

const keyLock = 6_020_178
const minute = 60_000
const day = 24 * 60 * minute

/** Those who verify may have fetched the list just before a key was added: let them see it before it signs. */
const publishedBeforeUse = 10 * minute

/** A key signs about this long, then the next one takes over. */
const rotatedAfter = 30 * day

/** The longest that anything signed with a key is shown to us: the ID token of a session that ends, a day later. */
const keptAfterUse = 2 * day

/** The keys of the database; the first server that starts on it makes one. */
export async function loadSigningKeys(context: Context): Promise<SigningKeys> {
  const { database, clock } = context
  const stored = await database.asSystem(readKeys)
  const keys = stored.length > 0 ? stored : await addKey(context, (present) => present.length === 0)
  return signerFirst(keys, clock.now())
}

/** What every server does once a minute: whichever comes first adds the new key and removes what has served. */
export async function rotateKeys(context: Context): Promise<SigningKeys> {
  const { database, clock } = context
  const now = clock.now()
  const stored = await database.asSystem(readKeys)
  if (isDue(stored, now)) return signerFirst(await addKey(context, (keys) => isDue(keys, now)), now)
  const served = servedKeys(stored, now)
  if (served.length === 0) return signerFirst(stored, now)
  await database.asSystem((tx) => tx.delete(identityKeys).where(inArray(identityKeys.id, served.map(kidOf))))
  return signerFirst(
    stored.filter((key) => !served.includes(key)),
    now,
  )
}

/** At once, whatever the age of the others; it signs after all servers have published it. */
export async function addSigningKey(context: Context): Promise<{ kid: string; signsFrom: Date }> {
  const [newest] = await addKey(context, () => true)
  if (newest === undefined) throw new Error('There is no signing key')
  return { kid: kidOf(newest), signsFrom: signsFrom(newest) }
}

export type KeyState = 'signs' | 'waits' | 'served'

/** The newest first, with what each is there for. */
export async function listKeys({
  database,
  clock,
}: Context): Promise<{ kid: string; createdAt: Date; signsFrom: Date; state: KeyState }[]> {
  const stored = await database.asSystem(readKeys)
  const signer = stored.length === 0 ? undefined : signerFirst(stored, clock.now())[0].kid
  const position = stored.findIndex(({ privateKey }) => privateKey.kid === signer)
  return stored.map((key, index) => ({
    kid: kidOf(key),
    createdAt: key.createdAt,
    signsFrom: signsFrom(key),
    state: index === position ? 'signs' : index < position ? 'waits' : 'served',
  }))
}

/** The newest key that has been published long enough; the oldest where none has. */
export function signerFirst(newestFirst: StoredKey[], now: Date): SigningKeys {
  const signer = newestFirst.find((key) => signsFrom(key) <= now) ?? newestFirst.at(-1)
  if (signer === undefined) throw new Error('There is no signing key')
  const others = newestFirst.filter((key) => key !== signer)
  return [signer.privateKey, ...others.map(({ privateKey }) => privateKey)]
}

export function publicKey({ kty, n, e, kid, alg, use }: JWK): JWK {
  return { kty, n, e, kid, alg, use } as JWK
}

function isDue([newest]: StoredKey[], now: Date): boolean {
  return newest === undefined || now.getTime() - newest.createdAt.getTime() >= rotatedAfter
}

/** Those whose successor has signed for so long that nothing of theirs is about any more. */
function servedKeys(newestFirst: StoredKey[], now: Date): StoredKey[] {
  return newestFirst.filter((_key, index) => {
    const successor = newestFirst[index - 1]
    return successor !== undefined && now.getTime() - signsFrom(successor).getTime() >= keptAfterUse
  })
}

function signsFrom({ createdAt }: StoredKey): Date {
  return new Date(createdAt.getTime() + publishedBeforeUse)
}

/** Adds one unless another server has just done so. Making a key takes long: not inside the transaction. */
async function addKey(
  { database, clock }: Context,
  isWanted: (present: StoredKey[]) => boolean,
): Promise<StoredKey[]> {
  const fresh = await newKey()
  return database.asSystem(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${keyLock})`)
    const present = await readKeys(tx)
    if (!isWanted(present)) return present
    await tx.insert(identityKeys).values({ id: fresh.kid, privateKey: fresh, createdAt: clock.now() })
    return readKeys(tx)
  })
}

function readKeys(tx: Tx): Promise<StoredKey[]> {
  return tx
    .select({ privateKey: identityKeys.privateKey, createdAt: identityKeys.createdAt })
    .from(identityKeys)
    .orderBy(desc(identityKeys.createdAt), identityKeys.id)
}

function kidOf({ privateKey }: StoredKey): string {
  return privateKey.kid as string
}

async function newKey(): Promise<JWK & { kid: string }> {
  const { privateKey } = await generateKeyPair('RS256', { modulusLength: 2048, extractable: true })
  const jwk = await exportJWK(privateKey)
  return { ...jwk, kid: await calculateJwkThumbprint(jwk), alg: 'RS256', use: 'sig' }
}
