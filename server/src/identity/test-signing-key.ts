import type { JWK } from 'jose'
import type { Context } from '../platform/context.ts'
import { identityKeys } from '../platform/db/schema/index.ts'
import { loadSigningKeys } from './keys.ts'

let shared: JWK | undefined

/** Gives the database a signing key: the same in all databases of this process, because making one takes long. */
export async function shareSigningKey(context: Context): Promise<void> {
  if (shared === undefined) {
    const [made] = await loadSigningKeys(context)
    shared = made
    return
  }
  const key = { id: shared.kid as string, privateKey: shared, createdAt: context.clock.now() }
  await context.database.asSystem((tx) => tx.insert(identityKeys).values(key))
}
