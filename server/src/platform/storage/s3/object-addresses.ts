import { GetObjectCommand } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { LRUCache } from 'lru-cache'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../db/database.ts'
import { objectName } from '../object-key.ts'
import { selectObjects } from '../object-queries.ts'
import type { Bucket } from './bucket.ts'

/** Where an object can be read by whoever has the address. */
export interface ObjectAddress {
  /** The same key means the same bytes: it changes whenever the object is written. */
  readonly key: string
  readonly size: number
  /** Microseconds since 1970. */
  readonly writtenAt: number
  readonly url: string
  /** Milliseconds since 1970. */
  readonly expiresAt: number
}

export type FindAddresses = (
  organizationId: string,
  paths: readonly string[],
) => Promise<Map<string, ObjectAddress>>

const second = 1000
/** Whoever keeps a slide open uses an address for as long as that. */
const validSeconds = 12 * 3600
/** Signing costs more than asking the database; for this time the same address is given again. */
const givenAgainSeconds = 30 * 60
const mostSigned = 10_000

/** Addresses of those that are there. One query, and no request. */
export function createObjectAddresses(parts: {
  database: Database
  bucket: Bucket
  clock: Clock
}): FindAddresses {
  const { database, bucket, clock } = parts
  const signed = new LRUCache<
    string,
    { url: string; signedAt: number; renewedAt: number; expiresAt: number }
  >({ max: mostSigned })

  const sign = async (name: string) => {
    const now = clock.now()
    const signedAt = now.getTime()
    const known = signed.get(name)
    // A clock that was set back makes what was signed by it worthless.
    if (known && known.signedAt <= signedAt && signedAt < known.renewedAt) return known
    const { expiration } = await bucket.client.config.credentials()
    const command = new GetObjectCommand({ Bucket: bucket.name, Key: name })
    const url = await getSignedUrl(bucket.client, command, { expiresIn: validSeconds, signingDate: now })
    // What was signed with passing credentials ends with them.
    const expiresAt = Math.min(
      signedAt + validSeconds * second,
      expiration?.getTime() ?? Number.POSITIVE_INFINITY,
    )
    const renewedAt = Math.min(signedAt + givenAgainSeconds * second, (signedAt + expiresAt) / 2)
    const fresh = { url, signedAt, renewedAt, expiresAt }
    signed.set(name, fresh)
    return fresh
  }

  return async (organizationId, paths) => {
    const rows = await database.asMember({ organizationId }, (tx) => selectObjects(tx, organizationId, paths))
    const addresses = new Map<string, ObjectAddress>()
    for (const { path, size, writtenAt } of rows) {
      const name = objectName({ organizationId, path })
      const { url, expiresAt } = await sign(name)
      addresses.set(path, { key: `${bucket.name}/${name} ${writtenAt}`, size, writtenAt, url, expiresAt })
    }
    return addresses
  }
}
